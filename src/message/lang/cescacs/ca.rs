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

    run_on: "el moviment continua on hauria d'acabar",
    not_a_move: "això no és un moviment",
    loose_words: "aquestes paraules no són moviments ni una oració completa",
    a_tag_or_move: "una etiqueta o un moviment",
    a_move: "un moviment",
    a_move_or_variation_end: "un moviment o el final de la variació",
    a_move_or_result: "un moviment o el resultat de la partida",
    illegal_move: "moviment il·legal: {reason}",
    stays_in_check: "{other} a {at} fa escac al rei, i aquest moviment no l'evita",
    promotion_missing: "el moviment no diu en què es converteix el peó",
    not_a_promotion: "només un peó que arriba a l'últim hexcac de la seva columna es converteix en una altra peça",
    no_check: "aquest moviment no fa escac",
    no_mate: "aquest moviment no fa mat",
    check_not_marked: "aquest moviment fa escac, i no porta +",
    mate_not_marked: "aquest moviment fa mat, i no porta #",
    leading_annotation: "una valoració abans del primer moviment d'una línia; es llegeix com si fos d'aquell moviment",
    annotation_without_move: "una valoració en una partida sense moviments",
    reduced_spelling: "aquest moviment s'escriu {move}",

    unknown_suffix: "això no és una valoració d'un moviment",
    known_suffixes: "les valoracions són ! ? !! ?? !? ?! ◇; un indicador d'escac va junt amb el seu moviment",

    reduced: "no està en format reduït, secció «{section}» de la notació: {departure}",

    ..ca::CATALAN
};
