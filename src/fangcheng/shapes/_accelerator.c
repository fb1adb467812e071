/* The functions of fangcheng.shapes at machine speed, some methods of hands, walls and streams, and how a deal runs: same names, same
   answers, same errors.

   Each is bound to its Python twin (`accelerate`) and answers only what is plainly well formed. Anything else, an error above all,
   goes to the twin: there is one source of messages, and no table is read without a check of the index. The tables are the package's
   own (`hold_need`, `hold_classes`); until they are loaded the twins answer, and load them.

   Written for one version of Python at a time: through the stable ABI a question takes half as long again, for a hand is read
   attribute by attribute and number by number. */

#include <Python.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <structmember.h>

#include "native/theory.h"

#include "native/arguments.h"

#include "native/claims.h"
#include "native/questions.h"
#include "native/rows.h"
#include "native/splits.h"
#include "native/tiles.h"

#include "native/run.h"

#define METHOD(name) {#name, (PyCFunction)(void (*)(void))name, METH_FASTCALL | METH_KEYWORDS, NULL}
static const PyMethodDef twins[] = {
    METHOD(need),       METHOD(sets_need),     METHOD(complete),      METHOD(missing),    METHOD(distance),    METHOD(waits),
    METHOD(useful),     METHOD(acceptance),    METHOD(splits),        METHOD(need_rows),  METHOD(complete_rows), METHOD(distance_rows),
    METHOD(waits_rows), METHOD(useful_rows),   METHOD(claimants),     METHOD(looks_won),  METHOD(decide),      METHOD(run),
};

/* By the names that Python knows them under; a part after the dot is what the descriptor is called. */
static const PyMethodDef methods[METHODS] = {
    [HAND_ADD] = {"Hand.add", hand_add, METH_O, NULL},
    [HAND_ADD_ALL] = {"Hand.add_all", hand_add_all, METH_O, NULL},
    [HAND_REMOVE] = {"Hand.remove", hand_remove, METH_O, NULL},
    [HAND_ANY_TILE] = {"Hand.any_tile", hand_any_tile, METH_O, NULL},
    [HAND_OF_EACH] = {"Hand.of_each", hand_of_each, METH_O, NULL},
    [HAND_QUADS] = {"Hand.quads", hand_quads, METH_NOARGS, NULL},
    [HAND_TILES] = {"Hand.tiles", hand_tiles, METH_NOARGS, NULL},
    [WALL_TAKE] = {"Wall.take", wall_take, METH_O, NULL},
    [STREAM_SHUFFLE] = {"Stream.shuffle", stream_shuffle, METH_O, NULL},
};

/* A definition with its documentation. Lives as long as the process, as a function made from it may. */
static PyMethodDef *documented(const PyMethodDef *plain, const char *name, const char *doc) {
    PyMethodDef *method = malloc(sizeof *method);
    char *kept = malloc(strlen(doc) + 1);
    if (method == NULL || kept == NULL) {
        free(method);
        free(kept);
        PyErr_NoMemory();
        return NULL;
    }
    *method = *plain;
    method->ml_name = name;
    method->ml_doc = strcpy(kept, doc);
    return method;
}

/* accelerate(twin, name, doc, module): the function of this name, bound to its twin. */
static PyObject *accelerate(PyObject *self, PyObject *args) {
    PyObject *twin, *module;
    const char *name, *doc;
    if (!PyArg_ParseTuple(args, "OssO:accelerate", &twin, &name, &doc, &module))
        return NULL;
    for (size_t at = 0; at < sizeof twins / sizeof *twins; at++)
        if (strcmp(twins[at].ml_name, name) == 0) {
            PyMethodDef *method = documented(&twins[at], twins[at].ml_name, doc);
            return method == NULL ? NULL : PyCFunction_NewEx(method, twin, module);
        }
    return PyErr_Format(PyExc_LookupError, "no function %s", name);
}

/* accelerate_method(type, twin, name, doc): the method of this qualified name, for instances of the type. */
static PyObject *accelerate_method(PyObject *self, PyObject *args) {
    PyObject *type, *twin;
    const char *name, *doc;
    if (!PyArg_ParseTuple(args, "O!Oss:accelerate_method", &PyType_Type, &type, &twin, &name, &doc))
        return NULL;
    for (int at = 0; at < METHODS; at++)
        if (strcmp(methods[at].ml_name, name) == 0) {
            PyMethodDef *method = documented(&methods[at], strchr(methods[at].ml_name, '.') + 1, doc);
            if (method == NULL)
                return NULL;
            Py_XSETREF(twin_of[at], Py_NewRef(twin));
            return PyDescr_NewMethod((PyTypeObject *)type, method);
        }
    return PyErr_Format(PyExc_LookupError, "no method %s", name);
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

/* Fills in the places of attributes, in this order, once all are found; 0 with an error otherwise. */
static int find_places(PyObject *type, int number, const char *const *attributes, void *into) {
    Py_ssize_t places[8];
    for (int at = 0; at < number; at++)
        if ((places[at] = place_of(type, attributes[at])) < 0)
            return 0;
    memcpy(into, places, (size_t)number * sizeof *places);
    return 1;
}

static PyObject *hold_values(PyObject *self, PyObject *args) {
    static const char *const of_hand[] = {"index", "size", "counts", "copies", "known"};
    static const char *const of_wall[] = {"gone", "left", "head"};
    static const char *const of_stream[] = {"_words"};
    PyObject *hand, *wall, *stream;
    if (!PyArg_ParseTuple(args, "O!O!O!:hold_values", &PyType_Type, &hand, &PyType_Type, &wall, &PyType_Type, &stream) ||
        !find_places(hand, 5, of_hand, &hand_at) || !find_places(wall, 3, of_wall, &wall_at) || !find_places(stream, 1, of_stream, &stream_at))
        return NULL;
    hand_type = (PyTypeObject *)Py_NewRef(hand);
    Py_RETURN_NONE;
}

static PyObject *hold_engine(PyObject *self, PyObject *args) {
    static const char *const of_state[] = {"asked", "step", "folds", "hands"};
    PyObject *state, *window, *answered, *evolve;
    if (!PyArg_ParseTuple(args, "O!O!O!O:hold_engine", &PyType_Type, &state, &PyType_Type, &window, &PyType_Type, &answered, &evolve) ||
        !find_places(state, 4, of_state, &state_at))
        return NULL;
    python_evolve = Py_NewRef(evolve);
    window_type = (PyTypeObject *)Py_NewRef(window);
    answered_type = (PyTypeObject *)Py_NewRef(answered);
    state_type = (PyTypeObject *)Py_NewRef(state);
    Py_RETURN_NONE;
}

/* Whether instances of the type are laid out as a split_t, to be made without a call. */
static int is_laid_out_as_split(PyObject *type) {
    return ((PyTypeObject *)type)->tp_basicsize == sizeof(split_t) && !PyType_IS_GC((PyTypeObject *)type) &&
           place_of(type, "sets") == offsetof(split_t, sets) && place_of(type, "pair") == offsetof(split_t, pair);
}

static PyObject *hold_splits(PyObject *self, PyObject *args) {
    PyObject *suit_splits, *type, *set, *pair;
    if (!PyArg_ParseTuple(args, "OO!OO:hold_splits", &suit_splits, &PyType_Type, &type, &set, &pair))
        return NULL;
    if (!is_laid_out_as_split(type)) {
        /* As another msgspec may do: then the twin finds the splits. */
        PyErr_Clear();
        Py_RETURN_FALSE;
    }
    python_suit_splits = Py_NewRef(suit_splits);
    split_type = (PyTypeObject *)Py_NewRef(type);
    any_set = Py_NewRef(set);
    any_pair = Py_NewRef(pair);
    Py_RETURN_TRUE;
}

static PyMethodDef functions[] = {
    {"accelerate", accelerate, METH_VARARGS, "accelerate(twin, name, doc, module): the function of this name, bound to its Python twin."},
    {"accelerate_method", accelerate_method, METH_VARARGS, "accelerate_method(type, twin, name, doc): the method of this qualified name."},
    {"hold_values", hold_values, METH_VARARGS, "hold_values(hand, wall, stream): the classes with slots whose instances are read."},
    {"hold_engine", hold_engine, METH_VARARGS, "hold_engine(state, window, answered, evolve): what a deal runs with."},
    {"hold_need", hold_need, METH_VARARGS, "hold_need(suit, honour): use these tables from now on."},
    {"hold_classes", hold_classes, METH_VARARGS, "hold_classes(suit, honour, two, three, missing): use these tables from now on."},
    {"hold_splits", hold_splits, METH_VARARGS, "hold_splits(suit_splits, type, any_set, any_pair): make splits with these from now on, if the type allows it."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef module = {PyModuleDef_HEAD_INIT, "_accelerator", "See mode.py.", -1, functions, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__accelerator(void) {
    const char *pure = getenv("FANGCHENG_PURE");
    if (pure != NULL && *pure != '\0' && strcmp(pure, "0") != 0) {
        PyErr_SetString(PyExc_ImportError, "FANGCHENG_PURE is set");
        return NULL;
    }
    for (int at = 0; at < 5; at++)
        if ((integer[at] = PyLong_FromLong(at)) == NULL)
            return NULL;
    next_block = PyUnicode_InternFromString("_next_block");
    name_of.asks = PyUnicode_InternFromString("asks");
    name_of.follow = PyUnicode_InternFromString("follow");
    name_of.decide = PyUnicode_InternFromString("decide");
    name_of.answers = PyUnicode_InternFromString("answers");
    name_of.seat = PyUnicode_InternFromString("seat");
    name_of.still_asked = PyUnicode_InternFromString("still_asked");
    if (next_block == NULL || name_of.asks == NULL || name_of.follow == NULL || name_of.decide == NULL || name_of.answers == NULL ||
        name_of.seat == NULL || name_of.still_asked == NULL)
        return NULL;
    for (int sum = 0; sum < 320; sum++)
        need_of_sum[sum] = (uint8_t)(sum < 64 ? sum + 2 : (sum & 63) > 0 ? (sum & 63) - 1 : 0);
    return PyModule_Create(&module);
}
