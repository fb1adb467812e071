/* The functions of fangcheng.shapes at machine speed: same names, same answers, same errors.

   Each is bound to its Python twin (`accelerate`) and answers only what is plainly well formed. Anything else, an error above all,
   goes to the twin: there is one source of messages, and no table is read without a check of the index. The tables are the package's
   own (`hold_need`, `hold_classes`); until they are loaded the twins answer, and load them.

   Written for one version of Python at a time: through the stable ABI a question takes half as long again, for a hand is read
   attribute by attribute and number by number. */

#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <structmember.h>

#define SUIT_STATES 1953125 /* 5 ** 9 */
#define HONOUR_STATES 78125 /* 5 ** 7 */
#define SUIT_CLASSES 110
#define HONOUR_CLASSES 55
#define JOINT_CLASSES 164
#define PLACES 5 /* sets in a hand: 0-4 */
#define KINDS 34
#define ALL ((UINT64_C(1) << KINDS) - 1)

static const uint8_t *need_suit, *need_honour;
static const uint8_t *class_suit, *class_honour, *class_two, *class_three, *missing_table;
static uint8_t need_of_sum[320];
static const int32_t power[9] = {1, 5, 25, 125, 625, 3125, 15625, 78125, 390625};

/* A hand as its looked-up states; `tiles` counts wilds too, `wilds` stays apart. */
typedef struct {
    int32_t state[4];
    int tiles, wilds;
} hand_t;

/* --- hand theory on plain numbers --------------------------------------------------------------------------------------------- */

static int need_sum(const int32_t *state) {
    return need_suit[state[0]] + need_suit[state[1]] + need_suit[state[2]] + need_honour[state[3]];
}

static int missing_of(const int32_t *state, int sets) {
    int two = class_two[class_suit[state[0]] * SUIT_CLASSES + class_suit[state[1]]];
    int three = class_three[two * SUIT_CLASSES + class_suit[state[2]]];
    return missing_table[(three * HONOUR_CLASSES + class_honour[state[3]]) * PLACES + sets];
}

static int is_complete(const hand_t *hand) {
    return hand->tiles % 3 == 2 && need_of_sum[need_sum(hand->state)] <= hand->wilds;
}

/* Kinds of a suit, bit by rank, of which the state holds fewer than four. */
static uint32_t addable(int32_t state, int ranks) {
    uint32_t found = 0;
    for (int rank = 0; rank < ranks; rank++, state /= 5)
        found |= (uint32_t)(state % 5 < 4) << rank;
    return found;
}

static uint64_t addable_kinds(const int32_t *state) {
    return addable(state[0], 9) | (uint64_t)addable(state[1], 9) << 9 | (uint64_t)addable(state[2], 9) << 18 |
           (uint64_t)addable(state[3], 7) << 27;
}

/* Kinds that complete the hand, bit by kind; 0 unless it is a tile short of full. */
static uint64_t waits_of(const hand_t *hand) {
    int sum = need_sum(hand->state), lacking = need_of_sum[sum];
    if (hand->tiles % 3 != 1 || lacking > hand->wilds + 1)
        return 0;
    uint64_t open = addable_kinds(hand->state), found = 0;
    if (lacking < hand->wilds)
        return open;
    for (int suit = 0; suit < 4; suit++) {
        const uint8_t *table = (suit == 3 ? need_honour : need_suit) + hand->state[suit];
        const uint8_t *rest = need_of_sum + (sum - *table);
        for (int rank = 0; rank < (suit == 3 ? 7 : 9); rank++)
            if (open >> (9 * suit + rank) & 1 && rest[table[power[rank]]] <= hand->wilds)
                found |= UINT64_C(1) << (9 * suit + rank);
    }
    return found;
}

static uint64_t useful_of(const hand_t *hand) {
    int sets = hand->tiles / 3, now = missing_of(hand->state, sets);
    if (now == hand->wilds)
        return 0;
    const int32_t *state = hand->state;
    int of[3] = {class_suit[state[0]], class_suit[state[1]], class_suit[state[2]]}, of_z = class_honour[state[3]];
    uint64_t open = addable_kinds(state), found = 0;
    for (int suit = 0; suit < 3; suit++) {
        const uint8_t *others = class_three + class_two[of[suit == 0] * SUIT_CLASSES + of[suit == 2 ? 1 : 2]] * SUIT_CLASSES;
        for (int rank = 0; rank < 9; rank++) {
            int kind = 9 * suit + rank;
            int after = open >> kind & 1 ? class_suit[state[suit] + power[rank]] : of[suit];
            if (after != of[suit] && missing_table[(others[after] * HONOUR_CLASSES + of_z) * PLACES + sets] < now)
                found |= UINT64_C(1) << kind;
        }
    }
    int suits = class_three[class_two[of[0] * SUIT_CLASSES + of[1]] * SUIT_CLASSES + of[2]] * HONOUR_CLASSES;
    for (int rank = 0; rank < 7; rank++) {
        if (open >> (27 + rank) & 1 && missing_table[(suits + class_honour[state[3] + power[rank]]) * PLACES + sets] < now)
            found |= UINT64_C(1) << (27 + rank);
    }
    return found;
}

/* --- reading arguments -------------------------------------------------------------------------------------------------------- */

static PyTypeObject *hand_type; /* with the places of these two attributes in its instances */
static Py_ssize_t place_of_index, place_of_size;

/* A plain int from `low` to `high`. Only ints are read, so no foreign code runs on the way. */
static int read_int(PyObject *number, long low, long high, int32_t *into) {
    if (number == NULL || !PyLong_Check(number))
        return 0;
    long value = PyLong_AsLong(number);
    if (value < low || value > high) {
        PyErr_Clear();
        return 0;
    }
    *into = (int32_t)value;
    return 1;
}

static int read_states(PyObject *index, int32_t *state) {
    if (index == NULL || !PyList_Check(index) || PyList_GET_SIZE(index) < 4)
        return 0;
    for (int suit = 0; suit < 4; suit++)
        if (!read_int(PyList_GET_ITEM(index, suit), 0, suit == 3 ? HONOUR_STATES - 1 : SUIT_STATES - 1, &state[suit]))
            return 0;
    return 1;
}

static PyObject *attribute(PyObject *object, Py_ssize_t place) {
    return *(PyObject **)((char *)object + place);
}

/* A Hand that is known and without flowers, with its wilds: what `check` in need.py lets pass. */
static int read_hand(PyObject *object, PyObject *wilds, hand_t *hand) {
    int32_t size, number = 0, unfit;
    if (wilds != NULL && !read_int(wilds, 0, 8, &number))
        return 0;
    if (hand_type == NULL || !PyObject_TypeCheck(object, hand_type))
        return 0;
    PyObject *index = attribute(object, place_of_index);
    if (!read_int(attribute(object, place_of_size), 0, 14 - number, &size) || size + number == 0)
        return 0;
    hand->tiles = size + number;
    hand->wilds = number;
    return read_states(index, hand->state) && PyList_GET_SIZE(index) == 5 && read_int(PyList_GET_ITEM(index, 4), 0, 0, &unfit);
}

/* Hand and wilds as two positional arguments, or the hand alone: everything else is left to the twin. */
static int read_question(PyObject *const *args, Py_ssize_t count, PyObject *names, hand_t *hand) {
    return names == NULL && (count == 1 || count == 2) && read_hand(args[0], count == 2 ? args[1] : NULL, hand);
}

static PyObject *ask_twin(PyObject *twin, PyObject *const *args, Py_ssize_t count, PyObject *names) {
    PyObject *positional = PyTuple_New(count), *named = NULL, *answer = NULL;
    if (positional == NULL)
        return NULL;
    for (Py_ssize_t at = 0; at < count; at++)
        PyTuple_SET_ITEM(positional, at, Py_NewRef(args[at]));
    if (names != NULL && (named = PyDict_New()) == NULL)
        goto done;
    for (Py_ssize_t at = 0; names != NULL && at < PyTuple_GET_SIZE(names); at++)
        if (PyDict_SetItem(named, PyTuple_GET_ITEM(names, at), args[count + at]) < 0)
            goto done;
    answer = PyObject_Call(twin, positional, named);
done:
    Py_DECREF(positional);
    Py_XDECREF(named);
    return answer;
}

#define FUNCTION(name) static PyObject *name(PyObject *twin, PyObject *const *args, Py_ssize_t count, PyObject *names)
#define LEAVE_TO_TWIN return ask_twin(twin, args, count, names)

/* --- single questions --------------------------------------------------------------------------------------------------------- */

FUNCTION(need) {
    int32_t state[4];
    if (need_suit == NULL || count != 1 || names != NULL || !read_states(args[0], state))
        LEAVE_TO_TWIN;
    return PyLong_FromLong(need_of_sum[need_sum(state)]);
}

FUNCTION(sets_need) {
    int32_t state[4];
    if (need_suit == NULL || count != 1 || names != NULL || !read_states(args[0], state))
        LEAVE_TO_TWIN;
    return PyLong_FromLong(need_sum(state) & 63);
}

FUNCTION(complete) {
    hand_t hand;
    if (need_suit == NULL || !read_question(args, count, names, &hand))
        LEAVE_TO_TWIN;
    return PyBool_FromLong(is_complete(&hand));
}

FUNCTION(missing) {
    int32_t state[4], sets;
    if (class_suit == NULL || count != 2 || names != NULL || !read_states(args[0], state) || !read_int(args[1], 0, 4, &sets))
        LEAVE_TO_TWIN;
    return PyLong_FromLong(missing_of(state, sets));
}

FUNCTION(distance) {
    hand_t hand;
    if (class_suit == NULL || !read_question(args, count, names, &hand) || hand.tiles % 3 == 0)
        LEAVE_TO_TWIN;
    return PyLong_FromLong(missing_of(hand.state, hand.tiles / 3) - 1 - hand.wilds);
}

/* The kinds of a mask, ascending. */
static PyObject *kinds_of(uint64_t mask) {
    Py_ssize_t number = 0;
    for (uint64_t rest = mask; rest; rest &= rest - 1)
        number++;
    PyObject *kinds = PyTuple_New(number);
    for (long kind = 0, at = 0; kinds != NULL && mask >> kind; kind++)
        if (mask >> kind & 1)
            PyTuple_SET_ITEM(kinds, at++, PyLong_FromLong(kind));
    return kinds;
}

FUNCTION(waits) {
    hand_t hand;
    if (need_suit == NULL || !read_question(args, count, names, &hand))
        LEAVE_TO_TWIN;
    return kinds_of(waits_of(&hand));
}

FUNCTION(useful) {
    hand_t hand;
    if (class_suit == NULL || !read_question(args, count, names, &hand) || hand.tiles % 3 == 0)
        LEAVE_TO_TWIN;
    return kinds_of(useful_of(&hand));
}

/* Arguments: hand, list of tiles left by kind, wilds. */
FUNCTION(acceptance) {
    hand_t hand;
    int32_t left[KINDS];
    int good = class_suit != NULL && names == NULL && (count == 2 || count == 3) && PyList_Check(args[1]) &&
               PyList_GET_SIZE(args[1]) >= KINDS && read_hand(args[0], count == 3 ? args[2] : NULL, &hand) && hand.tiles % 3 != 0;
    uint64_t mask = good ? useful_of(&hand) : 0;
    Py_ssize_t number = 0;
    for (int kind = 0; good && kind < KINDS; kind++) {
        good = read_int(PyList_GET_ITEM(args[1], kind), 0, 4, &left[kind]);
        if (good && left[kind] == 0)
            mask &= ~(UINT64_C(1) << kind);
        number += mask >> kind & 1;
    }
    if (!good)
        LEAVE_TO_TWIN;
    PyObject *found = PyTuple_New(number);
    for (int kind = 0, at = 0; found != NULL && kind < KINDS; kind++) {
        if (!(mask >> kind & 1))
            continue;
        PyObject *couple = Py_BuildValue("(ii)", kind, left[kind]);
        if (couple == NULL)
            Py_CLEAR(found);
        else
            PyTuple_SET_ITEM(found, at++, couple);
    }
    return found;
}

/* --- splits ------------------------------------------------------------------------------------------------------------------- */

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

/* --- many hands at once ------------------------------------------------------------------------------------------------------- */

#define EACH(number) (UINT64_C(0x0101010101010101) * (number))

/* Reads 34 counts of 0-4 that go with the hand's wilds. A byte above 4 shows in its high bit when 123 is added; carries only follow such a byte. */
static int read_counts(const uint8_t *counts, hand_t *hand) {
    uint64_t word[5] = {0}, wrong = 0, sum = 0;
    memcpy(word, counts, KINDS);
    for (int at = 0; at < 5; at++) {
        wrong |= (word[at] + EACH(123)) | word[at];
        sum += word[at];
    }
    if (wrong & EACH(128))
        return 0;
    hand->tiles = hand->wilds + (int)(sum * EACH(1) >> 56);
    if (hand->tiles < 1 || hand->tiles > 14)
        return 0;
    for (int suit = 0; suit < 4; suit++) {
        int32_t state = 0;
        for (int rank = suit == 3 ? 6 : 8; rank >= 0; rank--)
            state = state * 5 + counts[9 * suit + rank];
        hand->state[suit] = state;
    }
    return 1;
}

static void put_mask(uint8_t *answer, uint64_t mask) {
    for (int kind = 0; kind < KINDS; kind++)
        answer[kind] = mask >> kind & 1;
}

typedef enum { NEED, COMPLETE, DISTANCE, WAITS, USEFUL } question_t;

static int answer_row(question_t question, const hand_t *hand, uint8_t *answer) {
    switch (question) {
    case NEED:
        *answer = need_of_sum[need_sum(hand->state)];
        return 1;
    case COMPLETE:
        *answer = (uint8_t)is_complete(hand);
        return 1;
    case WAITS:
        put_mask(answer, waits_of(hand));
        return 1;
    case DISTANCE:
        *answer = (uint8_t)(missing_of(hand->state, hand->tiles / 3) - 1 - hand->wilds);
        return hand->tiles % 3 != 0;
    default:
        put_mask(answer, useful_of(hand));
        return hand->tiles % 3 != 0;
    }
}

/* Arguments: contiguous bytes of 34 counts a hand, and a byte of wilds a hand or one number for all. Answers bytes. */
static PyObject *answer_rows(question_t question, PyObject *twin, PyObject *const *args, Py_ssize_t count, PyObject *names) {
    Py_buffer counts, wilds = {0};
    int32_t same = 0;
    int one = count == 2 && read_int(args[1], 0, 8, &same);
    const void *table = question == DISTANCE || question == USEFUL ? class_suit : need_suit;
    if (table == NULL || names != NULL || count != 2 || PyObject_GetBuffer(args[0], &counts, PyBUF_SIMPLE) < 0) {
        PyErr_Clear();
        LEAVE_TO_TWIN;
    }
    Py_ssize_t rows = counts.len / KINDS, width = question == WAITS || question == USEFUL ? KINDS : 1;
    int good = counts.len % KINDS == 0 && (one || PyObject_GetBuffer(args[1], &wilds, PyBUF_SIMPLE) == 0);
    PyObject *answer = good && (one || wilds.len == rows) ? PyBytes_FromStringAndSize(NULL, rows * width) : NULL;
    good = answer != NULL;
    uint8_t *into = good ? (uint8_t *)PyBytes_AsString(answer) : NULL;
    for (Py_ssize_t row = 0; good && row < rows; row++) {
        hand_t hand;
        hand.wilds = one ? same : ((const uint8_t *)wilds.buf)[row];
        good = hand.wilds <= 8 && read_counts((const uint8_t *)counts.buf + row * KINDS, &hand) &&
               answer_row(question, &hand, into + row * width);
    }
    PyBuffer_Release(&counts);
    if (wilds.obj != NULL)
        PyBuffer_Release(&wilds);
    if (good)
        return answer;
    Py_XDECREF(answer);
    PyErr_Clear();
    LEAVE_TO_TWIN;
}

FUNCTION(need_rows) { return answer_rows(NEED, twin, args, count, names); }
FUNCTION(complete_rows) { return answer_rows(COMPLETE, twin, args, count, names); }
FUNCTION(distance_rows) { return answer_rows(DISTANCE, twin, args, count, names); }
FUNCTION(waits_rows) { return answer_rows(WAITS, twin, args, count, names); }
FUNCTION(useful_rows) { return answer_rows(USEFUL, twin, args, count, names); }

/* --- binding ------------------------------------------------------------------------------------------------------------------ */

#define METHOD(name) {#name, (PyCFunction)(void (*)(void))name, METH_FASTCALL | METH_KEYWORDS, NULL}
static const PyMethodDef twins[] = {
    METHOD(need),       METHOD(sets_need),     METHOD(complete),      METHOD(missing),    METHOD(distance),
    METHOD(waits),      METHOD(useful),        METHOD(acceptance),    METHOD(splits),     METHOD(need_rows),
    METHOD(complete_rows), METHOD(distance_rows), METHOD(waits_rows), METHOD(useful_rows),
};

/* accelerate(twin, name, doc, module): the function of this name, bound to its twin. */
static PyObject *accelerate(PyObject *self, PyObject *args) {
    PyObject *twin, *module;
    const char *name, *doc;
    if (!PyArg_ParseTuple(args, "OssO:accelerate", &twin, &name, &doc, &module))
        return NULL;
    for (size_t at = 0; at < sizeof twins / sizeof *twins; at++) {
        if (strcmp(twins[at].ml_name, name) != 0)
            continue;
        /* Lives as long as the process, as a function made from it may. */
        PyMethodDef *method = malloc(sizeof *method);
        char *kept = malloc(strlen(doc) + 1);
        if (method == NULL || kept == NULL) {
            free(method);
            free(kept);
            return PyErr_NoMemory();
        }
        *method = twins[at];
        method->ml_doc = strcpy(kept, doc);
        return PyCFunction_NewEx(method, twin, module);
    }
    return PyErr_Format(PyExc_LookupError, "no function %s", name);
}

/* The memory of a table, kept from moving for good; NULL with an error unless it has this size and no byte above `most`. */
static const uint8_t *hold(PyObject *table, Py_ssize_t size, int most) {
    Py_buffer view;
    if (PyObject_GetBuffer(table, &view, PyBUF_SIMPLE) < 0)
        return NULL;
    int highest = 0;
    for (Py_ssize_t at = 0; view.len == size && at < size; at++) {
        int byte = ((const uint8_t *)view.buf)[at];
        highest = byte > highest ? byte : highest;
    }
    if (view.len == size && highest <= most)
        return view.buf;
    PyErr_SetString(PyExc_ValueError, "this is not the table");
    PyBuffer_Release(&view);
    return NULL;
}

static PyObject *hold_need(PyObject *self, PyObject *args) {
    PyObject *suit, *honour;
    const uint8_t *of_honour, *of_suit;
    if (!PyArg_ParseTuple(args, "OO:hold_need", &suit, &honour))
        return NULL;
    /* Four bytes of at most 79 stay below the 320 sums. */
    if ((of_honour = hold(honour, HONOUR_STATES, 79)) == NULL || (of_suit = hold(suit, SUIT_STATES, 79)) == NULL)
        return NULL;
    need_honour = of_honour;
    need_suit = of_suit;
    Py_RETURN_NONE;
}

static PyObject *hold_classes(PyObject *self, PyObject *args) {
    PyObject *table[5];
    static const Py_ssize_t size[5] = {SUIT_STATES, HONOUR_STATES, SUIT_CLASSES * SUIT_CLASSES, JOINT_CLASSES * SUIT_CLASSES,
                                       JOINT_CLASSES * HONOUR_CLASSES * PLACES};
    static const int most[5] = {SUIT_CLASSES - 1, HONOUR_CLASSES - 1, JOINT_CLASSES - 1, JOINT_CLASSES - 1, 14};
    const uint8_t *held[5];
    if (!PyArg_ParseTuple(args, "OOOOO:hold_classes", &table[0], &table[1], &table[2], &table[3], &table[4]))
        return NULL;
    for (int at = 0; at < 5; at++)
        if ((held[at] = hold(table[at], size[at], most[at])) == NULL)
            return NULL;
    class_honour = held[1];
    class_two = held[2];
    class_three = held[3];
    missing_table = held[4];
    class_suit = held[0];
    Py_RETURN_NONE;
}

/* Where instances of a class with slots keep an attribute; -1 with an error when it has none of this name. */
static Py_ssize_t place_of(PyObject *type, const char *name) {
    PyObject *slot = PyObject_GetAttrString(type, name);
    if (slot == NULL)
        return -1;
    Py_ssize_t place = -1;
    if (Py_TYPE(slot) == &PyMemberDescr_Type && ((PyMemberDescrObject *)slot)->d_member->type == T_OBJECT_EX)
        place = ((PyMemberDescrObject *)slot)->d_member->offset;
    else
        PyErr_Format(PyExc_TypeError, "%s is no slot", name);
    Py_DECREF(slot);
    return place;
}

static PyObject *hold_hand(PyObject *self, PyObject *type) {
    if (!PyType_Check(type))
        return PyErr_Format(PyExc_TypeError, "a class is wanted");
    Py_ssize_t index = place_of(type, "index"), size = index < 0 ? -1 : place_of(type, "size");
    if (size < 0)
        return NULL;
    place_of_index = index;
    place_of_size = size;
    hand_type = (PyTypeObject *)Py_NewRef(type);
    Py_RETURN_NONE;
}

static PyObject *hold_splits(PyObject *self, PyObject *args) {
    PyObject *kept, *type, *set, *pair;
    if (!PyArg_ParseTuple(args, "O!O!OO:hold_splits", &PyDict_Type, &kept, &PyType_Type, &type, &set, &pair))
        return NULL;
    if (!PyType_IsSubtype((PyTypeObject *)type, &PyTuple_Type))
        return PyErr_Format(PyExc_TypeError, "a split is a tuple");
    kept_splits = Py_NewRef(kept);
    split_type = Py_NewRef(type);
    any_set = Py_NewRef(set);
    any_pair = Py_NewRef(pair);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"accelerate", accelerate, METH_VARARGS, "accelerate(twin, name, doc, module): the function of this name, bound to its Python twin."},
    {"hold_hand", hold_hand, METH_O, "hold_hand(type): questions are asked about instances of this class with slots."},
    {"hold_need", hold_need, METH_VARARGS, "hold_need(suit, honour): use these tables from now on."},
    {"hold_classes", hold_classes, METH_VARARGS, "hold_classes(suit, honour, two, three, missing): use these tables from now on."},
    {"hold_splits", hold_splits, METH_VARARGS, "hold_splits(kept, type, any_set, any_pair): use these objects for splits from now on."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef module = {PyModuleDef_HEAD_INIT, "_accelerator", "See mode.py.", -1, functions, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__accelerator(void) {
    const char *pure = getenv("FANGCHENG_PURE");
    if (pure != NULL && *pure != '\0' && strcmp(pure, "0") != 0) {
        PyErr_SetString(PyExc_ImportError, "FANGCHENG_PURE is set");
        return NULL;
    }
    for (int sum = 0; sum < 320; sum++)
        need_of_sum[sum] = (uint8_t)(sum < 64 ? sum + 2 : (sum & 63) > 0 ? (sum & 63) - 1 : 0);
    return PyModule_Create(&module);
}
