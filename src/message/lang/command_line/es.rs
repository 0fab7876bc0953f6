//! The texts about the command line in Spanish.

use super::CommandLine;

/// The texts in Spanish.
pub(in crate::message::lang) static SPANISH: CommandLine = CommandLine {
    usage: "Uso:",
    arguments: "Argumentos:",
    options: "Opciones:",
    any_options: "[OPCIONES]",
    default_value: "[por defecto: ",
    possible_values: "[valores posibles: ",
    values_heading: "Valores posibles:",

    conflict: "el argumento «{argument}» no se puede combinar con «{other}»",
    conflict_with_several: "el argumento «{argument}» no se puede combinar con:{others}",
    repeated: "el argumento «{argument}» solo se puede dar una vez",
    value_missing: "falta el valor de «{argument}»",
    invalid_value: "«{value}» no es un valor válido para «{argument}»",
    value_of_a_flag: "«{argument}» no admite ningún valor, y se le ha dado «{value}»",
    unknown_argument: "argumento desconocido: «{argument}»",
    required: "faltan estos argumentos, que son obligatorios:{others}",
    argument_not_utf8: "hay argumentos que no son UTF-8 válido",
    no_file: "no hay ningún archivo que traducir",
    view_needs_a_terminal: "--view necesita un terminal",

    tip: "sugerencia:",
    similar_argument: "hay uno parecido: «{similar}»",
    similar_value: "hay un valor parecido: «{similar}»",
    as_a_value: "si «{argument}» es un valor, escriba «{escaped}»",
    more_information: "Para más información, pruebe «{help}».",

    whole_number_expected: "se esperaba un número entero",
    number_above_zero_expected: "se esperaba un número mayor que 0",
    number_too_large: "este número es demasiado grande",
    size_expected: "se esperaba un número de bytes mayor que 0, como 1000000, 500K, 64M o 2G",
    game_number_expected: "se esperaba un número como 3 o un intervalo como 2-5",
    games_count_from_one: "las partidas se cuentan desde la 1",
    range_backwards: "un intervalo va del número menor al mayor",
    code_expected: "ningún mensaje tiene este código; un código es como E0203 o W0621",
    piece_letters_expected: "las letras de las piezas son una lengua ({languages}) o las letras de rey, dama, torre, alfil, caballo y, si la lleva, peón, como KDTLS",
    position_expected: "se esperaba start, end, each, una jugada como 23w o 23b, o medias jugadas como 'ply 45'",
    unknown_placeholder: "{name} no representa nada; se conocen {known}",
    picture_size_expected: "se esperaba normal, large o un número de píxeles de 16 a 8192",
    unknown_extension: "la extensión de --output no corresponde a ningún formato; se conocen svg, png, gif, html, pgn, json, txt, fen y epd, o lo dice --format",
    match_without_question: "--at match muestra lo que encuentra --where, y no hay ningún --where",
    no_positions_to_choose: "--at elige posiciones, que este formato no muestra una por una",
    binary_to_terminal: "una imagen en píxeles no se puede mostrar en un terminal; -o nombra un archivo para ella",
    pace_expected: "se esperaba un número de segundos de 0.02 a 600, como 1.5, o clock",
};
