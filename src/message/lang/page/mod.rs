//! The words of pages: their buttons, labels and help.
//!
//! What the keys do is said in the words of the viewer.

mod ca;
mod en;
mod es;

pub(super) use ca::CATALAN;
pub(super) use en::ENGLISH;
pub(super) use es::SPANISH;

super::languages! {
    /// The words of pages, in one language.
    PageWords {
        /// The name of a page and of its list, and of a game without players and `Id`.
        games, game,
        // the parts of a game
        board, moves, details, graph_help,
        // the buttons
        first, back, forward, last, flip, play, colours, words, copy_position, copy_game, help, close,
        previous_game, next_game, filter, no_game_found, games_found, several_lines, copy_game_help, filter_help, checks_given, tap_help, print_help,
        // what is said when something has been done
        position_copied, game_copied, not_copied, colours_are, seen_by_white, seen_by_black,
        // what is said of a move
        variation, evaluation, white_mates_in, black_mates_in, clock, draw_offered,
        // what annotations mean, $1 to $6, $7, $10, $13, and $14 to $19
        good_move, mistake, brilliant_move, blunder, interesting_move, dubious_move, only_move, equal, unclear,
        white_slightly_better, black_slightly_better, white_better, black_better, white_winning, black_winning,
    }
}
