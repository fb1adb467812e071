/* The same questions about many hands at once. See batch.py. */

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
