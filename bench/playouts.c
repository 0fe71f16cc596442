/* King Up! and Vive le Roi, played at random: the compiled rules' twin in C.
 *
 * Written from the rules (not translated from src/kingup/rules), for two purposes: to measure
 * the compiled rules beside plain good C, and to check them. Both deal and play from the same
 * generator in the same order, so every game must end alike, to the last card and point.
 * Only the encoding of places (which the digest shows) and the order of draws are shared.
 *
 * Built as a shared library by bench/twin.py:  cc -O3 -march=native -shared -fPIC playouts.c
 */

#include "scoring.h"

/* ---- Rounds ---- */

static void shuffle_pile(Game *game)
{
    for (int i = game->pile_size - 1; i > 0; i--) {
        int j = below(game, i + 1), card = game->pile[i];
        game->pile[i] = game->pile[j];
        game->pile[j] = card;
    }
}

static void deal(Game *game)
{
    if (game->round == 0)
        game->first = below(game, game->seats);
    else
        game->first = game->edition == KING_UP ? next_seat(game, game->mover) : game->mover;

    uint32_t cards = ((1u << CARDS) - 1) & ~game->gone;
    int left = __builtin_popcount(cards);
    for (int p = 0; p < game->players; p++) {
        int card = draw_card(game, &cards, left--);
        game->player[p].favourites = favourites(game, card);
        if (game->edition == KING_UP)
            game->gone |= 1u << card;
    }
    if (game->options & EMISSARY)
        game->emissary_favourites = favourites(game, draw_card(game, &cards, left));
    if (game->options & WITH_AMBITION) {
        cards = (1u << AMBITIONS) - 1;
        left = AMBITIONS;
        for (int p = 0; p < game->players; p++) {
            game->player[p].dealt[0] = draw_card(game, &cards, left--);
            game->player[p].dealt[1] = draw_card(game, &cards, left--);
            game->player[p].kept = NOT_KEPT;
        }
    }
    if (game->options & EMISSARY) {
        game->pile[0] = YES;
        game->pile[1] = BELLYACHE;
        game->pile_size = 2;
        while (game->pile_size < 2 + game->no_start)
            game->pile[game->pile_size++] = NO;
        shuffle_pile(game);
    }

    memset(game->count, 0, sizeof game->count);
    for (int who = 0; who < CHARACTERS; who++)
        game->place[who] = ASIDE;
    game->count[ASIDE] = CHARACTERS;
    if (game->edition == VIVE_LE_ROI)
        relocate(game, JESTER, 3);
    for (int s = 0; s < game->seats; s++) {
        game->seat[s].no_cards = game->no_start;
        game->seat[s].bellyaches = game->bellyache_start;
    }
    game->round++;
    game->turn = game->first;
    game->placed = game->rejected = game->crownings = game->crowned = game->kingmakers = 0;
    game->chosen = 0;
    game->first_monarch = NOBODY;
    game->phase = game->options & WITH_AMBITION ? AMBITION : PLACE;
}

/* ---- Votes ---- */

static void reject(Game *game)
{
    int to = BOX;
    if (game->candidate == JESTER) {
        to = game->options & JESTER_RETURNS_TO_3 ? 3 : 2;
        while (to > 0 && !has_room(game, to))
            to--;
    } else {
        if (game->edition == VIVE_LE_ROI && game->rejected < 3)
            to = DUNGEON_3 - game->rejected;
        game->rejected++;
    }
    relocate(game, game->candidate, to);
}

static int emissary_votes(Game *game)
{
    if (game->emissary_favourites >> game->candidate & 1)
        return YES;
    int vote = game->pile[game->pile_size - 1];
    if (vote == YES)
        shuffle_pile(game);
    else
        game->pile_size--;
    return vote;
}

static void reveal(Game *game)
{
    int noes = 0, bellyaches = 0;
    for (int s = 0; s < game->seats; s++) {
        Seat *seat = &game->seat[s];
        if (seat->vote == NO) {
            seat->no_cards--;
            noes++;
        } else if (seat->vote == BELLYACHE) {
            seat->bellyaches--;
            bellyaches++;
        }
    }
    if (game->options & EMISSARY) {
        int vote = emissary_votes(game);
        noes += vote == NO;
        bellyaches += vote == BELLYACHE;
    }
    if (noes + bellyaches == 0) {
        crown(game);
        return;
    }
    if (bellyaches)
        relocate(game, game->candidate, TOP);
    else
        reject(game);
    game->turn = next_seat(game, game->turn);
    game->phase = CLIMB;
    if (game->first_monarch == JESTER && climbers(game) == 0)
        end_unmarried(game);
}

/* ---- Actions: each chooses at random and plays ---- */

static inline void keep_ambition(Game *game)
{
    int p = 0;
    while (game->player[p].kept != NOT_KEPT)
        p++;
    game->player[p].kept = game->player[p].dealt[below(game, 2)];
    if (++game->chosen == game->players)
        game->phase = PLACE;
}

static inline int crowd_while_placing(const Game *game, int floor)
{
    int jester = game->options & JESTER_UNCOUNTED && game->place[JESTER] == floor;
    return game->count[floor] - jester;
}

static void begin_climbing(Game *game)
{
    for (int who = 0; who < RING; who++)
        if (game->place[who] == ASIDE)
            relocate(game, who, 0);
    /* Seats that placed one fewer than the others: the last ones of this round's order. */
    int short_of = game->placements % game->seats;
    for (int i = short_of; short_of && i < game->seats; i++) {
        Seat *seat = &game->seat[(game->first + i) % game->seats];
        for (int j = 0; j < seat->size; j++)
            game->player[seat->player + j].score += 3;
    }
    game->turn = game->first;
    game->phase = CLIMB;
}

static inline void place_character(Game *game)
{
    uint32_t aside = 0, floors = 0;
    for (int who = 0; who < RING; who++)
        aside |= (uint32_t)(game->place[who] == ASIDE) << who;
    for (int floor = 1; floor <= 4; floor++)
        if (crowd_while_placing(game, floor) < game->limit)
            floors |= 1u << floor;
    int choices = __builtin_popcount(floors);
    int pick = below(game, __builtin_popcount(aside) * choices);
    relocate(game, nth_one(aside, pick / choices), nth_one(floors, pick % choices));
    game->turn = next_seat(game, game->turn);
    if (++game->placed == game->placements)
        begin_climbing(game);
}

static inline void climb(Game *game)
{
    uint32_t mask = climbers(game);
    int who = nth_one(mask, below(game, __builtin_popcount(mask)));
    int to = step_from(game, game->place[who]);
    relocate(game, who, to);
    if (to != THRONE) {
        game->turn = next_seat(game, game->turn);
        return;
    }
    game->candidate = who;
    game->mover = game->turn;
    for (int s = 0; s < game->seats; s++)
        game->seat[s].vote = NOT_VOTED;
    game->votes_in = 0;
    game->votes_held++;
    game->phase = VOTE;
}

static inline void vote(Game *game)
{
    int s = 0;
    while (game->seat[s].vote != NOT_VOTED)
        s++;
    Seat *seat = &game->seat[s];
    int kinds[3] = {YES}, number = 1;
    if (seat->no_cards)
        kinds[number++] = NO;
    if (seat->bellyaches)
        kinds[number++] = BELLYACHE;
    seat->vote = kinds[below(game, number)];
    if (++game->votes_in == game->seats)
        reveal(game);
}

static void play_out(Game *game)
{
    while (game->phase != OVER) {
        if (game->phase == DEAL) {
            deal(game);
            continue;
        }
        game->decisions++;
        switch (game->phase) {
        case CLIMB: climb(game); break;
        case VOTE: vote(game); break;
        case PLACE: place_character(game); break;
        case AMBITION: keep_ambition(game); break;
        }
    }
}

/* ---- What bench/twin.py calls ---- */

Game *new_games(long number) { return calloc(number, sizeof(Game)); }

void free_games(Game *games) { free(games); }

/* Set every game up: the numbers of sections 3 to 6 by edition, seats and options. */
void set_up(Game *games, long number, int edition, int seats, const int *sizes, int options)
{
    static const int NO_CARDS[] = {0, 0, 4, 4, 3, 2, 2, 2, 2};
    static const int NO_CARDS_WITH_EMISSARY[] = {0, 0, 4, 3, 2, 2};
    static const int PLACED_EACH[] = {0, 0, 5, 4, 3, 2, 2};
    Game game = {.edition = edition, .seats = seats, .options = options, .phase = DEAL};
    game.limit = seats == 2 ? 3 : 4;
    game.no_start = options & EMISSARY ? NO_CARDS_WITH_EMISSARY[seats] : NO_CARDS[seats];
    game.bellyache_start = edition == VIVE_LE_ROI;
    game.placements = seats > 6 ? RING : seats * PLACED_EACH[seats];
    if (options & JESTER_UNCOUNTED)
        game.placements = 12;
    for (int s = 0; s < seats; s++) {
        game.seat[s].player = game.players;
        game.seat[s].size = sizes[s];
        for (int i = 0; i < sizes[s]; i++) {
            game.player[game.players].seat = s;
            game.player[game.players++].score = edition == VIVE_LE_ROI ? 20 : 0;
        }
    }
    game.emissary_score = options & EMISSARY ? 40 : 0;
    for (long i = 0; i < number; i++)
        games[i] = game;
}

void play_out_all(Game *games, long number, uint64_t first_seed)
{
    for (long i = 0; i < number; i++) {
        seed_game(&games[i], first_seed + (uint64_t)i);
        play_out(&games[i]);
    }
}

/* FNV-1a over 64-bit words: what a finished game shows, in the order of twin.digests. */
static inline uint64_t fold(uint64_t digest, int64_t word)
{
    return (digest ^ (uint64_t)word) * 0x100000001B3u;
}

void digests(const Game *games, long number, uint64_t *out)
{
    for (long i = 0; i < number; i++) {
        const Game *game = &games[i];
        uint64_t digest = 0xCBF29CE484222325u;
        digest = fold(digest, game->decisions);
        digest = fold(digest, game->votes_held);
        digest = fold(digest, game->mover);
        for (int p = 0; p < game->players; p++)
            digest = fold(digest, game->player[p].score);
        digest = fold(digest, game->emissary_score);
        for (int who = 0; who < CHARACTERS; who++)
            digest = fold(digest, game->place[who]);
        for (int s = 0; s < game->seats; s++) {
            digest = fold(digest, game->seat[s].no_cards);
            digest = fold(digest, game->seat[s].bellyaches);
        }
        digest = fold(digest, winners(game));
        digest = fold(digest, game->a);
        digest = fold(digest, game->b);
        out[i] = digest;
    }
}
