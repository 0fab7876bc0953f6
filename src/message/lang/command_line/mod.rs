//! The texts about the command line as a whole: the fixed words of its help, and what can be wrong
//! with it.
//!
//! The help of each argument is in `app`, beside the arguments.

mod ca;
mod en;
mod es;

pub(super) use ca::CATALAN;
pub(super) use en::ENGLISH;
pub(super) use es::SPANISH;

super::languages! {
    /// The texts about the command line, in one language.
    CommandLine {
        /// The fixed words of the help; in English they are those of clap.
        usage, arguments, options, any_options, default_value, possible_values, values_heading,
        // what is wrong with the arguments
        conflict, conflict_with_several, repeated, value_missing, invalid_value, value_of_a_flag,
        unknown_argument, required, argument_not_utf8, no_file, view_needs_a_terminal,
        // what to do about it
        tip, similar_argument, similar_value, as_a_value, more_information,
        // what is wrong with a value
        whole_number_expected, number_above_zero_expected, number_too_large, size_expected,
        game_number_expected, games_count_from_one, range_backwards, code_expected,
        piece_letters_expected, position_expected, unknown_placeholder, picture_size_expected,
        unknown_extension, binary_to_terminal, no_positions_to_choose, match_without_question, fix_writes_one_text, pace_expected,
        column_expected, no_name_of_a_column, similar_column, column_repeated, column_of_other_table,
        columns_without_table, csv_of_which_table, line_width_expected, no_file_to_rewrite, rewriting_needs_games,
    }
}
