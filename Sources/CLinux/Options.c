#define _GNU_SOURCE // getopt_long
#include "Options.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

/// The values of long options start here, above all characters.
enum { FIRST_LONG = 256 };

static char *storage;
static char **words;
static int word_count;
/// Whether "--" was read.
static int only_arguments;
static struct option *long_options;
static char *short_options;
/// The index in NAMES of each short option.
static int short_index[256];

static void discard(void) {
    free(storage);
    free(words);
    free(long_options);
    free(short_options);
    storage = NULL;
    words = NULL;
    long_options = NULL;
    short_options = NULL;
    word_count = 0;
}

static size_t length_of(int count, const char *list) {
    const char *end = list;
    while (count-- > 0) end += strlen(end) + 1;
    return end - list;
}

int linux_start_options(int count, const char *list, const char *names) {
    discard();
    int name_count = 0;
    for (const char *name = names; *name; name += strlen(name) + 1) name_count++;
    size_t list_length = length_of(count, list);
    size_t names_length = length_of(name_count, names) + 1;
    storage = malloc(list_length + names_length);
    words = calloc(count + 2, sizeof *words);
    long_options = calloc(name_count + 1, sizeof *long_options);
    // "-:", up to two characters for each, and the end.
    short_options = calloc(2 * name_count + 3, 1);
    if (!storage || !words || !long_options || !short_options) {
        discard();
        return -ENOMEM;
    }
    memcpy(storage, list, list_length);
    char *copy = memcpy(storage + list_length, names, names_length);

    word_count = count;
    only_arguments = 0;
    words[0] = "";
    for (int index = 0, offset = 0; index < count; offset += strlen(storage + offset) + 1)
        words[++index] = storage + offset;

    // "-" reports arguments in their order, ":" tells a missing value from an unknown option.
    char *letters = stpcpy(short_options, "-:");
    struct option *option = long_options;
    for (int index = 0; index < name_count; index++) {
        size_t length = strlen(copy);
        int takes_value = copy[length - 1] == '=';
        if (takes_value) copy[length - 1] = 0;
        if (length - takes_value == 1) {
            short_index[(unsigned char)*copy] = index;
            *letters++ = *copy;
            if (takes_value) *letters++ = ':';
        } else {
            *option++ = (struct option){copy, takes_value ? required_argument : no_argument, NULL, FIRST_LONG + index};
        }
        copy += length + 1;
    }
    opterr = 0;
    // 0 resets glibc's getopt, which keeps a position inside a word.
    optind = 0;
    return 0;
}

int linux_next_option(const char **text) {
    if (!words) return LINUX_OPTIONS_END;
    int position = optind > 0 ? optind : 1;
    int found = only_arguments ? -1 : getopt_long(word_count + 1, words, short_options, long_options, NULL);
    switch (found) {
    case -1:
        // What follows "--" are arguments.
        only_arguments = 1;
        if (optind > word_count) return LINUX_OPTIONS_END;
        *text = words[optind++];
        return LINUX_OPTION_ARGUMENT;
    case 1:
        *text = optarg;
        return LINUX_OPTION_ARGUMENT;
    case ':':
        *text = words[position];
        return LINUX_OPTION_WITHOUT_VALUE;
    case '?':
        *text = words[position];
        return optopt >= FIRST_LONG ? LINUX_OPTION_WITH_UNWANTED_VALUE : LINUX_OPTION_UNKNOWN;
    default:
        *text = optarg;
        return found >= FIRST_LONG ? found - FIRST_LONG : short_index[found];
    }
}

int linux_options_position(void) { return optind - 1; }
