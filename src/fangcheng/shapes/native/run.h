/* A deal on its way: `decide` for what is on offer, and `run`. They call the same folds and steps as their twins, with fewer stops. */

static PyTypeObject *state_type, *window_type, *answered_type;
static struct {
    Py_ssize_t asks, step, folds, hands;
} state_at;
static PyObject *python_evolve;
static struct {
    PyObject *asks, *follow, *decide, *answers, *seat, *still_asked;
} name_of;

static int succeeded(PyObject *answer) {
    Py_XDECREF(answer);
    return answer != NULL;
}

/* Of those whom a window has asked the ones who still are, as a new reference. */
static PyObject *still_asked(PyObject *step, PyObject *state, PyObject *asked) {
    return PyObject_CallMethodObjArgs(step, name_of.still_asked, state, asked, NULL);
}

/* What the others who are asked may do stays the same. Mostly there are none. */
static int keep_others(PyObject *state, PyObject *asked, PyObject *answer) {
    PyObject *seat = PyObject_GetAttr(answer, name_of.seat), *step = Py_XNewRef(attribute(state, state_at.step)), *left = NULL;
    int known = seat == NULL || step == NULL ? -1 : PyDict_Contains(asked, seat);
    if (known == 1 && PyDict_GET_SIZE(asked) == 1)
        left = PyDict_New();
    else if (known >= 0)
        left = still_asked(step, state, asked);
    if (left == NULL && !PyErr_Occurred())
        PyErr_SetString(PyExc_AttributeError, "a state without a step");
    Py_XDECREF(seat);
    Py_XDECREF(step);
    return left != NULL && put(state, state_at.asks, left);
}

static int evolve(PyObject *state, PyObject *event) {
    PyObject *arguments[2] = {state, event}, *all = attribute(state, state_at.folds);
    PyObject *folds = all != NULL && PyDict_CheckExact(all) ? PyDict_GetItemWithError(all, (PyObject *)Py_TYPE(event)) : NULL;
    if (folds == NULL || !PyTuple_CheckExact(folds))
        return !PyErr_Occurred() && succeeded(PyObject_Vectorcall(python_evolve, arguments, 2, NULL));
    PyObject *asked = Py_XNewRef(attribute(state, state_at.asks));
    Py_INCREF(folds);
    int good = put(state, state_at.asks, Py_NewRef(Py_None));
    for (Py_ssize_t at = 0; good && at < PyTuple_GET_SIZE(folds); at++)
        good = succeeded(PyObject_Vectorcall(PyTuple_GET_ITEM(folds, at), arguments, 2, NULL));
    if (good && Py_TYPE(event) == answered_type && asked != NULL && PyDict_CheckExact(asked) && PyDict_GET_SIZE(asked) > 0)
        good = keep_others(state, asked, event);
    Py_DECREF(folds);
    Py_XDECREF(asked);
    return good;
}

/* Whether all whom a window asks still are: none has answered, and their hands are known. */
static int are_all_still_asked(PyObject *asked, PyObject *answers, PyObject *hands) {
    if (hand_type == NULL || !PyDict_CheckExact(asked) || !PyDict_CheckExact(answers) || PyDict_GET_SIZE(answers) > 0 ||
        hands == NULL || !PyList_CheckExact(hands))
        return 0;
    PyObject *number, *offers;
    Py_ssize_t place = 0;
    int32_t seat;
    while (PyDict_Next(asked, &place, &number, &offers)) {
        if (!read_int(number, 0, (long)PyList_GET_SIZE(hands) - 1, &seat))
            return 0;
        PyObject *hand = PyList_GET_ITEM(hands, seat);
        if (!PyObject_TypeCheck(hand, hand_type) || attribute(hand, hand_at.known) != Py_True)
            return 0;
    }
    return 1;
}

/* Who is asked on this step, as a new reference. */
static PyObject *asked_on(PyObject *state, PyObject *step) {
    PyObject *asked = PyObject_CallMethodOneArg(step, name_of.asks, state);
    if (asked == NULL || !PyObject_TypeCheck(step, window_type) || PyObject_Not(asked))
        return asked;
    PyObject *answers = PyObject_GetAttr(step, name_of.answers), *hands = attribute(state, state_at.hands), *left = NULL;
    if (answers != NULL && are_all_still_asked(asked, answers, hands))
        left = Py_NewRef(asked);
    else if (answers != NULL)
        left = still_asked(step, state, asked);
    Py_XDECREF(answers);
    Py_DECREF(asked);
    return left;
}

static PyObject *follow(PyObject *state) {
    PyObject *step = Py_XNewRef(attribute(state, state_at.step)), *asked = attribute(state, state_at.asks), *event = NULL;
    if (step == NULL) {
        PyErr_SetString(PyExc_AttributeError, "a state without a step");
        return NULL;
    }
    asked = asked == NULL || asked == Py_None ? asked_on(state, step) : Py_NewRef(asked);
    if (asked != NULL && put(state, state_at.asks, Py_NewRef(asked))) {
        int nobody = PyObject_Not(asked);
        if (nobody >= 0)
            event = nobody ? PyObject_CallMethodOneArg(step, name_of.follow, state) : Py_NewRef(Py_None);
    }
    Py_XDECREF(asked);
    Py_DECREF(step);
    return event;
}

FUNCTION(run) {
    if (names != NULL || count != 2 || state_type == NULL || !Py_IS_TYPE(args[0], state_type))
        LEAVE_TO_TWIN;
    PyObject *events = PyList_New(0), *event = Py_NewRef(args[1]);
    while (events != NULL && event != Py_None) {
        int good = evolve(args[0], event) && PyList_Append(events, event) == 0;
        Py_DECREF(event);
        event = good ? follow(args[0]) : NULL;
        if (event == NULL)
            Py_CLEAR(events);
    }
    Py_XDECREF(event);
    return events;
}

/* Only the very action on offer is taken here; an equal one, and everything that is refused, is for the twin. */
FUNCTION(decide) {
    PyObject *asked = NULL, *offers = NULL;
    if (names == NULL && count == 3 && state_type != NULL && Py_IS_TYPE(args[0], state_type))
        asked = attribute(args[0], state_at.asks);
    if (asked != NULL && PyDict_CheckExact(asked) && PyLong_CheckExact(args[1]))
        offers = PyDict_GetItemWithError(asked, args[1]);
    Py_ssize_t at = 0, number = offers != NULL && PyTuple_CheckExact(offers) ? PyTuple_GET_SIZE(offers) : 0;
    while (at < number && PyTuple_GET_ITEM(offers, at) != args[2])
        at++;
    PyObject *step = at < number ? attribute(args[0], state_at.step) : NULL;
    if (step == NULL)
        LEAVE_TO_TWIN;
    PyObject *arguments[4] = {Py_NewRef(step), args[0], args[1], args[2]};
    PyObject *event = PyObject_VectorcallMethod(name_of.decide, arguments, 4, NULL);
    Py_DECREF(step);
    return event;
}
