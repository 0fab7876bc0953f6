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

    unknown_suffix: "esto no es una valoración de un movimiento",
    known_suffixes: "las valoraciones son ! ? !! ?? !? ?! ◇; un indicador de jaque va unido a su movimiento",

    reduced: "no está en formato reducido, sección «{section}» de la notación: {departure}",

    ..es::SPANISH
};
