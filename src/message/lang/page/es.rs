//! The words of pages in Spanish.

use super::PageWords;

/// The words in Spanish.
pub(in crate::message::lang) static SPANISH: PageWords = PageWords {
    games: "Partidas",
    game: "Partida",

    board: "Tablero",
    moves: "Jugadas",
    details: "Datos",
    graph_help: "Evaluación de la partida, arriba las blancas; {value} después de esta jugada",

    first: "Principio de la partida",
    back: "Jugada anterior",
    forward: "Jugada siguiente",
    last: "Final de la línea",
    flip: "Girar el tablero",
    play: "Reproducir las jugadas",
    colours: "Otros colores",
    words: "La posición en palabras",
    copy_position: "Copiar la posición",
    copy_game: "Copiar la partida (PGN)",
    help: "Teclas",
    close: "Cerrar",
    previous_game: "Partida anterior",
    next_game: "Partida siguiente",
    filter: "Jugadores, torneo, fecha",
    no_game_found: "Ninguna partida tiene estas palabras.",
    several_lines: "Otras jugadas aquí",
    copy_game_help: "copia la partida (PGN)",
    filter_help: "busca partidas por los jugadores, el torneo o la fecha",
    checks_given: "Jaques dados",
    tap_help: "Toque la mitad derecha del tablero para la jugada siguiente y la izquierda para la anterior, o deslice el dedo.",

    position_copied: "Posición copiada.",
    game_copied: "Partida copiada.",
    not_copied: "El navegador no deja copiar a esta página.",
    colours_are: "Colores: {name}.",
};
