//! The texts about what CTL-PGN forbids and its reader accepts all the same, which
//! `--pedantic` tells.
//!
//! In Catalan and in Spanish they have the words of the document that defines CTL-PGN: a
//! *jugada* is a play, and a *moviment* or *movimiento* is one side's part of it.

mod ca;
mod en;
mod es;

pub(super) use ca::CATALAN;
pub(super) use en::ENGLISH;
pub(super) use es::SPANISH;

super::languages! {
    /// What CTL-PGN forbids and its reader accepts all the same, in one language.
    ForbiddenForms {
        comma_missing, comma_surplus, comma_spacing, number_spacing, colon_missing, colon_surplus,
        two_plays_on_a_line, play_over_lines, half_play, number_missing, number_alone,
        unknown_number_misplaced, dots_misplaced, black_left_out, ellipsis_missing, result_not_alone, result_dash, moves_after_draw,
        accepted_draw_not_drawn, assessment_misplaced, colon_apart, offer_misplaced, second_assessment,
        mate_assessed, numeric_assessment, pawn_letter, undefined_dash, rook_letter, later_edition,
        undefined_mark, number_zero, program_not_first, marker_misplaced, label_apart, broken_reference, other_extension,
        casual_game, comma_before_country, longer_lang, annotator_twice, server_not_first, not_forced,
        comment_not_alone, other_comment_form, automatic_comment_unsigned, unknown_marker,
        comment_before_tags, label_twice, no_such_label, later_play_referred, other_line_referred,
        no_tags, tag_not_alone, empty_tag_value, unknown_player, tag_name_case,
        not_a_country, not_a_language, initial_without_stop, not_an_address, server_not_named,
        roster_beside_id, position_tag_name,
        tlpd_empty_line, tlpd_short_line, tlpd_digits, tlpd_both_sides, tlpd_special_form,
        tlpd_unknown_number, tlpd_spacing,
    }
}
