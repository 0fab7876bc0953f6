//! The words of the language server in Catalan.

use super::LspWords;

/// The words in Catalan.
pub(in crate::message::lang) static CATALAN: LspWords = LspWords {
    more_problems: "{count:queda un problema|queden # problemes} per mostrar",

    replace_with: "Substitueix-ho per «{text}»",
    insert: "Insereix «{text}»",
    delete: "Esborra «{text}»",
    change: "Esmena-ho",
    perhaps: "{action} (una suposició)",
    fix_all: "Esmena tot el que és segur en aquest fitxer",

    game: "Partida {number}",

    tag_event: "El torneig o l'enfrontament",
    tag_site: "On es va jugar: ciutat, regió i país",
    tag_date: "Quan va començar la partida: `AAAA.MM.DD`, amb `?` en allò que no se sap; en CTL-PGN, amb guions",
    tag_round: "La ronda, o els números de ronda i tauler",
    tag_white: "Qui porta les blanques, el cognom davant",
    tag_black: "Qui porta les negres, el cognom davant",
    tag_result: "El resultat, el mateix que darrere les jugades",
    tag_fen: "La posició inicial, en notació Forsyth-Edwards",
    tag_setup: "`1` si la partida comença en la posició de l'etiqueta `FEN`",
    tag_variant: "La modalitat d'escacs",
    tag_eco: "L'obertura, pel seu codi a l'Enciclopèdia d'Obertures",
    tag_opening: "El nom de l'obertura",
    tag_time_control: "El temps dels jugadors, com `40/7200:3600` o `300+2`",
    tag_termination: "Com va acabar la partida, com `normal` o `time forfeit`",
    tag_annotator: "Qui ha comentat la partida",
    tag_ply_count: "El nombre de jugades de tots dos bàndols",
    tag_elo: "L'Elo del jugador",
    tag_title: "El títol del jugador, com `GM`",
    tag_mode: "Com es va jugar: `OTB` davant del tauler, `ICS` en un servidor",
    tag_piece_letters: "Les lletres de les peces: una llengua, o les lletres mateixes",
    tag_tlpd: "La posició inicial, en la notació de posicions de C'escacs",
    tag_redefine: "Lletres per a les peces en lloc de les habituals",
    tag_id: "El que identifica la partida, en lloc d'esdeveniment, lloc i ronda",
    tag_lang: "La llengua dels comentaris",
    tag_own: "Una etiqueta pròpia de l'autor",

    zugzwang: "atzucac",
    space: "més espai",
    development: "avantatge de desenvolupament",
    initiative: "iniciativa",
    attack: "atac",
    compensation: "compensació pel material",
    counterplay: "contrajoc",
    time_trouble: "destret de temps",
    idea: "amb la idea",
    novelty: "novetat",

    position: "Posició",
    see_more: "`escaque --explain {code}` en diu més",

    no_player: "aquí no hi ha cap nom de jugador",
    name_is_empty: "un jugador necessita un nom",
};
