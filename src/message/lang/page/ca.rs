//! The words of pages in Catalan.

use super::PageWords;

/// The words in Catalan.
pub(in crate::message::lang) static CATALAN: PageWords = PageWords {
    games: "Partides",
    game: "Partida",

    board: "Tauler",
    moves: "Jugades",
    details: "Dades",
    graph_help: "Avaluació de la partida, a dalt les blanques; {value} després d'aquesta jugada",

    first: "Principi de la partida",
    back: "Jugada anterior",
    forward: "Jugada següent",
    last: "Final de la línia",
    flip: "Girar el tauler",
    play: "Reproduir les jugades",
    colours: "Altres colors",
    words: "La posició en paraules",
    copy_position: "Copiar la posició",
    copy_game: "Copiar la partida (PGN)",
    help: "Tecles",
    close: "Tancar",
    previous_game: "Partida anterior",
    next_game: "Partida següent",
    filter: "Jugadors, torneig, data",
    no_game_found: "Cap partida no té aquestes paraules.",
    several_lines: "Altres jugades aquí",
    copy_game_help: "copia la partida (PGN)",
    filter_help: "busca partides pels jugadors, el torneig o la data",
    checks_given: "Escacs fets",
    tap_help: "Toqueu la meitat dreta del tauler per a la jugada següent i l'esquerra per a l'anterior, o feu lliscar el dit.",

    position_copied: "Posició copiada.",
    game_copied: "Partida copiada.",
    not_copied: "El navegador no deixa copiar a aquesta pàgina.",
    colours_are: "Colors: {name}.",
};
