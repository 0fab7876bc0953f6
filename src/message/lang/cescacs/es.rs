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
    other_piece_there: "movimiento ilegal: la pieza en {from} es {found}, no {written}",
    nothing_there: "movimiento ilegal: en {from} no hay ninguna pieza",
    not_yours: "movimiento ilegal: la pieza en {from} es del otro bando",
    own_piece_there: "movimiento ilegal: en {to} hay una pieza del mismo bando",
    nothing_to_capture: "movimiento ilegal: en {to} no hay nada que capturar",
    stays_in_check: "movimiento ilegal: {other} en {at} da jaque al rey, y este movimiento no lo evita",
    king_into_check: "movimiento ilegal: en {to} daría jaque al rey {other} desde {at}",
    pinned: "movimiento ilegal: la pieza en {from} ({piece}) está clavada por {other} en {at}",
    opens_line: "movimiento ilegal: abriría el camino hasta el rey a {other} en {at}",
    captures_king: "movimiento ilegal: un rey no se captura",
    promotion_missing: "el movimiento no dice en qué se convierte el peón",
    not_a_promotion: "movimiento ilegal: solo un peón que llega al último hexcaque de su columna se convierte en otra pieza",
    bad_promotion: "movimiento ilegal: un peón no puede convertirse en {piece}",
    blocked: "movimiento ilegal: hay {other} en medio, en {at}",
    late_en_passant: "movimiento ilegal: al paso, un peón solo se captura en {to} en el movimiento que sigue al avance que pasa por ahí",
    pawn_captures_otherwise: "movimiento ilegal: en {at} hay {other}, y un peón no captura así",
    after_mate: "movimiento ilegal: la partida ha terminado en jaque mate",
    after_stalemate: "movimiento ilegal: la partida ha terminado con el rey ahogado: {result}",
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
