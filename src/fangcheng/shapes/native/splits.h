/* Every split of a hand, combined from the kept splits of its suits. See split.py. */

static PyTypeObject *split_type;
static PyObject *python_suit_splits, *any_set, *any_pair;

/* How a Split is laid out: slots lie in the order of their names. */
typedef struct {
    PyObject_HEAD
    PyObject *pair, *sets;
} split_t;

/* One way to split a suit's tiles: its sets, and its pair where that is here. */
typedef struct {
    int number;
    PyObject *sets[4], *pair;
} way_t;

/* All ways, laid out one behind another, as following the Python objects from one to the next would cost more than what is made of them. */
typedef struct {
    PyObject *tuple; /* owns all that the ways point to */
    int users, number;
    way_t way[];
} ways_t;

/* Ways of suits that were asked for lately. A key has four places beside one another, the latest comer in front. */
#define SHELVES 4096
#define PLACES_EACH 4
typedef struct {
    uint64_t key; /* 0 for none */
    ways_t *ways;
} kept_t;
static kept_t kept[SHELVES][PLACES_EACH];

/* A hand whose suits' ways are combined: those looked up so far, the sets and the pair chosen, and the splits found. */
typedef struct {
    const int32_t *state;
    int least[4][2], pair_suit, last, chosen;
    int number_used;
    ways_t *ways[4][2][4];
    /* What follows need not be zero. */
    ways_t *used[32];
    PyObject *sets[4], *pair;
    /* The splits are in `first_found` until there are too many. */
    PyObject **found, *first_found[64];
    Py_ssize_t number_found, room;
} splitting_t;

static void let_go(ways_t *ways) {
    if (ways == NULL || --ways->users > 0)
        return;
    Py_DECREF(ways->tuple);
    PyMem_Free(ways);
}

static int read_way(PyObject *split, way_t *way) {
    if (!PyTuple_CheckExact(split) || PyTuple_GET_SIZE(split) != 2 || !PyTuple_CheckExact(PyTuple_GET_ITEM(split, 0)))
        return 0;
    PyObject *sets = PyTuple_GET_ITEM(split, 0);
    if (PyTuple_GET_SIZE(sets) > 4)
        return 0;
    way->number = (int)PyTuple_GET_SIZE(sets);
    for (int at = 0; at < way->number; at++)
        way->sets[at] = PyTuple_GET_ITEM(sets, at);
    way->pair = PyTuple_GET_ITEM(split, 1);
    return 1;
}

/* The ways from a tuple of (sets, pair), which is taken over; NULL when it is unlike one, or with an error. */
static ways_t *lay_out(PyObject *tuple) {
    int number = tuple != NULL && PyTuple_CheckExact(tuple) ? (int)PyTuple_GET_SIZE(tuple) : -1, at = 0;
    ways_t *ways = number < 0 ? NULL : PyMem_Malloc(sizeof *ways + (size_t)number * sizeof *ways->way);
    while (ways != NULL && at < number && read_way(PyTuple_GET_ITEM(tuple, at), &ways->way[at]))
        at++;
    if (ways == NULL || at < number) {
        PyMem_Free(ways);
        Py_XDECREF(tuple);
        return NULL;
    }
    ways->tuple = tuple;
    ways->number = number;
    ways->users = 1;
    return ways;
}

/* The ways to split one suit's tiles that use exactly these wilds; `let_go` when done. */
static ways_t *suit_ways(int suit, int32_t state, int paired, int wilds) {
    uint64_t key = (((uint64_t)state * 4 + (uint64_t)suit) * 2 + (uint64_t)paired) * 16 + (uint64_t)wilds + 1;
    kept_t *shelf = kept[(key * UINT64_C(0x9E3779B97F4A7C15) >> 40) % SHELVES];
    ways_t *ways = NULL;
    for (int place = 0; place < PLACES_EACH && ways == NULL; place++)
        if (shelf[place].key == key)
            ways = shelf[place].ways;
    if (ways == NULL) {
        ways = lay_out(PyObject_CallFunction(python_suit_splits, "iiii", suit, (int)state, paired, wilds));
        if (ways == NULL)
            return NULL;
        let_go(shelf[PLACES_EACH - 1].ways);
        memmove(shelf + 1, shelf, (PLACES_EACH - 1) * sizeof *shelf);
        shelf[0] = (kept_t){key, ways};
    }
    ways->users++;
    return ways;
}

static int make_room(splitting_t *all) {
    PyObject **larger = PyMem_Malloc(2 * (size_t)all->room * sizeof *larger);
    if (larger == NULL)
        return 0;
    memcpy(larger, all->found, (size_t)all->room * sizeof *larger);
    if (all->found != all->first_found)
        PyMem_Free(all->found);
    all->found = larger;
    all->room *= 2;
    return 1;
}

/* Adds the split of what is chosen, the last suit's own way, and sets of the wilds that are left. */
static int add_split(splitting_t *all, const way_t *own, int spare) {
    int number = all->chosen + own->number, whole = number + spare / 3, at = 0;
    if (all->number_found == all->room && !make_room(all))
        return 0;
    PyObject *sets = PyTuple_New(whole);
    if (sets == NULL)
        return 0;
    for (; at < all->chosen; at++)
        PyTuple_SET_ITEM(sets, at, Py_NewRef(all->sets[at]));
    for (; at < number; at++)
        PyTuple_SET_ITEM(sets, at, Py_NewRef(own->sets[at - all->chosen]));
    for (; at < whole; at++)
        PyTuple_SET_ITEM(sets, at, Py_NewRef(any_set));
    split_t *split = PyObject_New(split_t, split_type);
    if (split == NULL) {
        Py_DECREF(sets);
        return 0;
    }
    split->sets = sets;
    split->pair = Py_NewRef(all->pair);
    all->found[all->number_found++] = (PyObject *)split;
    return 1;
}

static int add_suits(splitting_t *all, int suit, int spare);

/* Chooses each of these ways for a suit in turn, with this many wilds left for the suits behind it. */
static int add_ways(splitting_t *all, const ways_t *ways, int suit, int spare) {
    int chosen = all->chosen, good = 1;
    for (int at = 0; good && at < ways->number; at++) {
        const way_t *way = &ways->way[at];
        if (suit == all->pair_suit)
            all->pair = way->pair;
        if (chosen + way->number > 4)
            good = 0;
        else if (suit == all->last)
            good = add_split(all, way, spare);
        else {
            memcpy(all->sets + chosen, way->sets, (size_t)way->number * sizeof *way->sets);
            all->chosen = chosen + way->number;
            good = add_suits(all, suit + 1, spare);
            all->chosen = chosen;
        }
    }
    return good;
}

/* Adds the splits of this suit and the following to what is chosen. 0: something failed, or is unlike splits. */
static int add_suits(splitting_t *all, int suit, int spare) {
    while (all->state[suit] == 0)
        suit++;
    int paired = suit == all->pair_suit;
    for (int threes = 0; 3 * threes <= spare; threes++) {
        ways_t **ways = &all->ways[suit][paired][threes];
        if (*ways == NULL) {
            *ways = suit_ways(suit, all->state[suit], paired, all->least[suit][paired] + 3 * threes);
            all->used[all->number_used++] = *ways;
        }
        if (*ways == NULL || !add_ways(all, *ways, suit, spare - 3 * threes))
            return 0;
    }
    return 1;
}

/* In its own suit a pair takes the place of one wild, or costs two; last comes the pair of wilds. */
static int add_splits(splitting_t *all, int wilds) {
    for (int suit = 0; suit < 4; suit++) {
        int byte = (suit == 3 ? need_honour : need_suit)[all->state[suit]];
        all->least[suit][0] = byte & 63;
        all->least[suit][1] = need_of_sum[byte];
        wilds -= byte & 63;
        if (all->state[suit])
            all->last = suit;
    }
    all->pair = any_pair;
    if (all->last < 0)
        return add_split(all, &(way_t){.number = 0}, wilds - 2);
    for (all->pair_suit = 0; all->pair_suit < 4; all->pair_suit++) {
        const int *least = all->least[all->pair_suit];
        int spare = wilds + least[0] - least[1];
        if (all->state[all->pair_suit] && spare >= 0 && !add_suits(all, 0, spare))
            return 0;
    }
    all->pair = any_pair;
    return wilds < 2 || add_suits(all, 0, wilds - 2);
}

FUNCTION(splits) {
    hand_t hand;
    if (need_suit == NULL || python_suit_splits == NULL || !read_question(args, count, names, &hand))
        LEAVE_TO_TWIN;
    if (!is_complete(&hand))
        return PyTuple_New(0);
    splitting_t all;
    memset(&all, 0, offsetof(splitting_t, used));
    all.state = hand.state;
    all.last = -1;
    all.found = all.first_found;
    all.number_found = 0;
    all.room = sizeof all.first_found / sizeof *all.first_found;
    PyObject *answer = add_splits(&all, hand.wilds) ? PyTuple_New(all.number_found) : NULL;
    for (Py_ssize_t at = 0; at < all.number_found; at++) {
        if (answer != NULL)
            PyTuple_SET_ITEM(answer, at, all.found[at]);
        else
            Py_DECREF(all.found[at]);
    }
    if (all.found != all.first_found)
        PyMem_Free(all.found);
    while (all.number_used > 0)
        let_go(all.used[--all.number_used]);
    if (answer == NULL && !PyErr_Occurred())
        LEAVE_TO_TWIN;
    return answer;
}
