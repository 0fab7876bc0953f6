//! The words of the viewer for what it reads out and tells: its scrolling texts and its notices.

mod ca;
mod en;
mod es;

pub(super) use ca::CATALAN;
pub(super) use en::ENGLISH;
pub(super) use es::SPANISH;

super::languages! {
    /// The words of the viewer's scrolling texts and notices, in one language.
    ViewerWords {
        // the lines of the help
        comments_help, info_help, step_out, leave, next_mistake, previous_mistake, next_comment, previous_comment,
        next_reference, reference_back,
        /// The keys of a scrolling text.
        text_hint,
        // the keys that mean something at a move
        hint_matches, hint_games, hint_variation, hint_leave,
        // why a key does nothing
        unknown_key, end_of_line, start_of_game, no_position, no_board, no_comment, no_comment_on, no_comment_back,
        no_mistake_on, no_mistake_back, no_reference, no_way_back, no_colours,
        // what a key has chosen
        size_is, largest_size_is, only_size, colours_are, pieces_drawn, pieces_figurines, pieces_letters,
        /// Stands at the end of a comment that does not fit.
        more,
        /// Stands at the end of a message that does not fit.
        more_on_game,
        /// Where an error is, and the lines of the file.
        at_line,
        // everything known about a game
        file, line, game, variant, opening, tags, messages,
        /// Why there is no board.
        no_room,
    }
}
