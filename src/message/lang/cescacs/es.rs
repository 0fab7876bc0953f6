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
    castling_way_taken: "enroque ilegal: hay una pieza donde el rey o un roque tiene que pasar o parar",

    ..es::SPANISH
};
