// The options of a command line, by getopt_long(3): Swift reaches neither the arrays that it takes nor the globals that it sets
// without unsafe pointers into them. Included by CLinux.h.
#pragma once

enum {
    LINUX_OPTIONS_END = -1,
    /// A word that is not an option.
    LINUX_OPTION_ARGUMENT = -2,
    LINUX_OPTION_UNKNOWN = -3,
    LINUX_OPTION_WITHOUT_VALUE = -4,
    LINUX_OPTION_WITH_UNWANTED_VALUE = -5,
};

/// Starts to read a command line.
///
/// WORDS are its COUNT words without the name of the program, each ended by a null byte. NAMES are the options without dashes, each
/// ended by a null byte, and an empty name; a name of one letter is a short option, and "=" behind a name says that a value follows.
/// Returns 0 or -ENOMEM.
int linux_start_options(int count, const char *words, const char *names);

/// Returns the index of the next option in NAMES and sets TEXT to its value or to NULL; or returns one of the values above and sets
/// TEXT to the word in question. TEXT is valid until the next linux_start_options.
int linux_next_option(const char **text);

/// The number of words that were read so far.
int linux_options_position(void);
