/* Reading arguments, and leaving to the Python twin what is not plainly well formed. */

#define ALL_KINDS 42 /* with flowers */

static PyTypeObject *hand_type;
static struct {
    Py_ssize_t index, size, counts, copies, known;
} hand_at; /* the places of these attributes in its instances */

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

static PyObject *attribute(PyObject *object, Py_ssize_t place) {
    return *(PyObject **)((char *)object + place);
}

/* The numbers of tiles that a kind can have. Python has each of these integers but once, so a count is compared without being read. */
static PyObject *integer[5];

/* A hand's counts of the 42 kinds, NULL when it has none. */
static PyObject *const *counts_of(PyObject *hand) {
    PyObject *counts = attribute(hand, hand_at.counts);
    return counts != NULL && PyList_CheckExact(counts) && PyList_GET_SIZE(counts) == ALL_KINDS ? ((PyListObject *)counts)->ob_item : NULL;
}

static int held(PyObject *const *counts, int kind) {
    return counts[kind] != integer[0];
}

/* Bits of the 42 kinds. */
static int read_bits(PyObject *number, uint64_t *into) {
    if (!PyLong_Check(number))
        return 0;
    *into = PyLong_AsUnsignedLongLong(number);
    if (*into >> ALL_KINDS == 0)
        return 1;
    PyErr_Clear();
    return 0;
}

static int read_states(PyObject *index, int32_t *state) {
    if (index == NULL || !PyList_Check(index) || PyList_GET_SIZE(index) < 4)
        return 0;
    for (int suit = 0; suit < 4; suit++)
        if (!read_int(PyList_GET_ITEM(index, suit), 0, suit == 3 ? HONOUR_STATES - 1 : SUIT_STATES - 1, &state[suit]))
            return 0;
    return 1;
}

/* A Hand that is known and without flowers, with its wilds: what `check` in need.py lets pass. */
static int read_hand(PyObject *object, PyObject *wilds, hand_t *hand) {
    int32_t size, number = 0, unfit;
    if (wilds != NULL && !read_int(wilds, 0, 8, &number))
        return 0;
    if (hand_type == NULL || !PyObject_TypeCheck(object, hand_type))
        return 0;
    PyObject *index = attribute(object, hand_at.index);
    if (!read_int(attribute(object, hand_at.size), 0, 14 - number, &size) || size + number == 0)
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
