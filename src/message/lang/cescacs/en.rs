//! The texts of C'escacs in English.

use crate::message::lang::{Language, en};

pub static ENGLISH: Language = Language {
    result_unknown: "Unfinished game.",

    reduced: "not in the reduced form, section “{section}” of the notation: {departure}",

    ..en::ENGLISH
};
