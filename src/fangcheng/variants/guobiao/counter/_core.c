/* Counts hands of sets and a pair at machine speed, by the same element table and with the same answer as its Python twin.

   No rule stands here. What a set adds to a reading, which rows strike out which, what a row is worth come from Python when a core is made;
   which rows hold for the facts of one side of a win is asked of Python once and then remembered. What is left is to find the readings,
   to add, to look up and to compare. Whatever is not plainly such a hand goes to the twin. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define KINDS 34
#define HONOURS 27
#define WORDS 3
#define MOST_ROWS 128
#define MOST_WAYS 64
#define MOST_SEVERAL 8
#define MOST_TIMES 8
#define MOST_KEPT (1 << 17)
#define PLACES 5
#define FULL 14
#define MOST_BESIDE 16

enum { NOTHING, PUNG_HERE, EDGE, CLOSED, SINGLE };                       /* suits.py */
enum { CHOWS, PUNGS, HONOUR_PARTS, SETS, TILES, PAIRS, HELD, ENDS, HOW, GATES, BESIDE, WHOLE, WHOLE_READING }; /* core.py */
enum { SHOWN_CHOW, SHOWN_PUNG, SHOWN_PAIR, LAID_CHOW, LAID_PUNG, LAID_KONG, SHOWN };

typedef struct {
    uint64_t word[WORDS];
} sum_t;

typedef struct {
    uint64_t low, high;
} bits_t;

/* Rows that hold, and of those that hold several times how often. */
typedef struct {
    bits_t rows;
    uint8_t several, place[MOST_SEVERAL], times[MOST_SEVERAL];
} stands_t;

typedef struct {
    uint64_t key;
    bits_t rows;
    uint8_t used, several, place[3], times[3];
} kept_t;

typedef struct {
    kept_t *slots;
    size_t size, used;
} table_t;

/* One way to see the tiles of a suit: its sets as kind * 2 + (pung), ascending, and the pair. */
typedef struct {
    sum_t sum;
    int sets, pair;
    uint8_t set[4];
} way_t;

typedef struct {
    int number;
    way_t way[MOST_WAYS];
} ways_t;

typedef struct {
    uint8_t known[PLACES * PLACES];
    bits_t sure[PLACES * PLACES], lone[PLACES * PLACES];
} how_t;

/* A way of winning, and what it comes to for each way that melds can lie. */
typedef struct {
    PyObject *win;
    how_t *how[PLACES * PLACES * PLACES];
} win_t;

typedef struct {
    PyObject_HEAD
    PyObject *answer, *twin, *score, *reading, *counted, *ids, *excluded, *contexts, *wholes, *shown[SHOWN];
    sum_t chow[HONOURS], pung[KINDS], pair[KINDS];
    uint64_t honour_parts, honour_sorts, sets, ends, pairs, one_pair, concealed, hog;
    int concealed_at, hogs_at, chow_suit, chow_field, pung_suit, pung_field;
    uint64_t trait[4][512];
    /* Tiles that may lie beside sets and a pair: their kinds, and as a score shows them. */
    PyObject *shape_beside, *shown_beside[MOST_BESIDE];
    uint64_t beside[MOST_BESIDE];
    int number_beside;
    int rows, fallback;
    int value[MOST_ROWS];
    bits_t strikes[MOST_ROWS], lessens[MOST_ROWS];
    table_t chows, pungs, honours, set_numbers, tiles, pairs_of, held, tiles_beside, whole;
    win_t **wins;
    int win_number;
    PyObject *elements[MOST_ROWS][MOST_TIMES];
    PyObject *strikings[MOST_ROWS][MOST_ROWS];
} core_t;

static PyObject *name_counts, *name_shape, *name_tiles, *name_chow, *name_pung, *name_kong, *name_concealed_kong, *name_standard,
    *name_seven_pairs;

/* --- bits ------------------------------------------------------------------------------------------------------------------------ */

static int has(bits_t bits, int place) { return (int)((place < 64 ? bits.low >> place : bits.high >> (place - 64)) & 1); }

static bits_t either(bits_t one, bits_t other) { return (bits_t){one.low | other.low, one.high | other.high}; }

static bits_t both(bits_t one, bits_t other) { return (bits_t){one.low & other.low, one.high & other.high}; }

static bits_t without(bits_t one, bits_t other) { return (bits_t){one.low & ~other.low, one.high & ~other.high}; }

static int any(bits_t bits) { return (bits.low | bits.high) != 0; }

static bits_t bit(int place) { return place < 64 ? (bits_t){UINT64_C(1) << place, 0} : (bits_t){0, UINT64_C(1) << (place - 64)}; }

static int lowest(bits_t bits) {
    uint64_t word = bits.low ? bits.low : bits.high;
    int place = bits.low ? 0 : 64;
#ifdef __GNUC__
    return place + __builtin_ctzll(word);
#endif
    for (int step = 32; step; step >>= 1)
        if (!(word & ((UINT64_C(1) << step) - 1))) {
            word >>= step;
            place += step;
        }
    return place;
}

static bits_t without_lowest(bits_t bits) {
    return bits.low ? (bits_t){bits.low & (bits.low - 1), bits.high} : (bits_t){0, bits.high & (bits.high - 1)};
}

static int number_of(uint64_t bits) {
    int number = 0;
    for (; bits; bits &= bits - 1)
        number++;
    return number;
}

static void add(sum_t *sum, const sum_t *more) {
    for (int word = 0; word < WORDS; word++)
        sum->word[word] += more->word[word];
}

/* --- what Python knows ----------------------------------------------------------------------------------------------------------- */

static int bits_from(PyObject *number, bits_t *bits) {
    PyObject *shift = PyLong_FromLong(64), *high = shift ? PyNumber_Rshift(number, shift) : NULL;
    Py_XDECREF(shift);
    if (high == NULL)
        return -1;
    bits->low = PyLong_AsUnsignedLongLongMask(number);
    bits->high = PyLong_AsUnsignedLongLongMask(high);
    Py_DECREF(high);
    return PyErr_Occurred() ? -1 : 0;
}

/* Rows and (bit, times) pairs, as Python writes them. */
static int kept_from(PyObject *stands, kept_t *kept) {
    PyObject *rows, *several;
    if (!PyArg_ParseTuple(stands, "O!O!", &PyLong_Type, &rows, &PyTuple_Type, &several) || bits_from(rows, &kept->rows))
        return -1;
    kept->several = 0;
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(several); at++) {
        PyObject *one;
        bits_t row;
        int times;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(several, at), "Oi", &one, &times) || bits_from(one, &row))
            return -1;
        if (at >= 3 || times >= MOST_TIMES || !any(row)) {
            PyErr_SetString(PyExc_OverflowError, "more rows hold several times than there is room for");
            return -1;
        }
        kept->place[at] = (uint8_t)lowest(row);
        kept->times[at] = (uint8_t)times;
        kept->several++;
    }
    return 0;
}

static kept_t *slot_of(const table_t *table, uint64_t key) {
    size_t at = (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 20) & (table->size - 1);
    while (table->slots[at].used && table->slots[at].key != key)
        at = (at + 1) & (table->size - 1);
    return &table->slots[at];
}

static int has_room(table_t *table) {
    if (2 * table->used < table->size)
        return 1;
    table_t grown = {NULL, table->size ? 2 * table->size : 64, 0};
    if (grown.size > MOST_KEPT) {
        memset(table->slots, 0, table->size * sizeof(kept_t));
        table->used = 0;
        return 1;
    }
    grown.slots = calloc(grown.size, sizeof(kept_t));
    if (grown.slots == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    for (size_t at = 0; at < table->size; at++)
        if (table->slots[at].used) {
            *slot_of(&grown, table->slots[at].key) = table->slots[at];
            grown.used++;
        }
    free(table->slots);
    *table = grown;
    return 1;
}

/* Add the rows that hold for facts to those of a reading: remembered by the key, or as Python answers. */
static int hold(core_t *core, table_t *table, uint64_t key, stands_t *into, int side, uint64_t facts, int one, int other) {
    kept_t *slot = table->size ? slot_of(table, key) : NULL;
    if (slot == NULL || !slot->used) {
        kept_t fresh = {.key = key, .used = 1};
        PyObject *stands = PyObject_CallFunction(core->answer, "iKii", side, (unsigned long long)facts, one, other);
        int failed = stands == NULL || kept_from(stands, &fresh);
        Py_XDECREF(stands);
        if (failed || !has_room(table))
            return -1;
        slot = slot_of(table, key);
        table->used += !slot->used;
        *slot = fresh;
    }
    into->rows = either(into->rows, slot->rows);
    for (int at = 0; at < slot->several && into->several < MOST_SEVERAL; at++) {
        into->place[into->several] = slot->place[at];
        into->times[into->several++] = slot->times[at];
    }
    return 0;
}

/* The fields of a suit in the other order. */
static uint64_t turned(uint64_t suit, int width, int field) {
    uint64_t mask = (UINT64_C(1) << field) - 1, other = 0;
    for (int at = 0; at < width; at += field)
        other = other << field | (suit >> at & mask);
    return other;
}

/* Three suits, the largest lowest, and in each the lowest rank of all. */
static uint64_t lowered(uint64_t one, uint64_t two, uint64_t three, int width, int field) {
    int down = lowest((bits_t){one | two | three, 0}) / field * field;
    one >>= down, two >>= down, three >>= down;
    uint64_t high = one > two ? one : two, low = one > two ? two : one;
    uint64_t middle = three > high ? high : three < low ? low : three;
    return (three > high ? three : high) | middle << width | (three < low ? three : low) << 2 * width;
}

/* One number for all that are alike to every element of chows or of pungs, of which there is one; see in_order in sums.py. */
static uint64_t in_order(uint64_t number, int width, int field) {
    uint64_t mask = (UINT64_C(1) << width) - 1, suit[3], other[3];
    for (int at = 0; at < 3; at++) {
        suit[at] = number >> at * width & mask;
        other[at] = turned(suit[at], width, field);
    }
    uint64_t one = lowered(suit[0], suit[1], suit[2], width, field), two = lowered(other[0], other[1], other[2], width, field);
    return one > two ? one : two;
}

/* --- readings of a suit ---------------------------------------------------------------------------------------------------------- */

static int later(const way_t *one, const way_t *other) {
    for (int at = 0; at < one->sets && at < other->sets; at++)
        if (one->set[at] != other->set[at])
            return one->set[at] > other->set[at];
    return one->pair > other->pair;
}

/* All ways from a rank on: at each rank a pung or none, the pair or none, and chows of what is left. -1 when there are too many. */
static int split(const core_t *core, int first, int ranks, uint8_t *counts, int rank, way_t *so_far, ways_t *found) {
    while (rank < ranks && !counts[rank])
        rank++;
    if (rank == ranks) {
        if (found->number == MOST_WAYS)
            return -1;
        int at = found->number++;
        for (; at && later(&found->way[at - 1], so_far); at--)
            found->way[at] = found->way[at - 1];
        found->way[at] = *so_far;
        return 0;
    }
    int held = counts[rank], kind = first + rank, room = first < HONOURS && rank < 7;
    for (int pung = 0; pung <= held / 3; pung++)
        for (int pair = 0; pair <= (held - 3 * pung >= 2 && so_far->pair < 0); pair++) {
            int chows = held - 3 * pung - 2 * pair;
            if (chows && (!room || counts[rank + 1] < chows || counts[rank + 2] < chows))
                continue;
            if (so_far->sets + chows + pung > 4)
                continue;
            way_t way = *so_far;
            for (int chow = 0; chow < chows; chow++) {
                way.set[way.sets++] = (uint8_t)(kind * 2);
                add(&way.sum, &core->chow[kind]);
            }
            if (pung) {
                way.set[way.sets++] = (uint8_t)(kind * 2 + 1);
                add(&way.sum, &core->pung[kind]);
                way.sum.word[2] += core->concealed;
            }
            if (pair) {
                way.pair = kind;
                add(&way.sum, &core->pair[kind]);
            }
            counts[rank] = 0;
            if (chows) {
                counts[rank + 1] -= (uint8_t)chows;
                counts[rank + 2] -= (uint8_t)chows;
            }
            int failed = split(core, first, ranks, counts, rank + 1, &way, found);
            counts[rank] = (uint8_t)held;
            if (chows) {
                counts[rank + 1] += (uint8_t)chows;
                counts[rank + 2] += (uint8_t)chows;
            }
            if (failed)
                return -1;
        }
    return 0;
}

static int ranks_of(int suit) { return suit < 3 ? 9 : 7; }

static int are_sets(const uint8_t *counts, int ranks, int lacking) {
    int left[11] = {0};
    for (int rank = 0; rank < ranks; rank++)
        left[rank] = counts[rank];
    if (lacking >= 0)
        left[lacking] -= 2;
    for (int rank = 0; rank < ranks; rank++) {
        if (left[rank] < 0)
            return 0;
        int chows = left[rank] % 3;
        if (chows && (ranks < 9 || rank > 6))
            return 0;
        left[rank + 1] -= chows;
        left[rank + 2] -= chows;
    }
    return 1;
}

static int is_paired(const uint8_t *counts, int ranks) {
    for (int rank = 0; rank < ranks; rank++)
        if (counts[rank] >= 2 && are_sets(counts, ranks, rank))
            return 1;
    return 0;
}

/* How many kinds make the tiles of a suit sets, or sets and a pair, by one tile more. */
static int closing(const uint8_t *suit, int ranks, int paired) {
    uint8_t counts[9];
    int number = 0;
    memcpy(counts, suit, (size_t)ranks);
    for (int rank = 0; rank < ranks; rank++) {
        counts[rank]++;
        number += paired ? is_paired(counts, ranks) : are_sets(counts, ranks, -1);
        counts[rank]--;
    }
    return number;
}

/* --- one hand -------------------------------------------------------------------------------------------------------------------- */

typedef struct {
    uint8_t counts[KINDS]; /* concealed tiles, the winning one among them */
    uint8_t laid[KINDS];
    uint64_t kinds, laid_kinds, konged;
    int size, kind, seat_wind, prevalent_wind, melds, gates, exposed, exposed_kongs, concealed_kongs;
    sum_t base;
    int beside; /* which tiles lie beside these, -1 for none */
    PyObject *groups[4]; /* borrowed */
    win_t *win;
} hand_t;

enum { NOT_FOUND, AS_SETS, AS_PAIRS, AS_WHOLE };

/* The best reading so far. As sets: the ways to see the suits, and which tiles lie beside them. */
typedef struct {
    int shape, total, beside;
    stands_t stands;
    way_t way[4];
} best_t;

/* See is_alone in judged.py. */
static int is_alone(const hand_t *hand, const way_t *const *way) {
    int suit = hand->kind / 9, paired = 0, other = 0;
    uint8_t before[KINDS];
    while (way[paired]->pair < 0)
        paired++;
    memcpy(before, hand->counts, sizeof before);
    before[hand->kind]--;
    int number = closing(before + 9 * suit, ranks_of(suit), suit == paired);
    if (suit != paired && is_paired(before + 9 * suit, ranks_of(suit)))
        other = closing(before + 9 * paired, ranks_of(paired), 0);
    if (number + other != 1)
        return 0;
    int odd = 0;
    for (int kind = 0; kind < KINDS; kind++)
        odd += before[kind] & 1;
    return hand->size != FULL || odd != 1 || (before[hand->kind] & 1);
}

/* Whether seven pairs without the winning tile wait for its kind alone, as pairs or as sets and a pair. */
static int pairs_are_alone(const hand_t *hand) {
    uint8_t grown[KINDS];
    memcpy(grown, hand->counts, sizeof grown);
    grown[hand->kind]--;
    for (int kind = 0; kind < KINDS; kind++) {
        grown[kind]++;
        int paired = 0, complete = kind != hand->kind;
        for (int suit = 0; complete && suit < 4; suit++)
            if (!are_sets(grown + 9 * suit, ranks_of(suit), -1)) {
                complete = is_paired(grown + 9 * suit, ranks_of(suit));
                paired += complete;
            }
        grown[kind]--;
        if (complete && paired == 1)
            return 0;
    }
    return 1;
}

static bits_t counted_of(const core_t *core, bits_t rows) {
    bits_t struck = {0, 0};
    for (bits_t left = rows; any(left);) {
        int place = lowest(left);
        struck = either(struck, core->strikes[place]);
        left = without(without_lowest(left), struck);
    }
    bits_t counted = without(rows, struck);
    return any(counted) || core->fallback < 0 ? counted : bit(core->fallback);
}

static bits_t lessened_of(const core_t *core, bits_t counted) {
    bits_t lessened = {0, 0};
    for (bits_t left = counted; any(left); left = without_lowest(left))
        lessened = either(lessened, core->lessens[lowest(left)]);
    return both(lessened, counted);
}

/* How often each row counts; the rows that do. */
static bits_t times_of(const core_t *core, const stands_t *stands, uint8_t *times) {
    bits_t counted = counted_of(core, stands->rows), lessened = lessened_of(core, counted);
    memset(times, 0, MOST_ROWS);
    for (bits_t left = counted; any(left); left = without_lowest(left))
        times[lowest(left)] = 1;
    for (int at = 0; at < stands->several; at++)
        if (has(counted, stands->place[at]))
            times[stands->place[at]] = stands->times[at];
    for (bits_t left = lessened; any(left); left = without_lowest(left))
        if (--times[lowest(left)] == 0)
            counted = without(counted, bit(lowest(left)));
    return counted;
}

static int total_of(const core_t *core, const stands_t *stands) {
    bits_t counted = counted_of(core, stands->rows), lessened = lessened_of(core, counted);
    int total = 0;
    for (bits_t left = counted; any(left); left = without_lowest(left))
        total += core->value[lowest(left)];
    for (bits_t left = lessened; any(left); left = without_lowest(left))
        total -= core->value[lowest(left)];
    for (int at = 0; at < stands->several; at++)
        if (has(counted, stands->place[at]))
            total += core->value[stands->place[at]] * (stands->times[at] - 1);
    return total;
}

/* Whether the first has the larger values in table order. */
static int larger(const core_t *core, const stands_t *one, const stands_t *other) {
    uint8_t of_one[MOST_ROWS], of_other[MOST_ROWS];
    times_of(core, one, of_one);
    times_of(core, other, of_other);
    for (int place = 0; place < core->rows; place++)
        if (of_one[place] != of_other[place])
            return of_one[place] > of_other[place];
    return 0;
}

static how_t *how_of(hand_t *hand) {
    how_t **how = &hand->win->how[hand->exposed + PLACES * hand->exposed_kongs + PLACES * PLACES * hand->concealed_kongs];
    if (*how == NULL && (*how = calloc(1, sizeof(how_t))) == NULL)
        PyErr_NoMemory();
    return *how;
}

static int ask_how(core_t *core, hand_t *hand, how_t *how, int at) {
    int lies = hand->exposed | hand->exposed_kongs << 8 | hand->concealed_kongs << 16;
    PyObject *rows = PyObject_CallFunction(core->answer, "iOii", HOW, hand->win->win, lies, at), *sure, *lone;
    int failed = rows == NULL || !PyArg_ParseTuple(rows, "OO", &sure, &lone) || bits_from(sure, &how->sure[at]) || bits_from(lone, &how->lone[at]);
    Py_XDECREF(rows);
    how->known[at] = !failed;
    return failed ? -1 : 0;
}

/* The places of the winning tile in a way to see its suit, a bit each; see places in suits.py. */
static unsigned places_of(const way_t *way, int kind) {
    unsigned places = way->pair == kind ? 1u << SINGLE : 0;
    for (int at = 0; at < way->sets; at++) {
        int first = way->set[at] / 2, step = kind - first, rank = first % 9;
        if (way->set[at] & 1)
            places |= step == 0 ? 1u << PUNG_HERE : 0;
        else if (step == 1)
            places |= 1u << CLOSED;
        else if (step == 0 || step == 2)
            places |= (rank == 0 && step == 2) || (rank == 6 && step == 0) ? 1u << EDGE : 1u << NOTHING;
    }
    return places;
}

/* Compare a reading with the best so far, the winning tile at each of its places. way: NULL unless it is seen as sets. */
static int place(core_t *core, hand_t *hand, int shape, const way_t *const *way, const stands_t *stands, int own, unsigned places, best_t *best) {
    how_t *how = how_of(hand);
    if (how == NULL)
        return -1;
    for (int place = 0; place < PLACES; place++) {
        if (!(places >> place & 1))
            continue;
        if (!how->known[own + place] && ask_how(core, hand, how, own + place))
            return -1;
        stands_t whole = *stands;
        whole.rows = either(stands->rows, either(how->sure[own + place], how->lone[own + place]));
        int total = total_of(core, &whole);
        if (best->shape && total < best->total)
            continue;
        if (any(how->lone[own + place]) && !(way ? is_alone(hand, way) : pairs_are_alone(hand))) {
            whole.rows = either(stands->rows, how->sure[own + place]);
            total = total_of(core, &whole);
        }
        if (!best->shape || total > best->total || (total == best->total && larger(core, &whole, &best->stands))) {
            best->total = total;
            best->stands = whole;
            best->shape = shape;
            best->beside = hand->beside;
            for (int suit = 0; suit < 4 && way != NULL; suit++)
                best->way[suit] = *way[suit];
        }
    }
    return 0;
}

/* A wind, or -1 where the reading has no pung of it: then it makes no difference which it is. */
static int among(const core_t *core, uint64_t honours, int wind) {
    return wind >= HONOURS && honours & 3 * (core->pung[wind].word[2] & core->honour_parts & ~core->honour_sorts) ? wind : -1;
}

/* Put a reading of suits together and compare it. */
static int weigh(core_t *core, hand_t *hand, const way_t *const *way, const stands_t *tiles, best_t *best) {
    sum_t sum = hand->base;
    for (int suit = 0; suit < 4; suit++)
        add(&sum, &way[suit]->sum);
    if ((sum.word[2] & core->pairs) != core->one_pair)
        return 0;
    stands_t stands = *tiles;
    uint64_t sets = sum.word[2] & core->sets, honours = sum.word[2] & core->honour_parts;
    int with_beside = hand->beside >= 0;
    if (hold(core, &core->set_numbers, sets << 1 | (uint64_t)with_beside, &stands, SETS, sets, with_beside, 0))
        return -1;
    if (sum.word[0]) {
        uint64_t chows = in_order(sum.word[0], core->chow_suit, core->chow_field);
        if (hold(core, &core->chows, chows, &stands, CHOWS, chows, 0, 0))
            return -1;
        if (sets == core->ends) {
            kept_t ends;
            PyObject *found = PyObject_CallFunction(core->answer, "iKKi", ENDS, (unsigned long long)sum.word[0], (unsigned long long)sum.word[2], 0);
            int failed = found == NULL || kept_from(found, &ends);
            Py_XDECREF(found);
            if (failed)
                return -1;
            stands.rows = either(stands.rows, ends.rows);
        }
    }
    if (sum.word[1]) {
        uint64_t pungs = in_order(sum.word[1], core->pung_suit, core->pung_field);
        if (hold(core, &core->pungs, pungs, &stands, PUNGS, pungs, 0, 0))
            return -1;
    }
    if (honours) {
        int seat_wind = among(core, honours, hand->seat_wind), prevalent_wind = among(core, honours, hand->prevalent_wind);
        /* Which wind it is makes no difference, only whether there is a pung of it, and whether both are the same. */
        uint64_t winds = (uint64_t)(seat_wind >= 0) << 1 | (uint64_t)(prevalent_wind >= 0) << 2 | (uint64_t)(seat_wind == prevalent_wind) << 3;
        uint64_t key = (honours & core->honour_sorts) | winds << 60;
        if (hold(core, &core->honours, key, &stands, HONOUR_PARTS, honours, seat_wind, prevalent_wind))
            return -1;
    }
    uint64_t hogs = sum.word[2] >> core->hogs_at;
    if ((hogs || hand->gates) && hold(core, &core->held, hogs << 1 | (uint64_t)hand->gates, &stands, HELD, hogs, hand->gates, 0))
        return -1;
    int own = (int)(sum.word[2] >> core->concealed_at & 7) * PLACES;
    if (place(core, hand, AS_SETS, way, &stands, own, places_of(way[hand->kind / 9], hand->kind), best))
        return -1;
    int is_beside = with_beside && core->beside[hand->beside] >> hand->kind & 1;
    return is_beside ? place(core, hand, AS_SETS, way, &stands, own, 1u << NOTHING, best) : 0;
}

/* --- from and to Python ---------------------------------------------------------------------------------------------------------- */

/* 1: an ordinary meld, 0: for the twin, -1: an error. */
static int read_meld(core_t *core, PyObject *meld, hand_t *hand) {
    PyObject *shape = PyObject_GetAttr(meld, name_shape), *tiles = shape ? PyObject_GetAttr(meld, name_tiles) : NULL;
    int fits = -1;
    if (tiles == NULL)
        goto done;
    fits = 0;
    int kong = shape == name_kong, hidden = shape == name_concealed_kong, chow = shape == name_chow;
    Py_ssize_t size = kong || hidden ? 4 : 3;
    if (!(kong || hidden || chow || shape == name_pung) || !PyTuple_CheckExact(tiles) || PyTuple_GET_SIZE(tiles) != size)
        goto done;
    int first = KINDS;
    for (Py_ssize_t at = 0; at < size; at++) {
        long tile = PyLong_AsLong(PyTuple_GET_ITEM(tiles, at));
        if (tile == -1 && PyErr_Occurred()) {
            fits = -1;
            goto done;
        }
        if (tile < 0 || tile >= 4 * KINDS)
            goto done;
        int kind = (int)tile / 4;
        hand->laid[kind]++;
        hand->laid_kinds |= UINT64_C(1) << kind;
        first = kind < first ? kind : first;
    }
    if (chow && (first >= HONOURS || first % 9 > 6))
        goto done;
    add(&hand->base, chow ? &core->chow[first] : &core->pung[first]);
    hand->base.word[2] += hidden ? core->concealed : 0;
    hand->konged |= kong || hidden ? UINT64_C(1) << first : 0;
    hand->exposed += !hidden;
    hand->exposed_kongs += kong;
    hand->concealed_kongs += hidden;
    hand->groups[hand->melds++] = PyList_GET_ITEM(core->shown[chow ? LAID_CHOW : kong || hidden ? LAID_KONG : LAID_PUNG], first);
    fits = 1;
done:
    Py_XDECREF(shape);
    Py_XDECREF(tiles);
    return fits;
}

/* The concealed tiles and the winning one. 1, 0 and -1 as above. */
static int read_tiles(const core_t *core, PyObject *concealed, hand_t *hand) {
    PyObject *counts = PyObject_GetAttr(concealed, name_counts);
    if (counts == NULL)
        return -1;
    int fits = PyList_CheckExact(counts) && PyList_GET_SIZE(counts) >= KINDS;
    for (int kind = 0; fits && kind < KINDS; kind++) {
        long number = PyLong_AsLong(PyList_GET_ITEM(counts, kind));
        number += kind == hand->kind;
        fits = number >= 0 && number <= 4;
        if (fits && number) {
            hand->counts[kind] = (uint8_t)number;
            hand->size += (int)number;
            hand->kinds |= UINT64_C(1) << kind;
            hand->base.word[2] += number == 4 ? core->hog : 0;
        }
    }
    Py_DECREF(counts);
    return PyErr_Occurred() ? -1 : fits;
}

static int is_seven_pairs(const hand_t *hand) {
    int odd = hand->size != FULL;
    for (int kind = 0; kind < KINDS; kind++)
        odd |= hand->counts[kind] & 1;
    return !odd;
}

static int has_five_of_a_kind(const hand_t *hand) {
    for (int kind = 0; kind < KINDS && hand->melds; kind++)
        if (hand->laid[kind] + hand->counts[kind] > 4)
            return 1;
    return 0;
}

/* Whether hands of such tiles may have a shape other than sets and a pair; see may_be_other in count.py. */
static int may_be_other(const core_t *core, const hand_t *hand) {
    int number = number_of(hand->kinds), other = !hand->melds && (number <= FULL / 2 || number >= FULL - 1);
    for (int at = 0; at < core->number_beside && hand->melds <= 1; at++)
        other |= (hand->kinds & core->beside[at]) == core->beside[at];
    return other;
}

/* Kinds held four times by melds and concealed tiles together, and the nine gates of one suit. */
static int read_whole(core_t *core, hand_t *hand, PyObject *concealed) {
    for (int kind = 0; kind < KINDS && hand->melds; kind++)
        if (hand->laid[kind] && hand->laid[kind] + hand->counts[kind] >= 4 && hand->counts[kind] < 4 && !(hand->konged >> kind & 1))
            hand->base.word[2] += core->hog;
    if (!hand->melds && number_of(hand->kinds) == 9 && !(hand->kinds >> 9 * (hand->kind / 9 + 1)) && hand->kinds >> 9 * (hand->kind / 9) == 511) {
        PyObject *gates = PyObject_CallFunction(core->answer, "iOKi", GATES, concealed, (unsigned long long)hand->kinds, hand->kind);
        if (gates == NULL)
            return -1;
        hand->gates = gates == Py_True;
        Py_DECREF(gates);
    }
    return 0;
}

static win_t *new_win(core_t *core, PyObject *key, PyObject *win) {
    win_t **grown = PyMem_Realloc(core->wins, (size_t)(core->win_number + 1) * sizeof(win_t *));
    if (grown == NULL)
        return (win_t *)PyErr_NoMemory();
    core->wins = grown;
    PyObject *place = PyLong_FromLong(core->win_number);
    win_t *made = PyMem_Calloc(1, sizeof(win_t));
    if (made == NULL)
        PyErr_NoMemory();
    if (place == NULL || made == NULL || PyDict_SetItem(core->contexts, key, place)) {
        Py_XDECREF(place);
        PyMem_Free(made);
        return NULL;
    }
    Py_DECREF(place);
    made->win = Py_NewRef(win);
    return core->wins[core->win_number++] = made;
}

/* What is remembered of a way of winning, whatever the winning tile and the winds. */
static win_t *win_of(core_t *core, PyObject *win) {
    static const Py_ssize_t parts[4] = {0, 2, 5, 6};
    PyObject *key = PyTuple_New(4);
    if (key == NULL)
        return NULL;
    for (Py_ssize_t at = 0; at < 4; at++)
        PyTuple_SET_ITEM(key, at, Py_NewRef(PyTuple_GET_ITEM(win, parts[at])));
    PyObject *known = PyDict_GetItemWithError(core->contexts, key);
    win_t *found = known != NULL ? core->wins[PyLong_AsLong(known)] : PyErr_Occurred() ? NULL : new_win(core, key, win);
    Py_DECREF(key);
    return found;
}

/* The wind at a place of a win, -1 for none. -2 with an error when it is no number. */
static int wind_of(PyObject *win, Py_ssize_t place) {
    long wind = PyLong_AsLong(PyTuple_GET_ITEM(win, place));
    if (wind == -1 && PyErr_Occurred())
        return -2;
    return wind >= 0 && wind < KINDS ? (int)wind : -1;
}

static PyObject *element_of(core_t *core, int place, int times) {
    PyObject **kept = &core->elements[place][times];
    if (*kept == NULL)
        *kept = PyObject_CallFunction(core->counted, "Oii", PyTuple_GET_ITEM(core->ids, place), core->value[place] * times, times);
    return Py_XNewRef(*kept);
}

static PyObject *striking_of(core_t *core, int place, int by) {
    PyObject **kept = &core->strikings[place][by];
    if (*kept == NULL)
        *kept = PyObject_CallFunction(core->excluded, "OO", PyTuple_GET_ITEM(core->ids, place), PyTuple_GET_ITEM(core->ids, by));
    return Py_XNewRef(*kept);
}

/* What counts, and what was struck out by what; see _tell in count.py. */
static int tell(core_t *core, const stands_t *stands, PyObject **elements, PyObject **excluded) {
    uint8_t times[MOST_ROWS], by[MOST_ROWS];
    bits_t counted = times_of(core, stands, times), left = without(stands->rows, counted), struck = {0, 0};
    for (bits_t each = counted; any(each) && any(left); each = without_lowest(each)) {
        int place = lowest(each);
        bits_t gone = both(either(core->strikes[place], core->lessens[place]), left);
        left = without(left, gone);
        struck = either(struck, gone);
        for (; any(gone); gone = without_lowest(gone))
            by[lowest(gone)] = (uint8_t)place;
    }
    *elements = PyTuple_New(number_of(counted.low) + number_of(counted.high));
    *excluded = PyTuple_New(number_of(struck.low) + number_of(struck.high));
    if (*elements == NULL || *excluded == NULL)
        return -1;
    for (Py_ssize_t at = 0; any(counted); counted = without_lowest(counted), at++) {
        PyObject *element = element_of(core, lowest(counted), times[lowest(counted)]);
        if (element == NULL)
            return -1;
        PyTuple_SET_ITEM(*elements, at, element);
    }
    for (Py_ssize_t at = 0; any(struck); struck = without_lowest(struck), at++) {
        PyObject *striking = striking_of(core, lowest(struck), by[lowest(struck)]);
        if (striking == NULL)
            return -1;
        PyTuple_SET_ITEM(*excluded, at, striking);
    }
    return 0;
}

static PyObject *groups_of(core_t *core, const hand_t *hand, const best_t *best) {
    PyObject *group[14];
    int number = 0;
    for (int meld = 0; meld < hand->melds; meld++)
        group[number++] = hand->groups[meld];
    int as_sets = best->shape == AS_SETS;
    if (as_sets && best->beside >= 0)
        group[number++] = core->shown_beside[best->beside];
    for (int kind = 0; kind < KINDS && !as_sets; kind++)
        for (int pair = 0; pair < hand->counts[kind] / 2; pair++)
            group[number++] = PyList_GET_ITEM(core->shown[SHOWN_PAIR], kind);
    for (int pung = 0; pung < 2 && as_sets; pung++)
        for (int suit = 0; suit < 4; suit++)
            for (int at = 0; at < best->way[suit].sets; at++)
                if ((best->way[suit].set[at] & 1) == pung)
                    group[number++] = PyList_GET_ITEM(core->shown[pung ? SHOWN_PUNG : SHOWN_CHOW], best->way[suit].set[at] / 2);
    for (int suit = 0; suit < 4 && as_sets; suit++)
        if (best->way[suit].pair >= 0)
            group[number++] = PyList_GET_ITEM(core->shown[SHOWN_PAIR], best->way[suit].pair);
    PyObject *groups = PyTuple_New(number);
    for (int at = 0; groups != NULL && at < number; at++)
        PyTuple_SET_ITEM(groups, at, Py_NewRef(group[at]));
    return groups;
}

/* How a hand of no sets is shown: there are few of them, which are kept. */
static PyObject *whole_reading_of(core_t *core, const hand_t *hand) {
    int twice = -1;
    for (int kind = 0; kind < KINDS; kind++)
        twice = hand->counts[kind] == 2 ? kind : twice;
    PyObject *key = PyLong_FromUnsignedLongLong(hand->kinds | (uint64_t)(twice + 1) << KINDS);
    PyObject *reading = key == NULL ? NULL : Py_XNewRef(PyDict_GetItemWithError(core->wholes, key));
    if (key != NULL && reading == NULL && !PyErr_Occurred()) {
        reading = PyObject_CallFunction(core->answer, "iKii", WHOLE_READING, (unsigned long long)hand->kinds, twice, 0);
        if (reading != NULL && PyDict_SetItem(core->wholes, key, reading))
            Py_CLEAR(reading);
    }
    Py_XDECREF(key);
    return reading;
}

static PyObject *reading_of(core_t *core, const hand_t *hand, const best_t *best) {
    if (best->shape == AS_WHOLE)
        return whole_reading_of(core, hand);
    PyObject *groups = groups_of(core, hand, best), *reading = NULL;
    if (groups != NULL) {
        PyObject *shape = best->shape == AS_PAIRS ? name_seven_pairs : best->beside >= 0 ? core->shape_beside : name_standard;
        reading = PyObject_Vectorcall(core->reading, (PyObject *[]){shape, groups}, 2, NULL);
    }
    Py_XDECREF(groups);
    return reading;
}

static PyObject *score_of(core_t *core, const hand_t *hand, const best_t *best) {
    PyObject *elements = NULL, *excluded = NULL, *reading = NULL, *score = NULL, *total = PyLong_FromLong(best->total);
    if (total != NULL && tell(core, &best->stands, &elements, &excluded) == 0 && (reading = reading_of(core, hand, best)) != NULL)
        score = PyObject_Vectorcall(core->score, (PyObject *[]){total, elements, reading, excluded}, 4, NULL);
    Py_XDECREF(total);
    Py_XDECREF(elements);
    Py_XDECREF(excluded);
    Py_XDECREF(reading);
    return score;
}

/* 1: all suits are sets and pairs, 0: not, -1: there are too many ways. */
static int read_suits(const core_t *core, hand_t *hand, ways_t *ways) {
    for (int suit = 0; suit < 4; suit++) {
        way_t none = {.pair = -1};
        ways[suit].number = 0;
        if (split(core, 9 * suit, ranks_of(suit), hand->counts + 9 * suit, 0, &none, &ways[suit]))
            return -1;
        if (!ways[suit].number)
            return 0;
    }
    return 1;
}

/* Compare the readings of the suits side by side. tiles: the rows of all tiles of the hand. */
static int weigh_suits(core_t *core, hand_t *hand, const ways_t *ways, const stands_t *tiles, best_t *best) {
    for (int m = 0; m < ways[0].number; m++)
        for (int p = 0; p < ways[1].number; p++)
            for (int s = 0; s < ways[2].number; s++)
                for (int z = 0; z < ways[3].number; z++) {
                    const way_t *way[4] = {&ways[0].way[m], &ways[1].way[p], &ways[2].way[s], &ways[3].way[z]};
                    if (weigh(core, hand, way, tiles, best))
                        return -1;
                }
    return 0;
}

/* Of shapes other than sets and a pair conditions ask more than traits tell; see tile_rows in rows.py. */
static uint64_t other_key(uint64_t kinds, uint64_t traits) {
    uint64_t suits = traits & 7;
    return suits & (suits - 1) ? traits << 3 | (uint64_t)number_of(kinds >> HONOURS) : kinds | UINT64_C(1) << 63;
}

static int weigh_pairs(core_t *core, hand_t *hand, uint64_t traits, best_t *best) {
    stands_t stands = {.several = 0};
    uint64_t hogs = hand->base.word[2] >> core->hogs_at;
    if (hold(core, &core->pairs_of, other_key(hand->kinds, traits), &stands, PAIRS, hand->kinds, 0, 0))
        return -1;
    if (hogs && hold(core, &core->held, hogs << 1, &stands, HELD, hogs, 0, 0))
        return -1;
    return place(core, hand, AS_PAIRS, NULL, &stands, 0, 1u << SINGLE, best);
}

/* Compare a shape without sets, if the hand has one: then some rows tell of it. */
static int weigh_whole(core_t *core, hand_t *hand, best_t *best) {
    stands_t stands = {.several = 0};
    if (hold(core, &core->whole, hand->kinds, &stands, WHOLE, hand->kinds, 0, 0))
        return -1;
    return any(stands.rows) ? place(core, hand, AS_WHOLE, NULL, &stands, 0, 1u << NOTHING, best) : 0;
}

/* Compare the readings of the other tiles, where some lie beside. */
static int weigh_beside(core_t *core, const hand_t *hand, int beside, uint64_t traits, best_t *best) {
    hand_t others = *hand;
    ways_t ways[4];
    others.beside = beside;
    for (uint64_t left = core->beside[beside]; left; left &= left - 1) {
        others.counts[lowest((bits_t){left, 0})]--;
        others.size--;
    }
    int fits = read_suits(core, &others, ways);
    if (fits <= 0)
        return 0;
    stands_t tiles = {.several = 0};
    uint64_t kinds = hand->kinds | hand->laid_kinds;
    if (hold(core, &core->tiles_beside, other_key(kinds, traits), &tiles, BESIDE, kinds, 0, 0))
        return -1;
    return weigh_suits(core, &others, ways, &tiles, best);
}

static int weigh_others(core_t *core, hand_t *hand, uint64_t traits, best_t *best) {
    if (is_seven_pairs(hand) && weigh_pairs(core, hand, traits, best))
        return -1;
    if (!hand->melds && number_of(hand->kinds) >= FULL - 1 && weigh_whole(core, hand, best))
        return -1;
    for (int at = 0; at < core->number_beside && hand->melds <= 1; at++)
        if ((hand->kinds & core->beside[at]) == core->beside[at] && weigh_beside(core, hand, at, traits, best))
            return -1;
    return 0;
}

/* ways: NULL where the suits are not sets and a pair; others: whether the hand may have another shape. */
static PyObject *score_hand(core_t *core, hand_t *hand, const ways_t *ways, int others) {
    best_t best = {.shape = NOT_FOUND};
    stands_t tiles = {.several = 0};
    uint64_t kinds = hand->kinds | hand->laid_kinds, traits = 0;
    for (int suit = 0; suit < 4; suit++)
        traits |= core->trait[suit][kinds >> 9 * suit & 511];
    if (ways != NULL && (hold(core, &core->tiles, traits, &tiles, TILES, kinds, 0, 0) || weigh_suits(core, hand, ways, &tiles, &best)))
        return NULL;
    if (others && weigh_others(core, hand, traits, &best))
        return NULL;
    if (!best.shape)
        Py_RETURN_NONE;
    return score_of(core, hand, &best);
}

static PyObject *core_call(core_t *core, PyObject *const *args, Py_ssize_t number) {
    hand_t hand = {.kind = -1, .beside = -1};
    ways_t ways[4];
    if (number != 3 || !PyTuple_Check(args[2]) || PyTuple_GET_SIZE(args[2]) != 7)
        goto twin;
    long kind = PyLong_AsLong(PyTuple_GET_ITEM(args[2], 1));
    if (kind == -1 && PyErr_Occurred())
        return NULL;
    PyObject *melds = PySequence_Fast(args[1], "melds are a sequence");
    if (melds == NULL)
        return NULL;
    int fits = kind >= 0 && kind < KINDS && PySequence_Fast_GET_SIZE(melds) <= 4;
    hand.kind = (int)kind;
    for (Py_ssize_t at = 0; fits > 0 && at < PySequence_Fast_GET_SIZE(melds); at++)
        fits = read_meld(core, PySequence_Fast_GET_ITEM(melds, at), &hand);
    Py_DECREF(melds);
    if (fits > 0)
        fits = read_tiles(core, args[0], &hand);
    if (fits < 0)
        return NULL;
    if (!fits || has_five_of_a_kind(&hand) || hand.size + 3 * hand.melds != FULL)
        goto twin;
    int others = may_be_other(core, &hand);
    fits = read_suits(core, &hand, ways);
    if (fits < 0)
        goto twin;
    if (!fits && !others)
        Py_RETURN_NONE;
    hand.seat_wind = wind_of(args[2], 3);
    hand.prevalent_wind = wind_of(args[2], 4);
    if (hand.seat_wind < -1 || hand.prevalent_wind < -1)
        return NULL;
    if (read_whole(core, &hand, args[0]) || (hand.win = win_of(core, args[2])) == NULL)
        return NULL;
    return score_hand(core, &hand, fits ? ways : NULL, others);
twin:
    return PyObject_Vectorcall(core->twin, args, (size_t)number, NULL);
}

/* --- the type -------------------------------------------------------------------------------------------------------------------- */

static int all_bits(PyObject *numbers, bits_t *into, int number) {
    for (int at = 0; at < number; at++)
        if (bits_from(PyList_GET_ITEM(numbers, at), &into[at]))
            return -1;
    return 0;
}

static int core_init(core_t *core, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"answer", "twin", "classes", "ids", "values", "strikes", "lessens", "shown", "sums", "fields", "traits", "beside", "fallback", NULL};
    PyObject *answer, *twin, *ids, *values, *strikes, *lessens, *shown, *shape_beside, *beside;
    Py_buffer sums, traits;
    PyObject *classes[4];
    if (core->answer != NULL) {
        PyErr_SetString(PyExc_TypeError, "a core is made once");
        return -1;
    }
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO(OOOO)O!O!O!O!O!y*(KKKKKKKKiiiiii)y*(UO!)i", names, &answer, &twin, &classes[0], &classes[1],
                                     &classes[2], &classes[3], &PyTuple_Type, &ids, &PyList_Type, &values, &PyList_Type, &strikes, &PyList_Type,
                                     &lessens, &PyTuple_Type, &shown, &sums, &core->honour_parts, &core->honour_sorts, &core->sets,
                                     &core->ends, &core->pairs, &core->one_pair, &core->concealed, &core->hog, &core->concealed_at, &core->hogs_at, &core->chow_suit,
                                     &core->chow_field, &core->pung_suit, &core->pung_field, &traits, &shape_beside, &PyList_Type, &beside, &core->fallback))
        return -1;
    Py_ssize_t rows = PyTuple_GET_SIZE(ids);
    size_t chow = sizeof core->chow, pung = sizeof core->pung;
    int fits = rows <= MOST_ROWS && PyList_GET_SIZE(values) == rows && PyList_GET_SIZE(strikes) == rows && PyList_GET_SIZE(lessens) == rows;
    fits = fits && (size_t)sums.len == chow + 2 * pung && (size_t)traits.len == sizeof core->trait;
    fits = fits && core->fallback < rows && PyTuple_GET_SIZE(shown) == SHOWN && PyList_GET_SIZE(beside) <= MOST_BESIDE;
    for (int at = 0; fits && at < SHOWN; at++)
        fits = PyList_CheckExact(PyTuple_GET_ITEM(shown, at)) && PyList_GET_SIZE(PyTuple_GET_ITEM(shown, at)) == KINDS;
    if (fits) {
        memcpy(core->chow, sums.buf, chow);
        memcpy(core->pung, (char *)sums.buf + chow, pung);
        memcpy(core->pair, (char *)sums.buf + chow + pung, pung);
        memcpy(core->trait, traits.buf, sizeof core->trait);
    }
    PyBuffer_Release(&sums);
    PyBuffer_Release(&traits);
    if (!fits) {
        PyErr_SetString(PyExc_ValueError, "these are no tables of a counter");
        return -1;
    }
    core->rows = (int)rows;
    for (int at = 0; at < core->rows; at++)
        core->value[at] = (int)PyLong_AsLong(PyList_GET_ITEM(values, at));
    if (PyErr_Occurred() || all_bits(strikes, core->strikes, core->rows) || all_bits(lessens, core->lessens, core->rows))
        return -1;
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(beside); at++) {
        PyObject *group;
        unsigned long long mask;
        if (!PyArg_ParseTuple(PyList_GET_ITEM(beside, at), "KO", &mask, &group))
            return -1;
        core->beside[at] = mask;
        core->shown_beside[at] = Py_NewRef(group);
        core->number_beside++;
    }
    core->contexts = PyDict_New();
    core->wholes = PyDict_New();
    if (core->contexts == NULL || core->wholes == NULL)
        return -1;
    core->shape_beside = Py_NewRef(shape_beside);
    for (int at = 0; at < SHOWN; at++)
        core->shown[at] = Py_NewRef(PyTuple_GET_ITEM(shown, at));
    core->score = Py_NewRef(classes[0]);
    core->reading = Py_NewRef(classes[1]);
    core->counted = Py_NewRef(classes[2]);
    core->excluded = Py_NewRef(classes[3]);
    core->ids = Py_NewRef(ids);
    core->twin = Py_NewRef(twin);
    core->answer = Py_NewRef(answer);
    return 0;
}

static int core_traverse(core_t *core, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(core));
    Py_VISIT(core->answer);
    Py_VISIT(core->twin);
    Py_VISIT(core->score);
    Py_VISIT(core->reading);
    Py_VISIT(core->counted);
    Py_VISIT(core->excluded);
    Py_VISIT(core->ids);
    Py_VISIT(core->contexts);
    Py_VISIT(core->wholes);
    Py_VISIT(core->shape_beside);
    for (int at = 0; at < core->number_beside; at++)
        Py_VISIT(core->shown_beside[at]);
    for (int at = 0; at < SHOWN; at++)
        Py_VISIT(core->shown[at]);
    return 0;
}

static int core_clear(core_t *core) {
    Py_CLEAR(core->answer);
    Py_CLEAR(core->twin);
    Py_CLEAR(core->score);
    Py_CLEAR(core->reading);
    Py_CLEAR(core->counted);
    Py_CLEAR(core->excluded);
    Py_CLEAR(core->ids);
    Py_CLEAR(core->contexts);
    Py_CLEAR(core->wholes);
    Py_CLEAR(core->shape_beside);
    for (int at = 0; at < core->number_beside; at++)
        Py_CLEAR(core->shown_beside[at]);
    for (int at = 0; at < SHOWN; at++)
        Py_CLEAR(core->shown[at]);
    return 0;
}

static void core_dealloc(core_t *core) {
    PyTypeObject *type = Py_TYPE(core);
    PyObject_GC_UnTrack(core);
    core_clear(core);
    table_t *tables[] = {&core->chows, &core->pungs, &core->honours, &core->set_numbers, &core->tiles, &core->pairs_of,
                         &core->held, &core->tiles_beside, &core->whole};
    for (size_t at = 0; at < sizeof tables / sizeof *tables; at++)
        free(tables[at]->slots);
    for (int win = 0; win < core->win_number; win++) {
        Py_XDECREF(core->wins[win]->win);
        for (int at = 0; at < PLACES * PLACES * PLACES; at++)
            free(core->wins[win]->how[at]);
        PyMem_Free(core->wins[win]);
    }
    PyMem_Free(core->wins);
    for (int place = 0; place < MOST_ROWS; place++) {
        for (int times = 0; times < MOST_TIMES; times++)
            Py_XDECREF(core->elements[place][times]);
        for (int by = 0; by < MOST_ROWS; by++)
            Py_XDECREF(core->strikings[place][by]);
    }
    type->tp_free((PyObject *)core);
    Py_DECREF(type);
}

static PyMethodDef core_methods[] = {
    {"score_of", (PyCFunction)(void (*)(void))core_call, METH_FASTCALL, "score_of(hand, melds, win): as the twin answers."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot core_slots[] = {
    {Py_tp_doc, "See core.py."}, {Py_tp_init, core_init},   {Py_tp_methods, core_methods}, {Py_tp_traverse, core_traverse},
    {Py_tp_clear, core_clear},   {Py_tp_dealloc, core_dealloc}, {0, NULL},
};

static PyType_Spec core_spec = {
    .name = "fangcheng.variants.guobiao.counter._core.Core",
    .basicsize = sizeof(core_t),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = core_slots,
};

static PyModuleDef module = {PyModuleDef_HEAD_INIT, "_core", "See core.py.", -1, NULL, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__core(void) {
    struct {
        PyObject **name;
        const char *text;
    } names[] = {
        {&name_counts, "counts"}, {&name_shape, "shape"}, {&name_tiles, "tiles"}, {&name_chow, "chow"}, {&name_pung, "pung"},
        {&name_kong, "kong"}, {&name_concealed_kong, "concealed_kong"}, {&name_standard, "standard"}, {&name_seven_pairs, "seven_pairs"},
    };
    for (size_t at = 0; at < sizeof names / sizeof *names; at++)
        if ((*names[at].name = PyUnicode_InternFromString(names[at].text)) == NULL)
            return NULL;
    PyObject *made = PyModule_Create(&module), *type = made ? PyType_FromSpec(&core_spec) : NULL;
    if (type == NULL || PyModule_AddObject(made, "Core", type)) {
        Py_XDECREF(type);
        Py_XDECREF(made);
        return NULL;
    }
    return made;
}
