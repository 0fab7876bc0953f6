//! The texts about the command line in English.

use super::CommandLine;

/// The texts in English.
pub(in crate::message::lang) static ENGLISH: CommandLine = CommandLine {
    usage: "Usage:",
    arguments: "Arguments:",
    options: "Options:",
    any_options: "[OPTIONS]",
    default_value: "[default: ",
    possible_values: "[possible values: ",
    values_heading: "Possible values:",

    conflict: "the argument '{argument}' cannot be used with '{other}'",
    conflict_with_several: "the argument '{argument}' cannot be used with:{others}",
    repeated: "the argument '{argument}' cannot be used multiple times",
    value_missing: "a value is required for '{argument}' but none was supplied",
    invalid_value: "invalid value '{value}' for '{argument}'",
    value_of_a_flag: "unexpected value '{value}' for '{argument}' found; no more were expected",
    unknown_argument: "unexpected argument '{argument}' found",
    required: "the following required arguments were not provided:{others}",
    argument_not_utf8: "invalid UTF-8 was detected in one or more arguments",
    no_file: "no file to translate",
    view_needs_a_terminal: "--view needs a terminal",

    tip: "tip:",
    similar_argument: "a similar argument exists: '{similar}'",
    similar_value: "a similar value exists: '{similar}'",
    as_a_value: "to pass '{argument}' as a value, use '{escaped}'",
    more_information: "For more information, try '{help}'.",

    whole_number_expected: "expected a whole number",
    number_above_zero_expected: "expected a number above 0",
    number_too_large: "this number is too large",
    size_expected: "expected a number of bytes above 0, such as 1000000, 500K, 64M or 2G",
    game_number_expected: "expected a number such as 3 or a range such as 2-5",
    games_count_from_one: "games are counted from 1",
    range_backwards: "a range goes from the lower number to the higher",
    code_expected: "no message has this code; a code looks like E0203 or W0621",
    piece_letters_expected: "piece letters are a language ({languages}) or the letters of king, queen, rook, bishop, knight and perhaps pawn, such as KDTLS",
    position_expected: "expected start, end, each, a move such as 23w or 23b, or plies such as 'ply 45'",
    unknown_placeholder: "{name} stands for nothing; known are {known}",
    picture_size_expected: "expected normal, large or a number of pixels from 16 to 8192",
    unknown_extension: "the extension of --output names no format; known are svg, png, gif, html, pgn, json, txt, fen and epd, or --format tells it",
    match_without_question: "--at match shows what --where finds, and there is no --where",
    no_positions_to_choose: "--at chooses positions, which this format does not show one by one",
    binary_to_terminal: "a picture in pixels cannot be shown in a terminal; -o names a file for it",
    pace_expected: "expected a number of seconds from 0.02 to 600, such as 1.5, or clock",
};
