/* Hand theory on plain numbers, from the tables of table.py. */

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
