/* One question about one hand. */

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
