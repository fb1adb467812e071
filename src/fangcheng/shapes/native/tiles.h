/* Methods of Hand, Wall and Stream. Each has a Python twin, to which it leaves what is not plainly well formed. */

enum { HAND_ADD, HAND_ADD_ALL, HAND_REMOVE, HAND_ANY_TILE, HAND_OF_EACH, HAND_QUADS, HAND_TILES, WALL_TAKE, STREAM_SHUFFLE, METHODS };
static PyObject *twin_of[METHODS];

static struct {
    Py_ssize_t gone, left, head;
} wall_at;
static struct {
    Py_ssize_t words;
} stream_at;
static PyObject *next_block; /* a name, always the same object, as Python remembers where it found each */

static PyObject *ask_twin_of(int method, PyObject *self, PyObject *argument) {
    return PyObject_CallFunctionObjArgs(twin_of[method], self, argument, NULL);
}

static int put(PyObject *object, Py_ssize_t place, PyObject *value) {
    PyObject **slot = (PyObject **)((char *)object + place);
    if (value != NULL)
        Py_XSETREF(*slot, value);
    return value != NULL;
}

static int put_number(PyObject *list, int at, long number) {
    PyObject *value = PyLong_FromLong(number);
    return value != NULL && PyList_SetItem(list, at, value) == 0;
}

/* Numbers as a list. */
static PyObject *list_of(const int *numbers, int size) {
    PyObject *list = PyList_New(size);
    for (int at = 0; list != NULL && at < size; at++) {
        PyObject *number = PyLong_FromLong(numbers[at]);
        if (number == NULL)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, at, number);
    }
    return list;
}

/* --- hands -------------------------------------------------------------------------------------------------------------------- */

/* 1 done, 0 left to the twin, -1 an error. */
static int move_tile(PyObject *hand, PyObject *tile, int by) {
    PyObject *counts = attribute(hand, hand_at.counts), *index = attribute(hand, hand_at.index), *copies = attribute(hand, hand_at.copies);
    int32_t place, size, held, bits, state;
    if (counts == NULL || index == NULL || copies == NULL || attribute(hand, hand_at.known) != Py_True || !PyList_Check(counts) ||
        PyList_GET_SIZE(counts) != ALL_KINDS || !PyList_Check(index) || PyList_GET_SIZE(index) != 5 || !PyList_Check(copies) ||
        PyList_GET_SIZE(copies) != ALL_KINDS || !read_int(tile, 0, 4 * ALL_KINDS - 1, &place) ||
        !read_int(attribute(hand, hand_at.size), 0, 999, &size))
        return 0;
    int kind = place >> 2, suit = kind < KINDS ? kind / 9 : 4, bit = 1 << (place & 3);
    if (!read_int(PyList_GET_ITEM(counts, kind), 0, 999, &held) || !read_int(PyList_GET_ITEM(copies, kind), 0, 15, &bits) ||
        !read_int(PyList_GET_ITEM(index, suit), 0, SUIT_STATES, &state) || (bits & bit) != (by > 0 ? 0 : bit))
        return 0;
    int good = put_number(counts, kind, held + by) && put_number(copies, kind, bits ^ bit) &&
               put_number(index, suit, state + by * (suit == 4 ? 1 : power[kind % 9])) &&
               put(hand, hand_at.size, PyLong_FromLong(size + by));
    return good ? 1 : -1;
}

static PyObject *moved(int method, PyObject *hand, PyObject *tile, int by) {
    int done = move_tile(hand, tile, by);
    if (done == 0)
        return ask_twin_of(method, hand, tile);
    return done < 0 ? NULL : Py_NewRef(Py_None);
}

static PyObject *hand_add(PyObject *hand, PyObject *tile) { return moved(HAND_ADD, hand, tile, 1); }
static PyObject *hand_remove(PyObject *hand, PyObject *tile) { return moved(HAND_REMOVE, hand, tile, -1); }

static PyObject *hand_add_all(PyObject *hand, PyObject *tiles) {
    if (!PyTuple_CheckExact(tiles))
        return ask_twin_of(HAND_ADD_ALL, hand, tiles);
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(tiles); at++) {
        PyObject *done = hand_add(hand, PyTuple_GET_ITEM(tiles, at));
        if (done == NULL)
            return NULL;
        Py_DECREF(done);
    }
    Py_RETURN_NONE;
}

/* Which copies of each kind are here, as bits. */
static int read_copies(PyObject *hand, int32_t *bits) {
    PyObject *copies = attribute(hand, hand_at.copies);
    if (copies == NULL || !PyList_Check(copies) || PyList_GET_SIZE(copies) != ALL_KINDS)
        return 0;
    for (int kind = 0; kind < ALL_KINDS; kind++)
        if (!read_int(PyList_GET_ITEM(copies, kind), 0, 15, &bits[kind]))
            return 0;
    return 1;
}

static PyObject *hand_any_tile(PyObject *hand, PyObject *of_kind) {
    PyObject *copies = attribute(hand, hand_at.copies);
    int32_t kind, bits;
    if (copies == NULL || !PyList_Check(copies) || PyList_GET_SIZE(copies) != ALL_KINDS || !read_int(of_kind, 0, ALL_KINDS - 1, &kind) ||
        !read_int(PyList_GET_ITEM(copies, kind), 1, 15, &bits))
        return ask_twin_of(HAND_ANY_TILE, hand, of_kind);
    int copy = 0;
    while (!(bits >> copy & 1))
        copy++;
    return PyLong_FromLong(4 * kind + copy);
}

static PyObject *hand_of_each(PyObject *hand, PyObject *items) {
    PyObject *const *counts = counts_of(hand);
    if (counts == NULL || !PyTuple_CheckExact(items) || PyTuple_GET_SIZE(items) != ALL_KINDS)
        return ask_twin_of(HAND_OF_EACH, hand, items);
    int kinds[ALL_KINDS], number = 0;
    for (int kind = 0; kind < ALL_KINDS; kind++)
        if (held(counts, kind))
            kinds[number++] = kind;
    PyObject *found = PyTuple_New(number);
    for (int at = 0; found != NULL && at < number; at++)
        PyTuple_SET_ITEM(found, at, Py_NewRef(PyTuple_GET_ITEM(items, kinds[at])));
    return found;
}

static PyObject *hand_quads(PyObject *hand, PyObject *nothing) {
    PyObject *const *counts = counts_of(hand);
    int kinds[ALL_KINDS], number = 0;
    if (counts == NULL)
        return ask_twin_of(HAND_QUADS, hand, NULL);
    for (int kind = 0; kind < ALL_KINDS; kind++)
        if (counts[kind] == integer[4])
            kinds[number++] = kind;
    return list_of(kinds, number);
}

static PyObject *hand_tiles(PyObject *hand, PyObject *nothing) {
    int32_t bits[ALL_KINDS];
    int tiles[4 * ALL_KINDS], number = 0;
    if (!read_copies(hand, bits))
        return ask_twin_of(HAND_TILES, hand, NULL);
    for (int kind = 0; kind < ALL_KINDS; kind++)
        for (int copy = 0; bits[kind] >> copy; copy++)
            if (bits[kind] >> copy & 1)
                tiles[number++] = 4 * kind + copy;
    return list_of(tiles, number);
}

/* --- walls and streams -------------------------------------------------------------------------------------------------------- */

static PyObject *wall_take(PyObject *wall, PyObject *position) {
    PyObject *gone = attribute(wall, wall_at.gone);
    int32_t at, left, head;
    if (gone == NULL || !PyByteArray_CheckExact(gone) || !read_int(position, 0, PyByteArray_GET_SIZE(gone) - 1, &at) ||
        !read_int(attribute(wall, wall_at.left), 1, 999, &left) || !read_int(attribute(wall, wall_at.head), 0, 999, &head))
        return ask_twin_of(WALL_TAKE, wall, position);
    char *taken = PyByteArray_AS_STRING(gone);
    taken[at] = 1;
    if (at == head) {
        while (head < PyByteArray_GET_SIZE(gone) && taken[head])
            head++;
        if (!put(wall, wall_at.head, PyLong_FromLong(head)))
            return NULL;
    }
    return put(wall, wall_at.left, PyLong_FromLong(left - 1)) ? Py_NewRef(Py_None) : NULL;
}

/* The next word of a stream, of which `left` are in the list; -1 with an error. */
static int64_t next_word(PyObject *stream, PyObject *words, Py_ssize_t *left) {
    if (*left == 0) {
        PyObject *done = PyObject_CallMethodNoArgs(stream, next_block);
        if (done == NULL)
            return -1;
        Py_DECREF(done);
        *left = PyList_GET_SIZE(words);
    }
    if (*left == 0 || *left > PyList_GET_SIZE(words)) {
        PyErr_SetString(PyExc_RuntimeError, "a stream has run dry");
        return -1;
    }
    return PyLong_AsLongLong(PyList_GET_ITEM(words, --*left));
}

static int shuffle(PyObject *stream, PyObject *words, PyObject *items) {
    Py_ssize_t left = PyList_GET_SIZE(words);
    for (Py_ssize_t last = PyList_GET_SIZE(items) - 1; last > 0; last--) {
        int64_t bound = last + 1, limit = (INT64_C(1) << 32) / bound * bound, word;
        while ((word = next_word(stream, words, &left)) >= limit)
            ;
        if (word < 0)
            return 0;
        PyObject *item = PyList_GET_ITEM(items, last);
        PyList_SET_ITEM(items, last, PyList_GET_ITEM(items, word % bound));
        PyList_SET_ITEM(items, word % bound, item);
    }
    return PyList_SetSlice(words, left, PyList_GET_SIZE(words), NULL) == 0;
}

static PyObject *stream_shuffle(PyObject *stream, PyObject *items) {
    PyObject *words = attribute(stream, stream_at.words);
    if (words == NULL || !PyList_CheckExact(words))
        return ask_twin_of(STREAM_SHUFFLE, stream, items);
    PyObject *shuffled = PySequence_List(items);
    Py_INCREF(words);
    if (shuffled != NULL && !shuffle(stream, words, shuffled))
        Py_CLEAR(shuffled);
    Py_DECREF(words);
    return shuffled;
}
