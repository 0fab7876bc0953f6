//! The texts of C'escacs in Spanish.

use crate::message::lang::{Language, es};

pub static SPANISH: Language = Language {
    draw: "Tablas.",
    result_unknown: "Partida inacabada.",

    spoken_castles_king: "enroque en el flanco de rey, rey a {king}, roque a {rook}",
    spoken_castles_queen: "enroque en el flanco de dama, rey a {king}, roque a {rook}",

    rook: "un roque",
    bare_rook: "roque",
    rooks: "roques",

    castling_no_right: "enroque ilegal: ya no hay derecho a enrocar; el rey o el roque se han movido, o la posición inicial no lo da",
    castling_rook_moved: "enroque ilegal: el roque de {home} ya se ha movido o ha sido capturado",
    castling_blocked: "enroque ilegal: entre el rey y el roque hay {other} en {at}",
    the_rook: "el roque",

    run_on: "el movimiento continúa donde tendría que acabar",
    not_a_move: "esto no es un movimiento",
    loose_words: "estas palabras no son movimientos ni una oración completa",
    a_tag_or_move: "una etiqueta o un movimiento",
    a_move: "un movimiento",
    a_move_or_variation_end: "un movimiento o el final de la variación",
    a_move_or_result: "un movimiento o el resultado de la partida",
    illegal_move: "movimiento ilegal: {reason}",
    stays_in_check: "{other} en {at} da jaque al rey, y este movimiento no lo evita",
    promotion_missing: "el movimiento no dice en qué se convierte el peón",
    not_a_promotion: "solo un peón que llega al último hexcaque de su columna se convierte en otra pieza",
    no_check: "este movimiento no da jaque",
    no_mate: "este movimiento no da mate",
    check_not_marked: "este movimiento da jaque, y no lleva +",
    mate_not_marked: "este movimiento da mate, y no lleva #",
    leading_annotation: "una valoración antes del primer movimiento de una línea; se lee como si fuera de ese movimiento",
    annotation_without_move: "una valoración en una partida sin movimientos",
    reduced_spelling: "este movimiento se escribe {move}",

    unknown_suffix: "esto no es una valoración de un movimiento",
    known_suffixes: "las valoraciones son ! ? !! ?? !? ?! ◇; un indicador de jaque va unido a su movimiento",

    reduced: "no está en formato reducido, sección «{section}» de la notación: {departure}",

    ..es::SPANISH
};
