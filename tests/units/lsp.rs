//! Documents that are edited at random are what they are when they are opened afresh, and an edit reads no
//! more again than it must.

use std::fs;

use gen_lsp_types::{
    Position, Range, TextDocumentContentChangeEvent, TextDocumentContentChangePartial, TextEdit,
};
use glob::glob;

use super::boundaries::WINDOW;
use super::diagnostics;
use super::differential::{ARGUMENTS, RandomEdit, change, check, check_edits, opened};
use super::document::Document;
use crate::text::{Span, work};

/// A generator of pseudo-random numbers, the same in every run (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from(mixed >> 33).unwrap() % bound
    }
}

#[test]
fn an_edited_document_is_what_it_is_afresh() {
    let root = env!("CARGO_MANIFEST_DIR");
    let patterns =
        ["examples/*pgn", "tests/inputs/broken/*pgn", "tests/inputs/shown/*pgn", "tests/inputs/hex/*pgn"];
    let files: Vec<_> = patterns
        .iter()
        .flat_map(|pattern| glob(&format!("{root}/{pattern}")).unwrap())
        .map(Result::unwrap)
        .collect();
    assert!(files.len() > 20);
    let mut numbers = Numbers(19);
    for (number, path) in files.iter().enumerate() {
        let extension = if path.to_string_lossy().ends_with("ctl-pgn") { "ctl-pgn" } else { "pgn" };
        let mut text = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
        text.truncate(text.floor_char_boundary(1200));
        let text = format!("{text}\n\n{text}\n\n[Event \"a\"]\n\n1. e4 *\n\n{text}");
        // every file is edited with one of them
        let arguments = ARGUMENTS[number % ARGUMENTS.len()];
        let edits = (0..8).map(|_| {
            let most = if numbers.below(4) == 0 { 400 } else { 3 };
            RandomEdit {
                start: numbers.below(usize::MAX),
                length: numbers.below(most),
                new: numbers.below(256),
            }
        });
        check_edits(&text, extension, arguments, edits);
    }
}

#[test]
fn an_edit_reads_only_the_games_that_it_touches() {
    let game = "[Event \"a\"]\n[White \"b\"]\n\n1. e4 e5 {c} 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 a6 *\n\n";
    let work_of_a_key = |count: usize| {
        let mut document = opened(&game.repeat(count), "pgn", &[]);
        let unchecked =
            |document: &Document| document.games.iter().filter(|game| game.checked.is_none()).count();
        assert_eq!(unchecked(&document), count);
        check(&mut document);
        let at = game.len() * (count / 2) + game.find("Bb5").unwrap();
        let work_of_edit = |document: &mut Document, span, text, most| {
            work::of(|| {
                change(document, span, text);
                assert!((1..=most).contains(&unchecked(document)));
                check(document);
            })
        };
        let done = work_of_edit(&mut document, Span::new(at + 1, at + 2), "c", 1);
        assert_eq!(diagnostics::of_document(&document).diagnostics.len(), 1);
        let around = work_of_edit(&mut document, Span::new(at - 1, at - 1), "(", 3);
        done + around
    };
    // a window or two for each of the two edits, however long the text is
    for count in [1000, 10_000] {
        let done = work_of_a_key(count);
        assert!(done < 4 * WINDOW, "{count}: {done}");
    }
}

#[test]
fn places_outside_a_document_do_no_harm() {
    let mut document = opened("1. e4 *\n", "pgn", &[]);
    let far = Position { line: u32::MAX, character: u32::MAX };
    let range = Range { start: far, end: Position { line: 0, character: 3 } };
    let part = TextDocumentContentChangePartial::new(range, None, "d4 *".to_owned());
    document.change(TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part));
    assert_eq!(document.text.as_str(), "1. d4 *");
}

#[test]
fn moves_are_completed_behind_what_cannot_be_read() {
    for (text, expected) in [
        ("1. e4 e5 2. Nf3 Nc6 (2... d6 3. d) 3. B|", 7),
        ("1. e4 e5 2. Nf3 Nc6 (2... d6 3. d) 3. B|\n\n[Event \"b\"]\n\n1. d4 d5 (1... Nf6 2. c4 (2. N", 7),
        ("[Wh\n[White \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 (2... d6 3. d) 3. B|", 7),
        ("1. e4 e5 (1... c5 2. N|", 5),
        ("1. e4 e5 (1... |", 20),
        ("1. e4 e5 2. Nf3 Nc6 (2... d6 (2... f6 3. N|", 7),
        ("1. e4 e5 2. Nf3 Nc6 (2... d6 (2... f6) 3. N|", 7),
        ("1. e4 e5 2. N| Nc6 3. Bb5 *", 5),
        ("1. e4 e5 2. Ke3 N|", 0),
        ("1. e4 e5 {N|", 0),
        ("1. e4 e5 {N|} *", 0),
        ("1. e4 {Better 2. N| e5 2. Nf3 {good} *", 0),
        ("1. e4 e5 ; N|", 0),
        ("1. e4 e5 (1... c5 2. Nf3 d6 (2... Nc6 3. B|", 7),
    ] {
        let offset = text.find('|').unwrap();
        let text = text.replace('|', "");
        let document = opened(&text, "pgn", &[]);
        let found = super::completion::at(&document, offset).items;
        let moves: Vec<_> =
            found.iter().map(|item| &item.label).filter(|label| !label.starts_with('$')).collect();
        assert_eq!(moves.len(), expected, "{text}: {moves:?}");
    }
}

#[test]
fn moves_are_known_by_what_is_typed_of_them() {
    for (text, expected) in [
        ("1. e4 d5 2. ed|", &["exd5"][..]),
        ("1. e2|", &["e3", "e4"]),
        ("1. e2e|", &["e3", "e4"]),
        ("1. e2-e4|", &["e4"]),
        ("1. Ng1|", &["Nf3", "Nh3"]),
        ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-|", &["O-O"]),
        ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-|", &["O-O"]),
        ("1. e4 e5 2. -|", &[]),
        ("1. e4 e5 2. Nx|", &[]),
        ("1. e4 d5 2. e4x|", &["exd5"]),
        ("1. e4 d5 2. e4d|", &["exd5"]),
    ] {
        let offset = text.find('|').unwrap();
        let document = opened(&text.replace('|', ""), "pgn", &[]);
        let list = super::completion::at(&document, offset);
        let labels: Vec<_> = list.items.iter().map(|item| item.label.as_str()).collect();
        assert_eq!(labels, expected, "{text}");
        assert!(labels.is_empty() || list.is_incomplete, "{text}");
    }
}

#[test]
fn dates_are_those_of_today_and_of_the_game_before() {
    let text = "[Date \"1999.12.31\"]\n\n1. e4 *\n\n[Date \"2020.02.29\"]\n\n1. e4 *\n\n[Date \"\"]\n";
    for (extension, between) in [("pgn", '.'), ("ctl-pgn", '-')] {
        let document = opened(text, extension, &[]);
        let items = super::completion::at(&document, text.rfind("\"]").unwrap()).items;
        let labels: Vec<_> = items.iter().map(|item| item.label.as_str()).collect();
        let [before, today] = labels[..] else { panic!("{labels:?}") };
        assert_eq!(before, "2020.02.29");
        let now =
            std::process::Command::new("date").args(["-u", &format!("+%Y{between}%m{between}%d")]).output();
        assert_eq!(today, String::from_utf8(now.unwrap().stdout).unwrap().trim());
    }
}

#[test]
fn no_two_ranges_to_fold_begin_in_a_line() {
    let text = "[Event \"a\"]\n[Site \"b\"]\n[Round \"1\"]\n\n1. e4 ({a\nb} 1. d4 (1. c4\nc5)\nd5) *\n";
    let mut document = opened(text, "pgn", &[]);
    check(&mut document);
    let ranges = super::symbols::ranges(&document);
    let lines: Vec<_> = ranges.iter().map(|range| (range.start_line, range.end_line)).collect();
    assert_eq!(lines, [(0, 7), (1, 2), (4, 7), (5, 6)]);
}

#[test]
fn one_hint_has_the_last_name_of_the_opening() {
    let document = opened("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 (4. Bxc6 dxc6) 4... h6 *\n", "pgn", &[]);
    let hints = super::hover::in_span(&document, Span::new(0, document.text.as_str().len()));
    let hints: Vec<_> =
        hints.iter().map(|hint| (hint.position.character, format!("{:?}", hint.label))).collect();
    assert_eq!(hints, [(29, "String(\"C70 Ruy Lopez: Morphy Defense\")".to_owned())]);
}

#[test]
fn documents_are_laid_out_as_files_are() {
    for path in glob(&format!("{}/examples/*pgn", env!("CARGO_MANIFEST_DIR"))).unwrap() {
        let path = path.unwrap();
        let extension = if path.to_string_lossy().ends_with("ctl-pgn") { "ctl-pgn" } else { "pgn" };
        let text = fs::read_to_string(&path).unwrap();
        let mut document = opened(&text.replace('\n', "\n "), extension, &[]);
        for round in 0..2 {
            let edits = super::formatting::edits(&document, Span::new(0, document.text.as_str().len()));
            assert!(round == 0 || edits.is_empty(), "{}: {edits:?}", path.display());
            apply(&mut document, edits);
        }
        check(&mut document);
        assert_eq!(document.games.len(), opened(&text, extension, &[]).games.len());
    }
}

/// Applies edits as an editor does.
fn apply(document: &mut Document, edits: Vec<TextEdit>) {
    for edit in edits.into_iter().rev() {
        let part = TextDocumentContentChangePartial::new(edit.range, None, edit.new_text);
        document.change(TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part));
    }
}

/// Returns the edits that mend whatever is certain.
fn certain_edits(document: &Document) -> Option<Vec<TextEdit>> {
    let changes = super::actions::action(document, true)?.edit?.changes?;
    changes.into_values().next()
}

#[test]
fn nothing_certain_is_left_when_everything_certain_is_mended() {
    let root = env!("CARGO_MANIFEST_DIR");
    let folders = ["broken", "warned", "fixes", "lenient", "shown"];
    let paths =
        folders.iter().flat_map(|folder| glob(&format!("{root}/tests/inputs/{folder}/*pgn")).unwrap());
    let mut mended = 0;
    for path in paths.map(Result::unwrap) {
        let extension = if path.to_string_lossy().ends_with("ctl-pgn") { "ctl-pgn" } else { "pgn" };
        let bytes = fs::read(&path).unwrap();
        // a large file is as slow as it is elsewhere
        let Some(text) = String::from_utf8(bytes).ok().filter(|text| text.len() < 20_000) else { continue };
        for arguments in [&[][..], &["--pedantic"], &["--syntax", "lenient"]] {
            let mut document = opened(&text, extension, arguments);
            check(&mut document);
            let Some(edits) = certain_edits(&document) else { continue };
            mended += 1;
            apply(&mut document, edits);
            check(&mut document);
            let left = certain_edits(&document);
            assert_eq!(left, None, "{} {arguments:?}: {}", path.display(), document.text.as_str());
        }
    }
    assert!(mended > 50, "{mended}");
}

#[test]
fn mending_changes_no_more_than_it_must() {
    let text = "[Event \"a\"]\n\n1. e4+ e5 2. Qh5+ Nc6 3. Bc4 Nf6?? 4. Qxf7\n\n[event \"b\"]\n\n1. e4 e5 *\n";
    let mut document = opened(text, "pgn", &[]);
    check(&mut document);
    let edits = certain_edits(&document).unwrap();
    let places: Vec<_> = edits.iter().map(|edit| (edit.range.start.line, edit.new_text.as_str())).collect();
    assert_eq!(places, [(2, ""), (2, ""), (2, " 1-0"), (4, "Event")]);
}

#[test]
fn no_more_diagnostics_are_published_than_an_editor_bears() {
    let mut document = opened(&"1. Ke5 *\n\n".repeat(600), "pgn", &[]);
    check(&mut document);
    let published = diagnostics::of_document(&document).diagnostics;
    assert_eq!(published.len(), 501);
    let last = serde_json::to_value(published.last()).unwrap();
    assert_eq!(last["message"], "100 more problems are not shown");
}

/// The tag is a header of its own or a part of the game before it, as the line after it has it.
#[test]
fn an_edit_after_a_header_changes_the_game_before_it() {
    let text =
        "1. e4[Variant \"C'escacs\";]\ne5 2. Cf3 *\n\n\n1. e4 e5 2. Cf3 *\n\n\n[Event \"a\"]\n\n1. d4 d5\n";
    check_edits(text, "pgn", &[], [RandomEdit { start: 27, length: 2, new: 63 }]);
}
