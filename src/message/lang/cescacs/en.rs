//! The texts of C'escacs in English.

use crate::message::lang::{Language, en};

pub static ENGLISH: Language = Language {
    result_unknown: "Unfinished game.",

    not_a_promotion: "only a pawn that reaches the last hex of its column becomes another piece",

    unknown_suffix: "this is no assessment of a move",
    known_suffixes: "the assessments are ! ? !! ?? !? ?! ◇; a mark of check is joined to its move",

    reduced: "not in the reduced form, section “{section}” of the notation: {departure}",

    ..en::ENGLISH
};
