/* Every split of a hand, combined from the kept splits of its suits. See split.py. */

static PyObject *kept_splits, *split_type, *any_set, *any_pair;

/* A hand whose suits' splits are combined: the kept ones looked up so far, the parts chosen, and the splits found. */
typedef struct {
    const int32_t *state;
    int least[4][2], pair_suit, chosen;
    PyObject *ways[4][2][4], *sets[8], *pair, *found;
} splitting_t;

/* Kept splits of one suit with three wilds more than the least, `threes` times; NULL when they have not been made. See split.py. */
static PyObject *suit_splits(splitting_t *all, int suit, int paired, int threes) {
    PyObject **ways = &all->ways[suit][paired][threes];
    if (*ways == NULL) {
        long wilds = all->least[suit][paired] + 3 * threes;
        PyObject *key = PyLong_FromLong((((long)all->state[suit] * 4 + suit) * 2 + paired) * 16 + wilds);
        *ways = key == NULL ? NULL : Py_XNewRef(PyDict_GetItemWithError(kept_splits, key));
        Py_XDECREF(key);
    }
    return *ways;
}

static int add_split(splitting_t *all, int spare) {
    int alone = spare / 3, number = all->chosen + alone;
    PyObject *sets = PyTuple_New(number), *split = NULL;
    if (sets == NULL)
        return 0;
    for (int at = 0; at < number; at++)
        PyTuple_SET_ITEM(sets, at, Py_NewRef(at < all->chosen ? all->sets[at] : any_set));
    split = PyType_GenericAlloc((PyTypeObject *)split_type, 2);
    if (split == NULL) {
        Py_DECREF(sets);
        return 0;
    }
    PyTuple_SET_ITEM(split, 0, sets);
    PyTuple_SET_ITEM(split, 1, Py_NewRef(all->pair));
    int failed = PyList_Append(all->found, split);
    Py_DECREF(split);
    return !failed;
}

/* Adds the splits of this suit and the following to what is chosen. 0: something is not kept, or failed. */
static int add_suits(splitting_t *all, int suit, int spare) {
    while (suit < 4 && all->state[suit] == 0)
        suit++;
    if (suit == 4)
        return add_split(all, spare);
    int paired = suit == all->pair_suit, chosen = all->chosen;
    for (int threes = 0; 3 * threes <= spare; threes++) {
        PyObject *ways = suit_splits(all, suit, paired, threes);
        if (ways == NULL)
            return 0;
        for (Py_ssize_t way = 0; way < PyTuple_GET_SIZE(ways); way++) {
            PyObject *sets = PyTuple_GET_ITEM(PyTuple_GET_ITEM(ways, way), 0);
            Py_ssize_t number = PyTuple_GET_SIZE(sets);
            if (chosen + number > 4)
                return 0;
            for (Py_ssize_t at = 0; at < number; at++)
                all->sets[chosen + at] = PyTuple_GET_ITEM(sets, at);
            if (paired)
                all->pair = PyTuple_GET_ITEM(PyTuple_GET_ITEM(ways, way), 1);
            all->chosen = chosen + (int)number;
            if (!add_suits(all, suit + 1, spare - 3 * threes))
                return 0;
        }
    }
    all->chosen = chosen;
    return 1;
}

/* In its own suit a pair takes the place of one wild, or costs two; last comes the pair of wilds. */
static int add_splits(splitting_t *all, int wilds) {
    for (int suit = 0; suit < 4; suit++) {
        int byte = (suit == 3 ? need_honour : need_suit)[all->state[suit]];
        all->least[suit][0] = byte & 63;
        all->least[suit][1] = need_of_sum[byte];
        wilds -= byte & 63;
    }
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
    if (need_suit == NULL || kept_splits == NULL || !read_question(args, count, names, &hand))
        LEAVE_TO_TWIN;
    if (!is_complete(&hand))
        return PyTuple_New(0);
    splitting_t all = {.state = hand.state, .found = PyList_New(0)};
    int good = all.found != NULL && add_splits(&all, hand.wilds);
    PyObject *answer = good ? PyList_AsTuple(all.found) : NULL;
    for (PyObject **ways = &all.ways[0][0][0]; ways < &all.ways[0][0][0] + sizeof all.ways / sizeof *ways; ways++)
        Py_XDECREF(*ways);
    Py_XDECREF(all.found);
    if (!good && !PyErr_Occurred())
        LEAVE_TO_TWIN;
    return answer;
}
