//! The words of the viewer's texts and notices in English.

use super::ViewerWords;

/// The words in English.
pub(in crate::message::lang) static ENGLISH: ViewerWords = ViewerWords {
    comments_help: "the whole comment of the move",
    info_help: "all that is known about the game: tags, opening, file",
    step_out: "stop autoplay, or leave the variation",
    leave: "back to the board",
    next_mistake: "to the next mistake (?, ??, ?!, or by the evaluations)",
    previous_mistake: "to the previous mistake",
    next_comment: "to the next move with a comment",
    previous_comment: "to the previous move with a comment",
    next_reference: "to the move that the comment names; again, to the next one",
    reference_back: "back to that comment",

    text_hint: "↑ ↓ scroll   ← → moves   Esc goes back",
    hint_matches: "n next match",
    hint_games: "Tab next game   o list   / search",
    hint_variation: "v variation",
    hint_leave: "b main line",

    unknown_key: "{key} does nothing here; ? shows the keys",
    end_of_line: "this is the end of the line",
    start_of_game: "this is the start of the game",
    no_position: "there is no position: the game has none to start from",
    no_board: "no board is shown",
    no_comment: "there is no comment on this move",
    no_comment_on: "there are no more comments in this line",
    no_comment_back: "there is no comment before this",
    no_mistake_on: "there are no more mistakes in this line",
    no_mistake_back: "there is no mistake before this",
    no_reference: "no comment here names another move",
    no_way_back: "no comment has led here",
    no_colours: "the terminal shows no colours",

    size_is: "board: {width}×{height} characters a cell",
    largest_size_is: "board: {width}×{height} characters a cell, the largest that fits",
    only_size: "board: {width}×{height} characters a cell; no other size fits",
    colours_are: "colours: {name}",
    pieces_drawn: "pieces: drawings",
    pieces_figurines: "pieces: figurines",
    pieces_letters: "pieces: letters",

    more: "… m: all of it",
    more_on_game: " (i: all of it)",

    at_line: "line {line}, column {column}",

    file: "File",
    line: "line {line}",
    game: "Game",
    variant: "Variant",
    opening: "Opening",
    tags: "Tags",
    messages: "Messages",

    no_room: "The board takes {width}×{height} characters.",
};
