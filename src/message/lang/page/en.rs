//! The words of pages in English.

use super::PageWords;

/// The words in English.
pub(in crate::message::lang) static ENGLISH: PageWords = PageWords {
    games: "Games",
    game: "Game",

    board: "Board",
    moves: "Moves",
    details: "Details",
    graph_help: "Evaluation of the game, White above; {value} after this move",

    first: "Start of the game",
    back: "Previous move",
    forward: "Next move",
    last: "End of the line",
    flip: "Turn the board round",
    play: "Play the moves",
    colours: "Other colours",
    words: "Position in words",
    copy_position: "Copy the position",
    copy_game: "Copy the game (PGN)",
    help: "Keys",
    close: "Close",
    previous_game: "Previous game",
    next_game: "Next game",
    filter: "Players, event, date",
    no_game_found: "No game has these words.",
    several_lines: "Other moves here",
    copy_game_help: "copy the game (PGN)",
    filter_help: "find games by their players, event or date",
    checks_given: "Checks given",
    tap_help: "Tap the right half of the board for the next move and the left half for the previous one, or swipe.",

    position_copied: "Position copied.",
    game_copied: "Game copied.",
    not_copied: "The browser does not let this page copy.",
    colours_are: "Colours: {name}.",
};
