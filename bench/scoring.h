/* The twin's crownings: points, and who wins in the end. See playouts.c. */

#pragma once

#include "castle.h"

static const int VALUE[2][PLACES] = {
    {0, 1, 2, 3, 4, 5, 10, 0, 0, -1, -2, -3, 0, 0},
    {0, -1, -2, -3, -4, -5, 0, 0, 0, 1, 2, 3, 0, 0}, /* the jester is crowned */
};

static int points_of(const Game *game, uint32_t favourites)
{
    const int *value = VALUE[game->candidate == JESTER];
    int points = 0;
    if (game->first_monarch != NOBODY)
        favourites &= ~(1u << game->first_monarch);
    for (; favourites; favourites &= favourites - 1)
        points += value[game->place[__builtin_ctz(favourites)]];
    return points;
}

static int favourites_in(const Game *game, uint32_t favourites, uint32_t places)
{
    int found = 0;
    for (; favourites; favourites &= favourites - 1)
        found += places >> game->place[__builtin_ctz(favourites)] & 1;
    return found;
}

static int ambition_points(const Game *game, const Player *player)
{
    const Seat *seat = &game->seat[player->seat];
    const uint32_t privies = 1u << PRIVY_3 | 1u << PRIVY_4;
    const uint32_t dungeons = 1u << DUNGEON_1 | 1u << DUNGEON_2 | 1u << DUNGEON_3;
    uint32_t mine = player->favourites;
    switch (player->kept) {
    case JESTER_KING: return game->crowned >> JESTER & 1 ? 5 : 0;
    case WOMAN_QUEEN: return game->crowned & women ? 3 : 0;
    case MAN_KING: return game->crowned & men ? 3 : 0;
    case NO_PRIVY: return favourites_in(game, mine, privies) == 0 ? 5 : 0;
    case NOT_2_3: return favourites_in(game, mine, 1 << 2 | 1 << 3) == 0 ? 3 : 0;
    case NOT_0_1: return favourites_in(game, mine, 1 << 0 | 1 << 1) == 0 ? 5 : 0;
    case NOT_4_5: return favourites_in(game, mine, 1 << 4 | 1 << 5) == 0 ? 5 : 0;
    case ONE_DUNGEON: return favourites_in(game, mine, dungeons) == 1 ? 3 : 0;
    case TWO_DUNGEON: return favourites_in(game, mine, dungeons) == 2 ? 5 : 0;
    case THREE_DUNGEON: return favourites_in(game, mine, dungeons) == 3 ? 8 : 0;
    case ONE_PRIVY: return favourites_in(game, mine, privies) == 1 ? 3 : 0;
    case TWO_PRIVY: return favourites_in(game, mine, privies) == 2 ? 5 : 0;
    case NO_PRIVY_NO_DUNGEON: return favourites_in(game, mine, privies | dungeons) == 0 ? 8 : 0;
    case EMPTY_HAND: return seat->no_cards == 0 && seat->bellyaches == 0 ? 3 : 0;
    case KINGMAKER: return game->kingmakers >> player->seat & 1 ? 3 : 0;
    case CONSOLATION: return player->points < 11 ? 3 : 0;
    }
    return 0;
}

static inline void move_marker(int *score, int by)
{
    *score += by;
    if (*score < 0)
        *score = 0;
}

/* Everybody's favourites score; true when the game waits for a wedding's second monarch. */
static int score_favourites(Game *game)
{
    for (int p = 0; p < game->players; p++) {
        Player *player = &game->player[p];
        player->points = points_of(game, player->favourites);
        if (game->edition == KING_UP && game->round == ROUNDS && player->points == 0)
            player->points = 33;
    }
    if (game->options & EMISSARY)
        move_marker(&game->emissary_score, points_of(game, game->emissary_favourites));
    if (!(game->options & WEDDING) || game->crownings > 1)
        return 0;
    game->first_monarch = game->candidate;
    return climbers(game) != 0; /* ruling 5 */
}

static void add_gains(Game *game, int with_favourites, int with_ambition)
{
    for (int s = 0; s < game->seats; s++) {
        Player *player = &game->player[game->seat[s].player];
        int gain[2] = {0, 0};
        for (int i = 0; i < game->seat[s].size; i++) {
            if (with_favourites)
                gain[i] = player[i].points;
            if (with_ambition && game->options & WITH_AMBITION)
                gain[i] += ambition_points(game, &player[i]);
        }
        if (game->seat[s].size == 2 && game->options & SHARED_MARKER)
            gain[0] = gain[1] = gain[0] < gain[1] ? gain[0] : gain[1];
        for (int i = 0; i < game->seat[s].size; i++)
            move_marker(&player[i].score, gain[i]);
    }
}

static void crown(Game *game)
{
    game->crownings++;
    game->crowned |= 1 << game->candidate;
    game->kingmakers |= 1 << game->mover;
    int goes_on = score_favourites(game);
    add_gains(game, 1, !goes_on);
    if (goes_on) {
        game->turn = next_seat(game, game->turn);
        game->phase = CLIMB;
    } else {
        game->phase = game->round == ROUNDS ? OVER : DEAL;
    }
}

/* Ruling 5, where the last whom the jester could have married has been thrown out since. */
static void end_unmarried(Game *game)
{
    add_gains(game, 0, 1);
    for (int s = 0; s < game->seats; s++)
        if (game->kingmakers >> s & 1)
            game->mover = s;
    game->phase = game->round == ROUNDS ? OVER : DEAL;
}

static int final_score(const Game *game, int s)
{
    const Player *player = &game->player[game->seat[s].player];
    int score = player[0].score;
    if (game->seat[s].size == 2 && player[1].score < score)
        score = player[1].score;
    return score;
}

static int tie_break(const Game *game, int s)
{
    const Player *player = &game->player[game->seat[s].player];
    if (game->edition == KING_UP)
        return favourites_in(game, player->favourites, (1 << (THRONE + 1)) - 1);
    int highest = -1;
    for (int i = 0; i < game->seat[s].size; i++)
        for (int who = 0; who < RING; who++)
            if (player[i].favourites >> who & 1 && game->place[who] <= THRONE
                && game->place[who] > highest)
                highest = game->place[who];
    return highest;
}

static int winners(const Game *game)
{
    int best = 0, mask = 0;
    for (int s = 0; s < game->seats; s++) /* scores are below 2^20, tie-breaks from -1 to 7 */
        if (final_score(game, s) * 16 + tie_break(game, s) + 1 > best)
            best = final_score(game, s) * 16 + tie_break(game, s) + 1;
    if (game->options & EMISSARY && game->emissary_score > best / 16)
        return 0;
    for (int s = 0; s < game->seats; s++)
        if (final_score(game, s) * 16 + tie_break(game, s) + 1 == best)
            mask |= 1 << s;
    return mask;
}
