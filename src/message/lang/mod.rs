//! The texts of the program in each language.
//!
//! Each language is a table in a file of its own (`lang/es.rs`, `lang/en.rs`,
//! `lang/ca.rs`), which translators can edit without knowing the program: an entry is a
//! text with placeholders, names in braces that are replaced by values. `{count:an error|# errors}`
//! has the singular and the plural of what agrees with a number. The texts of one part of the program, and those that
//! say something else of C'escacs in the words of its document, are in `lang/rooms_es.rs` and so on.

mod ca;
mod en;
mod es;
mod rooms;
mod rooms_ca;
mod rooms_en;
mod rooms_es;

use std::fmt::Display;
use std::io::{self, Write};

use crate::text::brief;

pub use ca::CATALAN;
pub use en::ENGLISH;
pub use es::SPANISH;
pub use rooms::{CommandLine, ForbiddenForms, LspWords, PageWords, QueryWords, ViewerWords};

macro_rules! languages {
    (
        $(#[$table_doc:meta])*
        $table:ident {
            $($(#[$doc:meta])* $entry:ident,)*
            $(@ $(#[$part_doc:meta])* $part:ident: $parts:ty,)*
            $(& $(#[$other_doc:meta])* $other:ident: $others:ty,)*
        }
    ) => {
        $(#[$table_doc])*
        #[non_exhaustive]
        #[expect(missing_docs, reason = "an entry is named after what its text says")]
        pub struct $table {
            $($(#[$doc])* pub $entry: &'static str,)*
            $($(#[$part_doc])* pub $part: &'static $parts,)*
            $($(#[$other_doc])* pub $other: &'static $others,)*
        }

        // the names of hundreds of entries would be in every program, for a text that nobody reads
        impl std::fmt::Debug for $table {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($table)).finish_non_exhaustive()
            }
        }

        impl $table {
            /// Returns all entries, each with its name.
            #[must_use]
            pub fn entries(&self) -> Vec<(&'static str, &'static str)> {
                let own = [$((stringify!($entry), self.$entry),)*];
                let parts: [Vec<_>; _] = [$(self.$part.entries(),)*];
                own.into_iter().chain(parts.into_iter().flatten()).collect()
            }
        }
    };
}
use languages;

languages! {
    /// The texts in one language.
    Language {
    // the header of a game
    event_is, event_unknown, site_is, site_unknown, year, month, day, round, round_unknown, white, black,
    unknown, result, white_wins, black_wins, draw, double_forfeit, white_stalemates, black_stalemates,
    result_unknown, record_id, opening, moves,
    // the boards
    white_move, black_move, initial_position, incomplete,
    // positions and moves in words
    spoken_move, spoken_goes, spoken_takes, spoken_en_passant, spoken_becomes, spoken_waits,
    spoken_promotes, spoken_castles_king, spoken_castles_queen, spoken_castles_both, spoken_drops,
    spoken_null, spoken_check, spoken_mate, spoken_stalemate, spoken_and, spoken_and_before_i, spoken_no_pieces, spoken_pocket,
    spoken_nothing, spoken_awaiting, spoken_checks_given, spoken_turn, spoken_turn_in_check, spoken_is_mate, spoken_is_stalemate, spoken_is_over,
    drawn_by, draw_may_be_claimed, goes_on, insufficient_material, fivefold_repetition, seventy_five_moves,
    threefold_repetition, fifty_moves,
    // the pager
    /// The keys between boards.
    hint,
    // the viewer
    view_hint, view_list_hint, view_help_hint, view_keys, view_games, view_games_of_files,
    view_matches, view_no_such_game,
    view_indexing, view_match, view_reading, view_waiting, view_no_game_yet, view_searching, view_sorting, view_sorted, view_column_number, view_column_file, view_column_result, view_column_date, view_column_event, view_column_round, view_column_site, view_sort_by_next, view_sort_by_previous, view_reverse_sort,
    view_line_copied, view_game_copied, view_no_moves_yet, view_picture_saved, view_copy_line, view_copy_game, view_save_picture,
    view_nothing_comes, view_no_match, view_no_search, view_is_first_game,
    view_is_last_game, view_no_variation, view_no_such_move, view_bad_target, view_search_hint,
    view_go_to_hint, view_copied, view_stopped, view_pace, view_clocks, view_forward, view_back,
    view_first, view_last, view_row_forward, view_row_back, view_ten_forward, view_ten_back, view_next_fork, view_previous_fork, view_enter_variation,
    view_leave_variation, view_next_game, view_previous_game, view_list, view_search, view_search_position,
    view_next_match, view_previous_match, view_go_to, view_flip, view_autoplay, view_faster, view_slower,
    view_copy, view_pieces, view_size, view_theme, view_words, view_help, view_redraw, view_suspend,
    view_quit, view_up, view_down, view_page_up, view_page_down, view_first_game, view_last_game,
    view_open, view_filter, view_go_to_game, view_close,
    // the parts of a message
    error, warning, note, help, white_side, black_side,
    /// The game and the move of a message.
    in_game, between, at_move,
    /// Totals.
    errors_of, errors_of_unshown, warnings_of, only_first_shown, mended, would_be_mended, choose_fix, choose_fix_help, nothing_to_undo,
    fix_is_certain, fix_is_a_guess, checked_summary, shown_summary,
    asked_checked_summary, asked_shown_summary, duplicates, games_so_far,
    /// Suggestions, and what lenient reading does about an error.
    or, did_you_mean, played_as_written, it_is_left_out, tag_is_closed, variation_is_closed,
    comment_is_closed,
    // the configuration file
    config_unreadable, config_syntax, config_unknown, config_value, config_not_written,
    // files and games
    not_utf8, half_pairs, no_games, no_such_game, cannot_read, cannot_write, output_exists, no_output_folder,
    output_name_shared, one_picture_a_file, no_such_position, not_rewritten, not_regular, several_names, packed,
    mixed_encodings, half_characters, not_in_encoding, stdout_is_closed,
    // errors of the system
    io_not_found, io_permission_denied, io_is_a_folder, io_not_a_folder, io_storage_full,
    io_quota_exceeded, io_file_too_large, io_read_only, io_broken_pipe, io_timed_out, io_interrupted,
    io_out_of_memory, io_ends_early, io_damaged, io_changed, io_not_copied, packed_as, packed_too_large,
    archive_without_games, archive_encrypted, archive_by_method, archive_without_length, unpack_it,
    data_ignored,
    // lexical errors
    stray_character, html, save_the_page_as_text, unclosed_comment, stray_brace, unclosed_value, nameless_tag, bad_tag_name, bad_result,
    unknown_suffix, long_suffix, nag_out_of_range, no_such_hex, lower_case_column, run_on, close_the_comment, close_the_value,
    write_a_tag, known_results, known_suffixes, kings_in_centre, lines_of_the_column, columns_of_the_board,
    // syntax errors
    expected, ends_early, not_a_move, loose_words, stray_variation_end, unclosed_variation,
    result_in_variation, needless_brackets, stray_value, unopened_tag, unclosed_tag, text_between_games,
    control_character, invisible_character, too_large, cut_off, allow_larger_games, what_moves_look_like,
    what_long_moves_look_like, put_words_in_braces, close_the_variation, a_tag_value, a_tag_end,
    a_tag_or_move, a_move, a_move_or_variation_end, a_move_or_result,
    // pieces
    king, queen, rook, bishop, knight, pawn, elephant, pegasus, wyvern,
    /// The names without an article, and in the plural.
    bare_king, kings, bare_queen, queens, bare_rook, rooks, bare_bishop, bishops, bare_knight, knights,
    bare_pawn, pawns, bare_elephant, elephants, bare_pegasus, pegasuses, bare_wyvern, wyverns,
    // moves
    ambiguous, illegal_move, wrong_origin, a_file, a_rank, other_piece_there, nothing_there, not_yours, no_such_piece, cannot_reach, own_piece_there,
    nothing_to_capture, capture_without_file, stays_in_check, king_into_check, pinned, opens_line, exposes_king, captures_king,
    promotion_missing,
    not_a_promotion, bad_promotion, castling_no_right, castling_not_given, castling_king_moved, castling_rook_moved,
    castling_not_in_variant, castling_in_check, castling_blocked, the_king, the_rook, castling_way_taken,
    castling_destination_taken, castling_into_check, castling_through_check, blocked, late_en_passant, never_passed,
    pawn_captures_otherwise,
    after_mate, after_stalemate, after_variant_end, must_capture,
    explodes_king, gives_check, no_drops, not_in_pocket, drop_on_piece, pawn_dropped_on_last_rank,
    // moves of C'escacs
    white_left_out, number_of_black, number_of_white, not_its_way, stays_there, leap_after_move,
    leap_in_check, late_scornful, never_scornful, scorned_another, ride_captures, three_hexes,
    other_piece_captured, capture_not_written, not_a_special_capture, unknown_castling, unknown_letter,
    figure_of_black,
    not_awaiting, not_regainable, bishop_not_regainable, need_not_wait, waits_already, promotion_first, promotion_in_check,
    // starting positions
    unknown_variant, bad_fen, no_king, too_many_kings, pawn_on_last_rank, king_left_in_check, against_variant,
    fen_whole, fen_board, fen_side, fen_castling, fen_en_passant, fen_halfmove_clock,
    fen_move_number,
    // starting positions of C'escacs
    bad_redefine, redefine_turned, no_such_alternative, no_alternative, redefined_twice, bad_tlpd, tlpd_missing_field, tlpd_surplus_field, tlpd_missing_slash,
    tlpd_line_number, tlpd_line_order, tlpd_too_many_hexes, tlpd_unknown_piece, tlpd_side,
    tlpd_rights, tlpd_king_not_home, tlpd_rook_not_home, tlpd_special, tlpd_special_impossible, tlpd_counter_after_pawn,
    tlpd_counter, tlpd_number,
    // lints about moves, results and positions
    no_check, no_mate, no_close_check, no_distant_check, no_double_check, check_not_marked, mate_not_marked,
    unmarked_capture, not_en_passant, letter_x, wrong_number, correspondence_number, other_passed_hex, scornful_sign, wrong_outcome,
    no_stalemate, castling_of_chess960, castling_rights_dropped, en_passant_dropped,
    fen_fields_missing, fen_digits, fen_right_repeated,
    // lints about the form of a game
    bare_sentence, brace_in_comment, game_in_comment, tags_in_comment, doubled_quotes, results_differ, known_result_counts, result_missing, result_by_board, tag_contradicts_board, bad_result_tag,
    bad_ctl_result, bad_date, bad_ctl_date, no_such_month, no_such_day, repeated_tag, tag_case, misspelt_tag_name, roster_incomplete, empty_game,
    repeated_by_other_name,
    moves_in_brackets, moves_behind_result, unnumbered_behind_result, is_the_result_misplaced, unescaped_quote,
    typographic_quotes, bad_piece_letters, variation_number, omission_without_comma, leading_annotation, annotation_without_move,
    // tags of CTL-PGN
    tag_variant_first, tag_expected, tag_annotators_together, tag_redefine_place,
    tag_position_last, tag_id, tag_id_second, tag_site, tag_lang, tag_person, tag_address, tag_value, tag_time_control,
    // errors against the reduced and minimal forms
    reduced, reduced_players, reduced_player_missing, reduced_tag_expected, reduced_tag_surplus,
    reduced_no_such_tag, reduced_second_position, reduced_value_empty, reduced_quotes, reduced_round,
    reduced_gap_nothing, reduced_gap_space, reduced_gap_line, reduced_gap_space_or_line,
    reduced_gap_section, reduced_comment, reduced_annotation, reduced_variation,
    reduced_number_missing, reduced_number, reduced_number_surplus, reduced_number_alone,
    reduced_result, reduced_result_missing, reduced_spelling, no_place_for_position, no_place_for_variant,
    no_place_for_null_move, minimal_line, reduced_help,
    @ /// The command line as a whole.
    command_line: CommandLine,
    @ /// What CTL-PGN forbids and its reader accepts all the same.
    forbidden: ForbiddenForms,
    @ /// The words of the language server.
    lsp: LspWords,
    @ /// The words of pages.
    page: PageWords,
    @ /// The texts about questions.
    query: QueryWords,
    @ /// The words of the scrolling texts and the notices of the viewer.
    viewer: ViewerWords,
    & /// The same language as its players of C'escacs speak it.
    cescacs: Language,
    }
}

/// A language, as the command line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum LanguageCode {
    /// Español
    Es,
    /// English
    En,
    /// Català
    Ca,
}

impl LanguageCode {
    /// Returns the language of a user whose locales are these, the preferred one first: that of the
    /// first locale with a table. A locale is `ca_ES.UTF-8` or, as Windows and macOS write it,
    /// `ca-ES`.
    ///
    /// No locale and the C locale mean Spanish, the language of the university assignment that
    /// the program comes from. English stands in for languages without a table.
    #[must_use]
    pub fn of_locales(locales: impl IntoIterator<Item = impl AsRef<str>>) -> LanguageCode {
        let mut locales = locales.into_iter().peekable();
        if locales.peek().is_none() {
            return LanguageCode::Es;
        }
        locales.find_map(|locale| LanguageCode::of_locale(locale.as_ref())).unwrap_or(LanguageCode::En)
    }

    /// Returns the language of a locale, if it has a table.
    fn of_locale(locale: &str) -> Option<LanguageCode> {
        let language = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
        match language.to_ascii_lowercase().as_str() {
            "" | "c" | "posix" | "es" => Some(LanguageCode::Es),
            "en" => Some(LanguageCode::En),
            "ca" => Some(LanguageCode::Ca),
            _ => None,
        }
    }

    /// Returns the texts of the language.
    #[must_use]
    pub fn language(self) -> &'static Language {
        match self {
            LanguageCode::Es => &SPANISH,
            LanguageCode::En => &ENGLISH,
            LanguageCode::Ca => &CATALAN,
        }
    }
}

/// The names of a kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceNames {
    /// One piece, with an article where the language wants one.
    pub of_one: &'static str,
    /// The name without an article.
    pub alone: &'static str,
    /// The plural.
    pub several: &'static str,
}

/// Returns the question whether some moves are meant; `None` if there are none.
pub(crate) fn did_you_mean(moves: &[String], language: &Language) -> Option<String> {
    let (last, others) = moves.split_last()?;
    let moves = if others.is_empty() {
        last.clone()
    } else {
        format!("{} {} {last}", others.join(", "), language.or)
    };
    Some(fill(language.did_you_mean, &[("moves", &moves)]))
}

/// Replaces the placeholders of a text by values. Long values are shortened, because they
/// may come from a file.
#[must_use]
pub fn fill(text: &str, values: &[(&str, &dyn Display)]) -> String {
    let values = values.iter().map(|(name, value)| (*name, brief(value.to_string().into())));
    let values: Vec<_> = values.collect();
    let values: Vec<_> = values.iter().map(|(name, value)| (*name, value as &dyn Display)).collect();
    fill_whole(text, &values)
}

/// Replaces the placeholders of a text by values of any length.
#[must_use]
pub fn fill_whole(text: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut filled = Vec::new();
    // unwrap(): writing to a vector does not fail
    write_filled(&mut filled, text, values).unwrap();
    String::from_utf8_lossy(&filled).into_owned()
}

/// Writes a text with its placeholders replaced by values.
///
/// The placeholder `{name}` is a value; `{name:singular|plural}` is the singular if the value is
/// 1, otherwise the plural, with `#` in either replaced by the value.
///
/// # Errors
///
/// Any error of `out`.
pub fn write_filled(out: &mut impl Write, text: &str, values: &[(&str, &dyn Display)]) -> io::Result<()> {
    let mut rest = text;
    while let Some((before, opened)) = rest.split_once('{') {
        let (placeholder, after) = opened.split_once('}').unwrap_or((opened, ""));
        out.write_all(before.as_bytes())?;
        write_placeholder(out, placeholder, values)?;
        rest = after;
    }
    out.write_all(rest.as_bytes())
}

/// Writes what stands for a placeholder, given without its braces; nothing if it has no value.
fn write_placeholder(
    out: &mut impl Write,
    placeholder: &str,
    values: &[(&str, &dyn Display)],
) -> io::Result<()> {
    let value_of = |name: &str| values.iter().find(|(key, _)| *key == name).map(|(_, value)| value);
    let Some((name, forms)) = placeholder.split_once(':') else {
        return value_of(placeholder).map_or(Ok(()), |value| write!(out, "{value}"));
    };
    let Some(number) = value_of(name).map(ToString::to_string) else { return Ok(()) };
    let (singular, plural) = forms.split_once('|').unwrap_or((forms, forms));
    let form = if number == "1" { singular } else { plural };
    out.write_all(form.replace('#', &number).as_bytes())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Returns the names of the values that a text takes.
    fn placeholders(text: &str) -> BTreeSet<&str> {
        let is_name = |name: &&str| name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        let parts = text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0));
        parts.map(|part| part.split_once(':').map_or(part, |(name, _)| name)).filter(is_name).collect()
    }

    #[test]
    fn every_language_has_the_same_placeholders() {
        for (table, code) in [(&SPANISH, "es"), (&CATALAN, "ca"), (&ENGLISH, "en")] {
            for table in [table, table.cescacs] {
                for ((name, english), (_, other)) in ENGLISH.entries().into_iter().zip(table.entries()) {
                    assert!(!other.is_empty(), "{code}: {name}");
                    assert_eq!(placeholders(english), placeholders(other), "{code}: {name}");
                }
            }
        }
    }

    #[test]
    fn the_rook_of_cescacs_is_not_a_tower() {
        // these texts are about chess on squares only
        const OF_CHESS: [&str; 3] =
            ["what_moves_look_like", "piece_letters_expected", "castling_rights_dropped"];
        for language in [&SPANISH, &CATALAN] {
            let entries = language.cescacs.entries().into_iter();
            for (name, text) in entries.filter(|(name, _)| !OF_CHESS.contains(name)) {
                assert!(!text.contains("torre"), "{name}: {text}");
            }
        }
    }

    #[test]
    fn the_locale_names_the_language() {
        for (locales, code) in [
            ("", LanguageCode::Es),
            ("C", LanguageCode::Es),
            ("C.UTF-8", LanguageCode::Es),
            ("POSIX", LanguageCode::Es),
            ("es_AR.UTF-8", LanguageCode::Es),
            ("en_GB", LanguageCode::En),
            ("ca_ES@valencia", LanguageCode::Ca),
            ("de_DE.UTF-8", LanguageCode::En),
            ("ca-ES", LanguageCode::Ca),
            ("es-419", LanguageCode::Es),
            ("zh-Hans-CN", LanguageCode::En),
            ("fr-FR ca-ES en", LanguageCode::Ca),
            ("fr-FR de", LanguageCode::En),
        ] {
            assert_eq!(LanguageCode::of_locales(locales.split(' ')), code, "{locales}");
        }
        assert_eq!(LanguageCode::of_locales([""; 0]), LanguageCode::Es);
    }

    #[test]
    fn values_may_contain_braces() {
        assert_eq!(fill("a {x} b {y}", &[("x", &"{y}"), ("y", &1)]), "a {y} b 1");
    }

    #[test]
    fn words_agree_with_their_number() {
        let text = "{file} has {count:an error|# errors} in {count} {count:line|lines}";
        for (count, filled) in [
            (0, "f has 0 errors in 0 lines"),
            (1, "f has an error in 1 line"),
            (21, "f has 21 errors in 21 lines"),
        ] {
            assert_eq!(fill(text, &[("file", &"f"), ("count", &count)]), filled);
        }
    }

    /// A text that begins a plural has both its forms, or it would show the marks of the table.
    #[test]
    fn every_plural_has_two_forms() {
        for (table, code) in [(&ENGLISH, "en"), (&SPANISH, "es"), (&CATALAN, "ca")] {
            for (name, text) in table.entries() {
                let parts = text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0));
                let forms = parts.filter_map(|part| Some(part.split_once(':')?.1));
                for forms in forms {
                    assert_eq!(forms.matches('|').count(), 1, "{code}: {name}");
                }
            }
        }
    }
}
