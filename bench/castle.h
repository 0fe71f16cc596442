/* The twin's game, its generator, its cards and its castle. See playouts.c. */

#pragma once

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { KING_UP, VIVE_LE_ROI };
enum { SEATS = 8, PLAYERS = 16, PILE = 6, RING = 13, JESTER = 13, CHARACTERS = 14, CARDS = 26 };
enum { TOP = 5, THRONE, PRIVY_3, PRIVY_4, DUNGEON_1, DUNGEON_2, DUNGEON_3, BOX, ASIDE, PLACES };
enum { NOBODY = -1, ROUNDS = 3 };
enum { NOWHERE = 0 }; /* no step leads to floor 0 */
enum { DEAL, AMBITION, PLACE, CLIMB, VOTE, OVER };
enum { NOT_VOTED, YES, NO, BELLYACHE };

/* Options, as bits in the order of the table of options in the rules' section 8. */
enum {
    WITH_AMBITION = 1,
    BANISHED = 2,
    EMISSARY = 4,
    WEDDING = 8,
    SHARED_MARKER = 16,
    JESTER_RETURNS_TO_3 = 32,
    JESTER_UNCOUNTED = 64,
};

enum {
    JESTER_KING, WOMAN_QUEEN, MAN_KING, NO_PRIVY, NOT_2_3, NOT_0_1, NOT_4_5, ONE_DUNGEON,
    TWO_DUNGEON, THREE_DUNGEON, ONE_PRIVY, TWO_PRIVY, NO_PRIVY_NO_DUNGEON, EMPTY_HAND,
    KINGMAKER, CONSOLATION, AMBITIONS, NOT_KEPT
};

typedef struct {
    int player;     /* the first one; a teammate is the next */
    int size;       /* 1, or 2 for a team */
    int no_cards;
    int bellyaches;
    int vote;
} Seat;

typedef struct {
    int seat;
    int favourites; /* mask of ring positions */
    int dealt[2];   /* Ambition cards */
    int kept;
    int points;     /* of the favourites at the last crowning */
    int score;
} Player;

typedef struct {
    int edition, seats, players, options, limit, placements, no_start, bellyache_start;
    int phase, round, first, turn, placed, mover, candidate, first_monarch, rejected, crownings;
    int crowned;    /* mask of characters crowned this round */
    int kingmakers; /* mask of the seats that brought them to the throne */
    int place[CHARACTERS], count[PLACES];
    Seat seat[SEATS];
    Player player[PLAYERS];
    int votes_in, chosen;
    uint32_t gone;  /* mask of favourites cards used in earlier rounds (King Up!) */
    int emissary_favourites, emissary_score;
    int pile[PILE], pile_size; /* the top card is the last */
    int decisions, votes_held;
    uint32_t a, b;
} Game;

/* ---- The generator: xoroshiro64**, seeded by a mixing function ---- */

static inline uint32_t rotate(uint32_t word, int by) { return word << by | word >> (32 - by); }

static inline uint32_t mix(uint32_t word)
{
    word = (word ^ word >> 16) * 0x7FEB352Du;
    word = (word ^ word >> 15) * 0x846CA68Bu;
    return word ^ word >> 16;
}

static inline void seed_game(Game *game, uint64_t seed)
{
    uint32_t word = (uint32_t)seed + 0x9E3779B9u;
    game->a = mix(word);
    game->b = mix(word ^ mix((uint32_t)(seed >> 32) ^ 0x85EBCA6Bu)) | 1;
}

static inline int below(Game *game, int bound)
{
    uint32_t a = game->a, b = game->b;
    uint32_t number = rotate(a * 0x9E3779BBu, 5) * 5;
    b ^= a;
    game->a = rotate(a, 26) ^ b ^ b << 9;
    game->b = rotate(b, 13);
    return (int)((uint64_t)number * (uint32_t)bound >> 32);
}

static inline int nth_one(uint32_t mask, int n)
{
    while (n-- > 0)
        mask &= mask - 1;
    return __builtin_ctz(mask);
}

static inline int draw_card(Game *game, uint32_t *cards, int left)
{
    int card = nth_one(*cards, below(game, left));
    *cards &= ~(1u << card);
    return card;
}

/* ---- Characters and favourites cards (section 2) ---- */

static const char RING_LETTERS[] = "RBCEAGJFMOLSV"; /* Vive le Roi; the men among them: */
static const char MEN_LETTERS[] = "FLMRCG", WOMEN_LETTERS[] = "ABEJVS";

static int favourites_of[2][CARDS]; /* with Banished or without; the squares come first */
static int women, men;

__attribute__((constructor)) static void make_cards(void)
{
    int square[RING] = {0};
    for (int i = 1; i < RING; i++)
        square[i * i % RING] = 1;
    for (int card = 0; card < CARDS; card++) {
        int squares = card < RING, turn = card % RING, mask = 0;
        for (int i = 1; i < RING; i++)
            if (square[i] == squares)
                mask |= 1 << (i + turn) % RING;
        favourites_of[0][card] = mask;
        favourites_of[1][card] = mask & ~(1 << ((squares ? 10 : 11) + turn) % RING);
    }
    for (int i = 0; i < RING; i++) {
        if (strchr(MEN_LETTERS, RING_LETTERS[i]))
            men |= 1 << i;
        if (strchr(WOMEN_LETTERS, RING_LETTERS[i]))
            women |= 1 << i;
    }
}

static inline int favourites(const Game *game, int card)
{
    return favourites_of[(game->options & BANISHED) != 0][card];
}

/* ---- The castle ---- */

static inline void relocate(Game *game, int who, int to)
{
    game->count[game->place[who]]--;
    game->count[to]++;
    game->place[who] = to;
}

static inline int has_room(const Game *game, int floor) { return game->count[floor] < game->limit; }

static inline int step_from(const Game *game, int place)
{
    if (place == PRIVY_3 || place == PRIVY_4) {
        int floor = place == PRIVY_3 ? 3 : 4;
        return has_room(game, floor) ? floor : NOWHERE;
    }
    if (place > TOP)
        return NOWHERE;
    if (place == TOP || has_room(game, place + 1))
        return place + 1;
    if (game->edition == VIVE_LE_ROI && place == 2 && game->count[PRIVY_3] == 0)
        return PRIVY_3;
    if (game->edition == VIVE_LE_ROI && place == 3 && game->count[PRIVY_4] == 0)
        return PRIVY_4;
    return NOWHERE;
}

static inline uint32_t climbers(const Game *game)
{
    uint32_t open = 0, mask = 0;
    for (int place = 0; place <= PRIVY_4; place++)
        if (step_from(game, place) != NOWHERE)
            open |= 1u << place;
    for (int who = 0; who < CHARACTERS; who++)
        mask |= (open >> game->place[who] & 1) << who;
    return mask;
}

static inline int next_seat(const Game *game, int seat)
{
    return seat + 1 == game->seats ? 0 : seat + 1;
}
