//! What tags and annotations mean, in words.

use crate::message::Language;
use crate::syntax::Nag;

/// Returns what a tag tells.
pub(super) fn of_tag(name: &str, language: &Language) -> &'static str {
    let words = language.lsp;
    match name {
        "Event" => words.tag_event,
        "Site" => words.tag_site,
        "Date" | "UTCDate" | "EventDate" => words.tag_date,
        "Round" => words.tag_round,
        "White" => words.tag_white,
        "Black" => words.tag_black,
        "Result" => words.tag_result,
        "FEN" => words.tag_fen,
        "SetUp" => words.tag_setup,
        "Variant" => words.tag_variant,
        "ECO" => words.tag_eco,
        "Opening" | "Variation" | "SubVariation" => words.tag_opening,
        "TimeControl" => words.tag_time_control,
        "Termination" => words.tag_termination,
        "Annotator" => words.tag_annotator,
        "PlyCount" => words.tag_ply_count,
        "WhiteElo" | "BlackElo" => words.tag_elo,
        "WhiteTitle" | "BlackTitle" => words.tag_title,
        "Mode" => words.tag_mode,
        "PieceLetters" => words.tag_piece_letters,
        "TLPD" | "PDTL" => words.tag_tlpd,
        "Redefine" => words.tag_redefine,
        "Id" => words.tag_id,
        "Lang" => words.tag_lang,
        _ => words.tag_own,
    }
}

/// Returns what an annotation means (PGN standard, section 10), if it has words.
pub(super) fn of_nag(nag: Nag, language: &Language) -> Option<&'static str> {
    let (page, words) = (language.page, language.lsp);
    Some(match nag.0 {
        1 => page.good_move,
        2 => page.mistake,
        3 => page.brilliant_move,
        4 => page.blunder,
        5 => page.interesting_move,
        6 => page.dubious_move,
        7 | 8 => page.only_move,
        10 | 11 => page.equal,
        13 => page.unclear,
        14 => page.white_slightly_better,
        15 => page.black_slightly_better,
        16 => page.white_better,
        17 => page.black_better,
        18 => page.white_winning,
        19 => page.black_winning,
        22 | 23 => words.zugzwang,
        26 | 27 => words.space,
        32 | 33 => words.development,
        36 | 37 => words.initiative,
        40 | 41 => words.attack,
        44 | 45 => words.compensation,
        132 | 133 => words.counterplay,
        138 | 139 => words.time_trouble,
        140 => words.idea,
        146 => words.novelty,
        _ => return None,
    })
}
