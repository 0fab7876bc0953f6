//! The words of the viewer's texts and notices in Spanish.

use super::ViewerWords;

/// The words in Spanish.
pub(in crate::message::lang) static SPANISH: ViewerWords = ViewerWords {
    comments_help: "todo el comentario de la jugada",
    info_help: "todo lo que se sabe de la partida: etiquetas, apertura, archivo",
    step_out: "detiene la reproducción, o sale de la variación",
    leave: "vuelve al tablero",
    next_mistake: "al error siguiente (?, ??, ?!, o por las evaluaciones)",
    previous_mistake: "al error anterior",
    next_comment: "a la siguiente jugada comentada",
    previous_comment: "a la anterior jugada comentada",
    next_reference: "a la jugada que el comentario nombra; otra vez, a la siguiente",
    reference_back: "vuelve a ese comentario",

    text_hint: "↑ ↓ desplazan   ← → mueven   Esc vuelve",
    hint_matches: "n coincidencia siguiente",
    hint_games: "Tab partida siguiente   o lista   / busca",
    hint_variation: "v variación",
    hint_leave: "b línea principal",

    unknown_key: "aquí {key} no hace nada; ? muestra las teclas",
    end_of_line: "aquí termina la línea",
    start_of_game: "aquí empieza la partida",
    no_position: "no hay posición: la partida no tiene posición inicial",
    no_board: "no se muestra ningún tablero",
    no_comment: "esta jugada no tiene ningún comentario",
    no_comment_on: "en esta línea no hay más comentarios",
    no_comment_back: "antes de esto no hay ningún comentario",
    no_mistake_on: "en esta línea no hay más errores",
    no_mistake_back: "antes de esto no hay ningún error",
    no_reference: "ningún comentario de aquí nombra otra jugada",
    no_way_back: "ningún comentario ha llevado hasta aquí",
    no_colours: "el terminal no muestra colores",

    size_is: "tablero: {width}×{height} caracteres por casilla",
    largest_size_is: "tablero: {width}×{height} caracteres por casilla, el mayor que cabe",
    only_size: "tablero: {width}×{height} caracteres por casilla; no cabe otro tamaño",
    colours_are: "colores: {name}",
    pieces_drawn: "piezas: dibujos",
    pieces_figurines: "piezas: figuras",
    pieces_letters: "piezas: letras",

    more: "… m: entero",
    more_on_game: " (i: entero)",

    at_line: "línea {line}, columna {column}",

    file: "Archivo",
    line: "línea {line}",
    game: "Partida",
    variant: "Variante",
    opening: "Apertura",
    tags: "Etiquetas",
    messages: "Mensajes",

    no_room: "El tablero ocupa {width}×{height} caracteres.",
};
