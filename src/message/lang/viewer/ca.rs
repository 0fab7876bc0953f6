//! The words of the viewer's texts and notices in Catalan.

use super::ViewerWords;

/// The words in Catalan.
pub(in crate::message::lang) static CATALAN: ViewerWords = ViewerWords {
    comments_help: "tot el comentari de la jugada",
    info_help: "tot el que se sap de la partida: etiquetes, obertura, fitxer",
    step_out: "atura la reproducció, o surt de la variació",
    leave: "torna al tauler",
    next_mistake: "a l'error següent (?, ??, ?!, o per les avaluacions)",
    previous_mistake: "a l'error anterior",
    next_comment: "a la següent jugada comentada",
    previous_comment: "a l'anterior jugada comentada",
    next_reference: "a la jugada que el comentari esmenta; un altre cop, a la següent",
    reference_back: "torna a aquell comentari",

    text_hint: "↑ ↓ desplacen   ← → mouen   Esc torna",
    hint_matches: "n coincidència següent",
    hint_games: "Tab partida següent   o llista   / cerca",
    hint_variation: "v variació",
    hint_leave: "b línia principal",

    unknown_key: "aquí {key} no fa res; ? mostra les tecles",
    end_of_line: "aquí acaba la línia",
    start_of_game: "aquí comença la partida",
    no_position: "no hi ha cap posició: la partida no té posició inicial",
    no_board: "no es mostra cap tauler",
    no_comment: "aquesta jugada no té cap comentari",
    no_comment_on: "en aquesta línia no hi ha més comentaris",
    no_comment_back: "abans d'això no hi ha cap comentari",
    no_mistake_on: "en aquesta línia no hi ha més errors",
    no_mistake_back: "abans d'això no hi ha cap error",
    no_reference: "cap comentari d'aquí no esmenta cap altra jugada",
    no_way_back: "cap comentari no ha dut fins aquí",
    no_colours: "el terminal no mostra colors",

    size_is: "tauler: {width}×{height} caràcters per casella",
    largest_size_is: "tauler: {width}×{height} caràcters per casella, el més gran que hi cap",
    only_size: "tauler: {width}×{height} caràcters per casella; no hi cap cap altra mida",
    colours_are: "colors: {name}",
    pieces_drawn: "peces: dibuixos",
    pieces_figurines: "peces: figures",
    pieces_letters: "peces: lletres",

    more: "… m: sencer",
    more_on_game: " (i: sencer)",

    at_line: "línia {line}, columna {column}",

    file: "Fitxer",
    line: "línia {line}",
    game: "Partida",
    variant: "Variant",
    opening: "Obertura",
    tags: "Etiquetes",
    messages: "Missatges",

    no_room: "El tauler ocupa {width}×{height} caràcters.",
};
