//! The texts about questions.

mod ca;
mod en;
mod es;

pub(super) use ca::CATALAN;
pub(super) use en::ENGLISH;
pub(super) use es::SPANISH;

super::languages! {
    /// The texts about questions, in one language.
    QueryWords {
        // the order of words and signs
        stray_character, unclosed_text, unexpected, ends_early, too_deep,
        // what is expected
        expected_test, expected_comparison, expected_value, expected_text, expected_joint, expected_range_end,
        expected_plies, expected_placement, expected_name, quote_word,
        // values
        not_a_number, not_a_date, not_a_time, not_an_evaluation, bad_range, not_so, unknown_ending,
        not_a_result, unknown_variant,
        // positions
        ranks, rank_length, unknown_sign, bad_field, bad_rights, bad_special, bad_position, bad_moves, not_one_game, bad_material,
        bad_placement, bad_piece, bad_move, position_help, material_help, pieces_help,
        // what cannot match
        two_boards, never_a_number, always_a_number, out_of_reach, impossible, impossible_help,
        not_about_positions, about_positions_help, no_positions,
        // names
        doubtful_name, similar_name,
        // the answer
        none_found,
    }
}
