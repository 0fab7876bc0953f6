//! The texts of C'escacs in Catalan.

use crate::message::lang::{Language, ca};

pub static CATALAN: Language = Language {
    result_unknown: "Partida inacabada.",

    spoken_castles_king: "enroc al flanc de rei, rei a {king}, roc a {rook}",
    spoken_castles_queen: "enroc al flanc de dama, rei a {king}, roc a {rook}",

    rook: "un roc",
    bare_rook: "roc",
    rooks: "rocs",

    castling_no_right: "enroc il·legal: ja no hi ha dret a enrocar; el rei o el roc s'han mogut, o la posició inicial no el dona",
    castling_rook_moved: "enroc il·legal: el roc de {home} ja s'ha mogut o ha estat capturat",
    castling_blocked: "enroc il·legal: entre el rei i el roc hi ha {other} a {at}",
    the_rook: "el roc",

    unknown_suffix: "això no és una valoració d'un moviment",
    known_suffixes: "les valoracions són ! ? !! ?? !? ?! ◇; un indicador d'escac va junt amb el seu moviment",

    reduced: "no està en format reduït, secció «{section}» de la notació: {departure}",

    ..ca::CATALAN
};
