//! The tables of texts that belong to one part of the program each.
//!
//! The texts about what CTL-PGN forbids have in Catalan and in Spanish the words of the document that defines CTL-PGN:
//! a *jugada* is a play, and a *moviment* or *movimiento* is one side's part of it.

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

super::languages! {
    /// The words of the language server, in one language.
    LspWords {
        /// The last diagnostic of a document that has many.
        more_problems,
        // code actions
        replace_with, insert, delete, change, perhaps, fix_all,
        // a game without players and `Event`
        game,
        // what tags tell
        tag_event, tag_site, tag_date, tag_round, tag_white, tag_black, tag_result, tag_fen, tag_setup, tag_variant,
        tag_eco, tag_opening, tag_time_control, tag_termination, tag_annotator, tag_ply_count, tag_elo, tag_title,
        tag_mode, tag_piece_letters, tag_tlpd, tag_redefine, tag_id, tag_lang, tag_own,
        // what annotations mean beside those of pages
        zugzwang, space, development, initiative, attack, compensation, counterplay, time_trouble, idea, novelty,
        /// The position of a move in the notation of positions.
        position,
        /// How to read the rest of an explanation.
        see_more,
        // why nothing can be renamed
        no_player, name_is_empty,
    }
}

super::languages! {
    /// The words of pages, in one language.
    PageWords {
        /// The name of a page and of its list, and of a game without players and `Id`.
        games, game,
        // the parts of a game
        board, moves, details, graph_help,
        // the buttons
        first, back, forward, last, flip, play, colours, words, copy_position, copy_game, help, close,
        previous_game, next_game, filter, no_game_found, games_found, several_lines, copy_game_help, filter_help, checks_given, tap_help, print_help,
        // what is said when something has been done
        position_copied, game_copied, not_copied, colours_are, seen_by_white, seen_by_black,
        // what is said of a move
        variation, evaluation, white_mates_in, black_mates_in, clock, draw_offered,
        // what annotations mean, $1 to $6, $7, $10, $13, and $14 to $19
        good_move, mistake, brilliant_move, blunder, interesting_move, dubious_move, only_move, equal, unclear,
        white_slightly_better, black_slightly_better, white_better, black_better, white_winning, black_winning,
    }
}

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

super::languages! {
    /// The words of the viewer's scrolling texts and notices, in one language.
    ViewerWords {
        // the lines of the help
        comments_help, info_help, step_out, leave, next_mistake, previous_mistake, next_comment, previous_comment,
        next_reference, reference_back,
        /// The keys of a scrolling text.
        text_hint,
        // the keys that mean something at a move
        hint_matches, hint_games, hint_variation, hint_leave,
        // why a key does nothing
        unknown_key, end_of_line, start_of_game, no_position, no_board, no_comment, no_comment_on, no_comment_back,
        no_mistake_on, no_mistake_back, no_reference, no_way_back, no_colours,
        // what a key has chosen
        size_is, largest_size_is, only_size, colours_are, pieces_drawn, pieces_figurines, pieces_letters,
        /// Stands at the end of a comment that does not fit.
        more,
        /// Stands at the end of a message that does not fit.
        more_on_game,
        /// Where an error is, and the lines of the file.
        at_line,
        // everything known about a game
        file, line, game, variant, opening, tags, messages,
        /// Why there is no board.
        no_room,
    }
}
