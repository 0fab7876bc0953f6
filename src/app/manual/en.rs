//! The man page in English.

use super::{Manual, Section};

/// The texts in English.
pub(super) static ENGLISH: Manual = Manual {
    name: "NAME",
    synopsis: "SYNOPSIS",
    description: "DESCRIPTION",
    options: "OPTIONS",
    version: "VERSION",
    sections: &[
        Section {
            title: "KEYS",
            entries: &[
                ("Enter, Space, →", "The next board, or the next page in words."),
                ("←, Backspace", "The board before, as it was shown."),
                ("n", "The next game."),
                ("q, Ctrl-C", "Leave."),
                (
                    "A low window",
                    "A board of hexes is drawn with two lines in a row, and the header has a page of its \
                     own, \
                     if they would not fit otherwise.",
                ),
            ],
        },
        Section {
            title: "EXIT STATUS",
            entries: &[
                ("0", "Everything was shown; there may have been warnings."),
                (
                    "1",
                    "A file has errors, and was not shown or, with --keep-going, not all of it; or --diff shows a change.",
                ),
                ("2", "A file cannot be read, the output cannot be written, or the command line is wrong."),
            ],
        },
        Section {
            title: "ENVIRONMENT",
            entries: &[
                (
                    "LC_ALL, LC_MESSAGES, LANG, LANGUAGE",
                    "The first of them that is set chooses the language, unless --lang does: Spanish, \
                     Catalan \
                     or English; Spanish with the locale of the C library or without any, and English for \
                     the languages of other locales. LANGUAGE may list several, such as fr:ca. On Windows \
                     and macOS, where none of the first three is set, the language of the system counts.",
                ),
                ("NO_COLOR", "If it is set and not empty, nothing is painted, unless --color asks for it."),
                ("TERM", "On a terminal called \"dumb\" nothing is painted, unless --color asks for it."),
                ("ESCAQUE_CONFIG_DIR", "The folder of the configuration file, instead of the usual one."),
            ],
        },
        Section {
            title: "FILES",
            entries: &[
                (
                    "config.toml",
                    "In ~/.config/escaque, $XDG_CONFIG_HOME/escaque or, on Windows, %APPDATA%\\escaque: \
                     the language (lang), the colours (color), and in [view] the theme, pieces, size \
                     (smaller), side (flip) and mouse of --view. The command line comes before it, and it \
                     comes before the environment. --view writes there what was changed by keys. \
                     --no-config leaves it alone.",
                ),
                ("*.pgn", "Games in Portable Game Notation."),
                (
                    "*.ctl-pgn",
                    "Games of C'escacs, hexagonal chess, unless a Variant tag in them says otherwise.",
                ),
                #[cfg(feature = "compression")]
                (
                    "*.gz, *.zst, *.bz2, *.xz, *.lz4, *.zip",
                    "Either of them compressed, or an archive of such files; what counts is what is in a \
                     file, not its name.",
                ),
            ],
        },
        Section {
            title: "EXAMPLES",
            entries: &[
                ("escaque game.pgn", "Shows a game, a board at a time."),
                (
                    "escaque --format fen --games 2-5,9 games.pgn",
                    "Writes the positions of some games, one a line.",
                ),
                ("escaque --fix games.pgn", "Mends in the same file the mistakes that have one cure."),
                (
                    "escaque -k --format epd *.pgn | sort | uniq -c",
                    "Counts how often each position of some files occurs.",
                ),
                ("escaque --format speech --lang en game.pgn", "Tells a game in words, for screen readers."),
                (
                    "escaque -k --format pgn database.pgn > readable.pgn",
                    "Keeps of a database what can be read.",
                ),
                #[cfg(feature = "compression")]
                (
                    "escaque --check lichess.pgn.zst",
                    "Says how much there is in a file and what is wrong with it.",
                ),
                #[cfg(feature = "lsp")]
                (
                    "escaque --lsp",
                    "Serves an editor: problems as they are typed, boards, completion, mending, layout.",
                ),
                ("escaque --in-place games.pgn", "Lays the games of a file out, in the same file."),
                ("escaque --explain E0301", "Tells what a message means."),
            ],
        },
    ],
};
