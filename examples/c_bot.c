/* A small bot for King Up! and Vive le Roi in plain C: no JSON library, just a search for
 * the few things it looks at. That is enough, because kingup writes each message as one line
 * of ASCII without spaces between its parts, and a quotation mark inside a text is always
 * written as \" and so cannot be mistaken for the end of a key.
 *
 * Compile it with:  cc -O2 -o c_bot c_bot.c
 * Try it with:      kingup bot-check ./c_bot
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ACTIONS 64 /* 13 characters on 4 floors are 52 placements */
#define LONGEST 32      /* the longest action is the name of an Ambition card */

static char line[1 << 20];

/* Return what follows "key": in a text, or an empty text. */
static const char *after(const char *text, const char *key)
{
    char pattern[64];
    snprintf(pattern, sizeof pattern, "\"%s\":", key);
    const char *found = strstr(text, pattern);
    return found ? found + strlen(pattern) : "";
}

/* Copy the strings of the list that begins at text, and return how many there are. */
static int read_list(const char *text, char items[][LONGEST], int most)
{
    int count = 0;
    if (*text++ != '[')
        return 0;
    while (*text == '"' && count < most) {
        size_t length = strcspn(++text, "\"");
        snprintf(items[count++], LONGEST, "%.*s", (int)length, text);
        text += length + 1;
        if (*text == ',')
            text++;
    }
    return count;
}

/* How much I like an action. Early candidates are rejected, so my favourites begin low and
 * the other characters climb first, until my No cards are spent. */
static int liking(const char *action, const char *phase, const char *mine, char candidate,
                  long no_cards)
{
    int favourite = strchr(mine, action[0]) != NULL;
    if (strcmp(phase, "place") == 0)
        return favourite ? '4' - action[1] : action[1] - '1';
    if (strcmp(phase, "climb") == 0)
        return favourite == (no_cards == 0);
    if (strcmp(phase, "vote") == 0)
        return action[0] == (strchr(mine, candidate) ? 'Y' : 'N');
    return 0;
}

static void choose(void)
{
    static char actions[MOST_ACTIONS][LONGEST];
    char cards[2][LONGEST] = {"", ""}; /* two favourites cards in a team */
    char mine[2 * LONGEST], phase[LONGEST] = "", best[LONGEST] = "";
    int best_liking = -1, equals = 0;

    const char *candidate = after(line, "candidate"); /* null, or a letter in quotes */
    const char *own = after(line, "own");
    long no_cards = strtol(after(own, "no_cards"), NULL, 10);
    read_list(after(own, "favourites"), cards, 2);
    snprintf(mine, sizeof mine, "%s%s", cards[0], cards[1]);
    sscanf(after(line, "phase"), "\"%31[a-z]", phase);
    int count = read_list(after(line, "actions"), actions, MOST_ACTIONS);

    for (int i = 0; i < count; i++) {
        int value = liking(actions[i], phase, mine, *candidate == '"' ? candidate[1] : '?',
                           no_cards);
        if (value > best_liking) {
            best_liking = value;
            equals = 0;
        }
        /* Among equals each is chosen equally often. */
        if (value == best_liking && rand() % ++equals == 0)
            strcpy(best, actions[i]);
    }
    printf("{\"type\":\"action\",\"id\":%ld,\"action\":\"%s\"}\n",
           strtol(after(line, "id"), NULL, 10), best);
}

int main(void)
{
    while (fgets(line, sizeof line, stdin)) {
        const char *type = after(line, "type");
        if (strncmp(type, "\"hello\"", 7) == 0)
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"Little C\"}");
        else if (strncmp(type, "\"new-game\"", 10) == 0)
            srand((unsigned)strtoul(after(line, "seed"), NULL, 10));
        else if (strncmp(type, "\"choose\"", 8) == 0)
            choose();
        else if (strncmp(type, "\"bye\"", 5) == 0)
            break;
        fflush(stdout); /* else the answer stays in the buffer, and kingup waits for it */
    }
    return 0;
}
