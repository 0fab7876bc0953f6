//! The words of the language server.

mod ca;
mod en;
mod es;

pub(super) use ca::CATALAN;
pub(super) use en::ENGLISH;
pub(super) use es::SPANISH;

super::languages! {
    /// The words of the language server, in one language.
    LspWords {
        /// The last diagnostic of a document that has many.
        more_problems,
        // code actions
        replace_with, insert, delete, change, perhaps, fix_all,
        // a game without players and `Event`
        game,
        // what tags tell
        tag_event, tag_site, tag_date, tag_round, tag_white, tag_black, tag_result, tag_fen, tag_setup, tag_variant,
        tag_eco, tag_opening, tag_time_control, tag_termination, tag_annotator, tag_ply_count, tag_elo, tag_title,
        tag_mode, tag_piece_letters, tag_tlpd, tag_redefine, tag_id, tag_lang, tag_own,
        // what annotations mean beside those of pages
        zugzwang, space, development, initiative, attack, compensation, counterplay, time_trouble, idea, novelty,
        /// The position of a move in the notation of positions.
        position,
        /// How to read the rest of an explanation.
        see_more,
        // why nothing can be renamed
        no_player, name_is_empty,
    }
}
