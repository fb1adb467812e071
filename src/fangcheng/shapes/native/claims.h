/* Who can use a discard, and whether a hand looks won. See claims.py. */

enum { TO_CHOW = 1, TO_PUNG = 2, TO_WIN = 4 };

/* A hand as it is looked at: the counts of its 42 kinds, and the states of its suits where shapes may be asked for. */
typedef struct {
    PyObject *const *counts;
    int32_t state[4], size;
    int known;
} look_t;

static int read_look(PyObject *hand, look_t *look) {
    int32_t flowers;
    if (hand_type == NULL || !PyObject_TypeCheck(hand, hand_type) || (look->counts = counts_of(hand)) == NULL)
        return 0;
    PyObject *index = attribute(hand, hand_at.index);
    if (!read_states(index, look->state) || PyList_GET_SIZE(index) != 5 || !read_int(PyList_GET_ITEM(index, 4), -1, 8, &flowers))
        return 0;
    look->known = flowers == 0;
    return read_int(attribute(hand, hand_at.size), 0, 99, &look->size);
}

static int makes_chow(PyObject *const *counts, int kind) {
    if (kind >= 27)
        return 0;
    int rank = kind % 9, below = rank > 0 && held(counts, kind - 1), above = rank < 8 && held(counts, kind + 1);
    return (below && above) || (below && rank > 1 && held(counts, kind - 2)) || (above && rank < 7 && held(counts, kind + 2));
}

/* Whether all kinds but `odd` are held in even numbers. */
static int all_even(PyObject *const *counts, int odd) {
    for (int kind = 0; kind < ALL_KINDS; kind++)
        if ((counts[kind] == integer[1] || counts[kind] == integer[3]) != (kind == odd))
            return 0;
    return 1;
}

static int all_in(PyObject *const *counts, uint64_t kinds) {
    for (int kind = 0; kind < ALL_KINDS; kind++)
        if (held(counts, kind) && !(kinds >> kind & 1))
            return 0;
    return 1;
}

static int completes(const look_t *look, int kind, uint64_t only) {
    if (!look->known || look->counts[kind] == integer[4])
        return 0;
    int suit = kind / 9, sum = need_sum(look->state);
    const uint8_t *table = (suit == 3 ? need_honour : need_suit) + look->state[suit];
    if (need_of_sum[sum - *table + table[power[kind % 9]]] == 0)
        return 1;
    return (look->size == 13 && all_even(look->counts, kind)) || (only >> kind & 1 && all_in(look->counts, only));
}

static int uses_of(const look_t *look, int kind, int next, uint64_t only) {
    return (look->counts[kind] != integer[0] && look->counts[kind] != integer[1] ? TO_PUNG : 0) | (next && makes_chow(look->counts, kind) ? TO_CHOW : 0) |
           (completes(look, kind, only) ? TO_WIN : 0);
}

#define MOST_SEATS 8

/* Arguments: list of hands, kind, seat that throws it, and bits of kinds. */
FUNCTION(claimants) {
    int32_t kind, source;
    uint64_t only = 0;
    if (need_suit == NULL || names != NULL || count < 3 || count > 4 || !PyList_Check(args[0]) || !read_int(args[1], 0, KINDS - 1, &kind) ||
        !read_int(args[2], 0, MOST_SEATS, &source) || (count == 4 && !read_bits(args[3], &only)))
        LEAVE_TO_TWIN;
    int seats = (int)PyList_GET_SIZE(args[0]), found = 0, seat_of[MOST_SEATS], uses[MOST_SEATS];
    if (seats > MOST_SEATS || source >= seats)
        LEAVE_TO_TWIN;
    for (int step = 1; step < seats; step++) {
        look_t look;
        seat_of[found] = (source + step) % seats;
        if (!read_look(PyList_GET_ITEM(args[0], seat_of[found]), &look))
            LEAVE_TO_TWIN;
        uses[found] = uses_of(&look, kind, step == 1, only);
        found += uses[found] != 0;
    }
    PyObject *answer = PyTuple_New(found);
    for (int at = 0; answer != NULL && at < found; at++) {
        PyObject *one = Py_BuildValue("(ii)", seat_of[at], uses[at]);
        if (one == NULL)
            Py_CLEAR(answer);
        else
            PyTuple_SET_ITEM(answer, at, one);
    }
    return answer;
}

/* Arguments: hand and bits of kinds. */
FUNCTION(looks_won) {
    look_t look;
    uint64_t only = 0;
    if (need_suit == NULL || names != NULL || count < 1 || count > 2 || !read_look(args[0], &look) ||
        (count == 2 && !read_bits(args[1], &only)))
        LEAVE_TO_TWIN;
    return PyBool_FromLong(look.known && (need_of_sum[need_sum(look.state)] == 0 || (look.size == 14 && all_even(look.counts, -1)) ||
                                          (only && all_in(look.counts, only))));
}
