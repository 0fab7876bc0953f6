//! The texts about the command line in Catalan.

use super::CommandLine;

/// The texts in Catalan.
pub(in crate::message::lang) static CATALAN: CommandLine = CommandLine {
    usage: "Ús:",
    arguments: "Arguments:",
    options: "Opcions:",
    any_options: "[OPCIONS]",
    default_value: "[per defecte: ",
    possible_values: "[valors possibles: ",
    values_heading: "Valors possibles:",

    conflict: "l'argument «{argument}» no es pot combinar amb «{other}»",
    conflict_with_several: "l'argument «{argument}» no es pot combinar amb:{others}",
    repeated: "l'argument «{argument}» només es pot donar una vegada",
    value_missing: "falta el valor de «{argument}»",
    invalid_value: "«{value}» no és un valor vàlid per a «{argument}»",
    value_of_a_flag: "«{argument}» no admet cap valor, i se li ha donat «{value}»",
    unknown_argument: "argument desconegut: «{argument}»",
    required: "falten aquests arguments, que són obligatoris:{others}",
    argument_not_utf8: "hi ha arguments que no són UTF-8 vàlid",
    no_file: "no hi ha cap fitxer per traduir",
    view_needs_a_terminal: "--view necessita un terminal",

    tip: "suggeriment:",
    similar_argument: "n'hi ha un de semblant: «{similar}»",
    similar_value: "hi ha un valor semblant: «{similar}»",
    as_a_value: "si «{argument}» és un valor, escriviu «{escaped}»",
    more_information: "Per a més informació, proveu «{help}».",

    whole_number_expected: "s'esperava un nombre enter",
    number_above_zero_expected: "s'esperava un nombre més gran que 0",
    number_too_large: "aquest nombre és massa gran",
    size_expected: "s'esperava un nombre de bytes més gran que 0, com 1000000, 500K, 64M o 2G",
    game_number_expected: "s'esperava un número com 3 o un interval com 2-5",
    games_count_from_one: "les partides es compten des de l'1",
    range_backwards: "un interval va del número més petit al més gran",
    code_expected: "cap missatge no té aquest codi; un codi és com E0203 o W0621",
    piece_letters_expected: "les lletres de les peces són una llengua ({languages}) o les lletres de rei, dama, torre, alfil, cavall i, si en té, peó, com KDTLS",
    position_expected: "s'esperava start, end, each, una jugada com 23w o 23b, o mitges jugades com 'ply 45'",
    unknown_placeholder: "{name} no representa res; es coneixen {known}",
    picture_size_expected: "s'esperava normal, large o un nombre de píxels de 16 a 8192",
    unknown_extension: "l'extensió de --output no correspon a cap format; es coneixen svg, png, gif, html, pgn, json, txt, fen i epd, o ho diu --format",
    match_without_question: "--at match mostra el que troba --where, i no hi ha cap --where",
    no_positions_to_choose: "--at tria posicions, que aquest format no mostra una per una",
    binary_to_terminal: "una imatge en píxels no es pot mostrar en un terminal; -o anomena un fitxer per a ella",
    pace_expected: "s'esperava un nombre de segons de 0.02 a 600, com 1.5, o clock",
};
