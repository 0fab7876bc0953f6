//! The texts of C'escacs in English.

use crate::message::lang::{Language, en};

pub static ENGLISH: Language = Language { result_unknown: "Unfinished game.", ..en::ENGLISH };
