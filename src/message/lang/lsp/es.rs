//! The words of the language server in Spanish.

use super::LspWords;

/// The words in Spanish.
pub(in crate::message::lang) static SPANISH: LspWords = LspWords {
    more_problems: "{count:queda un problema|quedan # problemas} por mostrar",

    replace_with: "Sustituirlo por «{text}»",
    insert: "Insertar «{text}»",
    delete: "Borrar «{text}»",
    change: "Enmendarlo",
    perhaps: "{action} (una suposición)",
    fix_all: "Enmendar todo lo que es seguro en este archivo",

    game: "Partida {number}",

    tag_event: "El torneo o el encuentro",
    tag_site: "Dónde se jugó: ciudad, región y país",
    tag_date: "Cuándo empezó la partida: `AAAA.MM.DD`, con `?` en lo que no se sabe; en CTL-PGN, con guiones",
    tag_round: "La ronda, o los números de ronda y tablero",
    tag_white: "Quien lleva las blancas, el apellido delante",
    tag_black: "Quien lleva las negras, el apellido delante",
    tag_result: "El resultado, el mismo que tras las jugadas",
    tag_fen: "La posición inicial, en notación Forsyth-Edwards",
    tag_setup: "`1` si la partida empieza en la posición de la etiqueta `FEN`",
    tag_variant: "La modalidad de ajedrez",
    tag_eco: "La apertura, por su código en la Enciclopedia de Aperturas",
    tag_opening: "El nombre de la apertura",
    tag_time_control: "El tiempo de los jugadores, como `40/7200:3600` o `300+2`",
    tag_termination: "Cómo acabó la partida, como `normal` o `time forfeit`",
    tag_annotator: "Quién ha comentado la partida",
    tag_ply_count: "El número de jugadas de ambos bandos",
    tag_elo: "El Elo del jugador",
    tag_title: "El título del jugador, como `GM`",
    tag_mode: "Cómo se jugó: `OTB` ante el tablero, `ICS` en un servidor",
    tag_piece_letters: "Las letras de las piezas: un idioma, o las propias letras",
    tag_tlpd: "La posición inicial, en la notación de posiciones de C'escacs",
    tag_redefine: "Letras para las piezas en lugar de las habituales",
    tag_id: "Lo que identifica la partida, en lugar de evento, lugar y ronda",
    tag_lang: "El idioma de los comentarios",
    tag_own: "Una etiqueta propia del autor",

    zugzwang: "zugzwang",
    space: "más espacio",
    development: "ventaja de desarrollo",
    initiative: "iniciativa",
    attack: "ataque",
    compensation: "compensación por el material",
    counterplay: "contrajuego",
    time_trouble: "apuros de tiempo",
    idea: "con la idea",
    novelty: "novedad",

    position: "Posición",
    see_more: "`escaque --explain {code}` dice más",

    no_player: "aquí no hay ningún nombre de jugador",
    name_is_empty: "un jugador necesita un nombre",
};
