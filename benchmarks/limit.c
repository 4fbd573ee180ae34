// The speed limit to compare with: complete random Kingdomino games in C, by hand, for one core with BMI2.
//
//     gcc -O3 -march=native -o limit benchmarks/limit.c && ./limit 2 1000000
//
// prints games a second of processor time and the mean score, for 2 or 4 players. 5×5 kingdoms lie on a torus of 8×8
// squares, one 64-bit word a plane: what is occupied is at most 5 wide, what can be reached at most 7, so nothing meets.
// `crownland bench` builds and runs it when a C compiler is there.

#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
typedef uint32_t u32;
typedef uint8_t u8;

enum { W, F, L, G, S, M };  // wheat, forest, lake, grassland, swamp, mine

// Both halves of the dominoes 1 to 48: terrain and crowns.
static const u8 LEFT[49] = {0, W, W, F, F, F, F, L, L, L, G, G, S, W, W, W, W, F, F, W, W, W, W, W, F,
                            F, F, F, F, F, L, L, L, L, L, L, W, L, W, G, M, W, L, W, G, M, S, S, W};
static const u8 RIGHT[49] = {0, W, W, F, F, F, F, L, L, L, G, G, S, F, L, G, S, L, G, F, L, G, S, M, W,
                             W, W, W, L, G, W, W, F, F, F, F, G, G, S, S, W, G, G, S, S, W, M, M, M};
static const u8 LEFT_CROWNS[49] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1,
                                   1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0};
static const u8 RIGHT_CROWNS[49] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 2, 2, 2, 2, 0, 2, 2, 3};

#define COLUMN 0x0101010101010101ULL
#define NOT_EAST 0x7F7F7F7F7F7F7F7FULL

// What lies on the neighbouring square, brought to this one.
static inline u64 from_east(u64 x) { return ((x >> 1) & NOT_EAST) | ((x & COLUMN) << 7); }
static inline u64 from_west(u64 x) { return ((x & NOT_EAST) << 1) | ((x >> 7) & COLUMN); }
static inline u64 from_north(u64 x) { return x >> 8 | x << 56; }
static inline u64 from_south(u64 x) { return x << 8 | x >> 56; }
static inline u64 neighbours(u64 x) { return from_east(x) | from_west(x) | from_north(x) | from_south(x); }
static inline int count(u64 x) { return __builtin_popcountll(x); }
static inline u64 select_bit(u64 mask, int rank) { return _pdep_u64(1ULL << rank, mask); }

static u64 state;  // wyrand
static inline u64 random64(void) {
    state += 0xa0761d6478bd642fULL;
    __uint128_t product = (__uint128_t)state * (state ^ 0xe7037ed1a0b428dbULL);
    return (u64)(product >> 64) ^ (u64)product;
}
static inline u32 below(u32 bound) { return (u32)(((random64() >> 32) * (u64)bound) >> 32); }

typedef struct {
    u64 terrains[6], occupied, once, twice;  // the castle is bit 0; once and twice are the bits of the crowns' number
    u32 columns, rows;                       // which columns and rows of the torus have something on them
} Kingdom;

static u64 REACH_COLUMNS[256], REACH_ROWS[256];  // the squares a kingdom may still cover, by its columns and rows

static void prepare(void) {
    for (int width = 1; width <= 5; width++)
        for (int start = 0; start < 8; start++) {
            int run = 0, further = 5 - width < 2 ? 5 - width : 2;
            u64 columns = 0, rows = 0;
            for (int i = 0; i < width; i++) run |= 1 << ((start + i) & 7);
            for (int x = start - further; x < start + width + further; x++) {
                columns |= COLUMN << (x & 7);
                rows |= 0xFFULL << (8 * (x & 7));
            }
            REACH_COLUMNS[run] = columns;
            REACH_ROWS[run] = rows;
        }
}

static inline void clear(Kingdom *k) {
    memset(k, 0, sizeof *k);
    k->occupied = 1;
    k->columns = k->rows = 1;
}

static inline void place_at_random(Kingdom *k, int domino) {
    int left = LEFT[domino], right = RIGHT[domino];
    u64 free = REACH_COLUMNS[k->columns] & REACH_ROWS[k->rows] & ~k->occupied;
    u64 by_left = neighbours(k->terrains[left] | 1) & free, by_right = neighbours(k->terrains[right] | 1) & free;
    u64 not_double = -(u64)(left != right);
    u64 spots[4] = {free & from_east(free) & (by_left | from_east(by_right)),
                    free & from_north(free) & (by_left | from_north(by_right)),
                    free & from_west(free) & (by_left | from_west(by_right)) & not_double,
                    free & from_south(free) & (by_left | from_south(by_right)) & not_double};
    int first = count(spots[0]), second = first + count(spots[1]), third = second + count(spots[2]);
    int all = third + count(spots[3]);
    if (!all) return;
    int rank = below(all), direction = (rank >= first) + (rank >= second) + (rank >= third);
    int before[4] = {0, first, second, third};
    static const u8 STEP_COLUMN[4] = {1, 0, 7, 0}, STEP_ROW[4] = {0, 1, 0, 7};
    u64 here = select_bit(spots[direction], rank - before[direction]);
    int square = __builtin_ctzll(here);
    int column = ((square & 7) + STEP_COLUMN[direction]) & 7, row = ((square >> 3) + STEP_ROW[direction]) & 7;
    u64 there = 1ULL << (row * 8 + column);
    k->terrains[left] |= here;
    k->terrains[right] |= there;
    k->occupied |= here | there;
    int left_crowns = LEFT_CROWNS[domino], right_crowns = RIGHT_CROWNS[domino];
    k->once |= (here & -(u64)(left_crowns & 1)) | (there & -(u64)(right_crowns & 1));
    k->twice |= (here & -(u64)(left_crowns >> 1)) | (there & -(u64)(right_crowns >> 1));
    k->columns |= (1u << (square & 7)) | (1u << column);
    k->rows |= (1u << (square >> 3)) | (1u << row);
}

static inline int score(const Kingdom *k) {
    int points = 0;
    for (int terrain = 0; terrain < 6; terrain++) {
        u64 land = k->terrains[terrain], crowned = (k->once | k->twice) & land;
        while (crowned) {
            u64 one = crowned & -crowned, before;
            do {
                before = one;
                one |= neighbours(one) & land;
                one |= neighbours(one) & land;
            } while (one != before);
            points += count(one) * (count(one & k->once) + 2 * count(one & k->twice));
            crowned &= ~one;
        }
    }
    return points;
}

static inline u64 draw(u64 *pile, int *left, int dominoes) {
    u64 line = 0;
    for (int i = 0; i < dominoes; i++) {
        u64 one = select_bit(*pile, below((*left)--));
        *pile ^= one;
        line |= one;
    }
    return line;
}

#define PILE 0x1FFFFFFFFFFFEULL  // bits 1 to 48

static inline int play_two(void) {
    Kingdom kingdoms[2];
    clear(kingdoms), clear(kingdoms + 1);
    u64 pile = PILE, owned = 0;  // owned: the second player's dominoes in the line
    int left = 48;
    u64 line = draw(&pile, &left, 4), unclaimed = line;
    int starter = random64() & 1;
    for (int i = 0; i < 4; i++) {
        int player = (i == 0 || i == 3) ? starter : !starter;
        u64 one = select_bit(unclaimed, below(4 - i));
        unclaimed ^= one;
        owned |= one & -(u64)player;
    }
    for (int round = 0; round < 6; round++) {
        u64 next = round < 5 ? draw(&pile, &left, 4) : 0, next_owned = 0;
        unclaimed = next;
        for (int i = 0; i < 4; i++) {
            u64 lowest = line & -line;
            line ^= lowest;
            int player = (owned & lowest) != 0;
            place_at_random(kingdoms + player, __builtin_ctzll(lowest));
            if (round < 5) {
                u64 one = select_bit(unclaimed, below(4 - i));
                unclaimed ^= one;
                next_owned |= one & -(u64)player;
            }
        }
        line = next;
        owned = next_owned;
    }
    return score(kingdoms) + score(kingdoms + 1);
}

static inline int play_four(void) {
    Kingdom kingdoms[4];
    for (int i = 0; i < 4; i++) clear(kingdoms + i);
    u64 pile = PILE, players = 15;
    int left = 48;
    u8 owner[49];
    u64 line = draw(&pile, &left, 4), unclaimed = line;
    for (int i = 0; i < 4; i++) {
        u64 player = select_bit(players, below(4 - i)), one = select_bit(unclaimed, below(4 - i));
        players ^= player;
        unclaimed ^= one;
        owner[__builtin_ctzll(one)] = __builtin_ctzll(player);
    }
    for (int round = 0; round < 12; round++) {
        u64 next = round < 11 ? draw(&pile, &left, 4) : 0;
        u8 next_owner[49];
        unclaimed = next;
        for (int i = 0; i < 4; i++) {
            int domino = __builtin_ctzll(line), player = owner[domino];
            line &= line - 1;
            place_at_random(kingdoms + player, domino);
            if (round < 11) {
                u64 one = select_bit(unclaimed, below(4 - i));
                unclaimed ^= one;
                next_owner[__builtin_ctzll(one)] = player;
            }
        }
        line = next;
        memcpy(owner, next_owner, sizeof owner);
    }
    return score(kingdoms) + score(kingdoms + 1) + score(kingdoms + 2) + score(kingdoms + 3);
}

int main(int count_of_words, char **words) {
    int players = count_of_words > 1 ? atoi(words[1]) : 2;
    long games = count_of_words > 2 ? atol(words[2]) : 1000000, total = 0;
    struct timespec before, after;
    prepare();
    state = 12345;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    for (long game = 0; game < games; game++) total += players == 2 ? play_two() : play_four();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    double seconds = (after.tv_sec - before.tv_sec) + (after.tv_nsec - before.tv_nsec) * 1e-9;
    printf("%.0f %.3f\n", games / seconds, total / (double)(players * games));
    return 0;
}
