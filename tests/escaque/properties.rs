//! Properties that hold for any input.
//!
//! The fuzz targets include this file, so it depends on the library only.

use std::io::{self, Cursor, Read, Write};

use escaque::check::{CheckOptions, Syntax};
use escaque::format::{
    Boards, Context, FenLines, Format, FormatOptions, GamesTable, Json, Minimal, MovesTable, Pages, Pgn,
    Positions, Speech, Style,
};
use escaque::message::{Diagnostic, ENGLISH, ErrorCost, MessageFormat, Reporter, ReporterOptions};
use escaque::notation::{AnyGame, AnyGames};
use escaque::rules::{Illegal, Replay, Rules, with_rules};
use escaque::syntax::{Game, Portion};
use escaque::text::{Input, Source, Span};
use escaque::{GameError, Reader};

/// Checks all properties on a file, given by its name and its bytes.
///
/// # Panics
///
/// Panics at the first property that does not hold.
pub fn check(name: &str, bytes: &[u8]) {
    assert_told(name, bytes);
    for syntax in [Syntax::Standard, Syntax::Lenient, Syntax::Reduced] {
        let read = Reading::of(name, bytes, syntax);
        read.assert_sound();
        assert_skipped(name, bytes, syntax);
        assert_front_door(name, bytes, syntax, &read);
        if syntax == Syntax::Reduced {
            continue;
        }
        // the written games name their notation in a tag, so the extension does not matter
        let again = Reading::of("written.pgn", &read.pgn.0, syntax);
        again.assert_sound();
        assert_eq!(again.errors, 0, "{} of {}", again.messages.text(), read.pgn.text());
        assert_eq!(again.pgn.text(), read.pgn.text());
        assert_eq!(again.positions, read.positions);
        assert_text_kept(bytes, &read.unplayed, syntax);
        if syntax == Syntax::Standard && read.errors == 0 && read.minimal_games == read.games {
            let reduced = Reading::of("written.pgn", &read.minimal.0, Syntax::Reduced);
            assert_eq!(reduced.errors, 0, "{} of {}", reduced.messages.text(), read.minimal.text());
            assert_eq!(without_gaps(reduced.minimal.text()), without_gaps(read.minimal.text()));
            assert_eq!(reduced.fen.text(), read.fen.text());
        }
    }
}

/// Asserts that every letter, digit and bracket is in an element of a game, or in the span of a message or of a repair. The
/// error that ends a game tells of what follows it in the game, and one in a tag of the whole line. Of control characters
/// only the first is told, and dots, commas and colons belong to the moves around them.
fn assert_told(name: &str, bytes: &[u8]) {
    let source = Source::new(name, bytes.to_vec());
    let mut checker = CheckOptions::default().checker(&source);
    let text = source.bytes();
    let is_between = |c: char| {
        c.is_whitespace() || c.is_control() || escaque::text::is_unprintable(c) || ".,:…".contains(c)
    };
    let of_chunk = |chunk: std::str::Utf8Chunk<'_>| {
        let of_char = |c: char| std::iter::repeat_n(is_between(c), c.len_utf8());
        let told: Vec<_> = chunk.valid().chars().flat_map(of_char).collect();
        [told, vec![false; chunk.invalid().len()]].concat()
    };
    let mut told: Vec<bool> = text.utf8_chunks().flat_map(of_chunk).collect();
    while let Some(reading) = checker.read(Portion::Whole) {
        let end = checker.games().end();
        let edits = reading.repairs.iter().flat_map(|repair| &repair.edits).map(|edit| edit.span);
        let mut spans: Vec<_> = edits.collect();
        spans.extend(reading.repairs.iter().map(|repair| repair.error.span));
        spans.extend(reading.error.iter().map(|error| Span::new(error.span.start, end)));
        let messages = spans.clone();
        let of_line = messages.into_iter().map(|span| source.line_span(span.start));
        spans.extend(of_line.filter(|line| text[line.range()].trim_ascii_start().starts_with(b"[")));
        with_rules!(checker.game(), R, game => {
            spans.extend(game.tags.iter().map(|tag| tag.span));
            spans.extend(game.movetext.iter().map(|element| element.span));
            spans.extend(game.result.map(|(_, span)| span));
            spans.extend(game.cut_at.map(|at| Span::new(at, end)));
            let report = checker.context().of_game::<R>(game, reading, None);
            spans.extend(report.diagnostics.iter().filter_map(|found| found.span));
        });
        for span in spans.into_iter().filter(|span| span.start < span.end) {
            told[span.range()].fill(true);
        }
    }
    // as in `1)`
    let is_of_number = |at: usize| text[at] == b')' && at > 0 && matches!(text[at - 1], b'0'..=b'9' | b'.');
    let is_escaped = |at: usize| text[source.line_span(at).start] == b'%';
    let lost = (0..text.len()).find(|at| !told[*at] && !is_of_number(*at) && !is_escaped(*at));
    assert_eq!(lost, None, "nothing tells of this place in {}", String::from_utf8_lossy(text));
}

/// Asserts that the text of games that are not replayed stays as it is when it is written and read
/// again. Bytes that are no UTF-8 may have another meaning once they are characters, and control
/// characters once they are spaces.
fn assert_text_kept(bytes: &[u8], written: &SinglePage, syntax: Syntax) {
    let again = Reading::of("written.pgn", &written.0, syntax).unplayed;
    let is_control = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    if std::str::from_utf8(bytes).is_ok() && !bytes.iter().any(is_control) {
        assert_eq!(again.text(), written.text());
    } else {
        let third = Reading::of("written.pgn", &again.0, syntax).unplayed;
        assert_eq!(third.text(), again.text());
    }
}

/// Removes the spaces that the filters of C'escacs leave in place of an offer of a draw. One more may
/// stand behind it, as in `(=) :`.
fn without_gaps(text: &str) -> String {
    text.replace("  :", ":").replace(" ,", ",").replace(" :", ":").replace(" \n", "\n")
}

/// Asserts that skipping games, and reading their tags alone, finds the same games as reading them, and
/// that movetexts are in the order of the file. Returns how many games there are, and of how many only
/// the tags were read.
pub fn assert_skipped(name: &str, bytes: &[u8], syntax: Syntax) -> [usize; 2] {
    let source = Source::new(name, bytes.to_vec());
    let [mut read, mut skipped, mut skimmed] =
        [(); 3].map(|()| AnyGames::new(&source, None, syntax.recovery()));
    let [mut game, mut skipped_game, mut tags_of_game] = [(); 3].map(|()| read.blank());
    let bounds = |games: &AnyGames<'_>| (games.end(), games.next_start(), games.is_bounded());
    let mut counts = [0; 2];
    while let Some(reading) = read.read(Portion::Whole, &mut game) {
        assert!(skipped.read(Portion::Nothing, &mut skipped_game).is_some());
        assert_eq!(bounds(&skipped), bounds(&read));
        let is_in_order = match &game {
            AnyGame::Pgn(game) => game.movetext.is_sorted_by_key(|element| element.span.start),
            AnyGame::Ctl(game) => game.movetext.is_sorted_by_key(|element| element.span.start),
        };
        assert!(is_in_order, "{name}");
        let tags = skimmed.read(Portion::Tags, &mut tags_of_game).expect("the game has been read");
        assert_eq!(bounds(&skimmed), bounds(&read));
        let is_skimmed = skimmed.has_more();
        if is_skimmed {
            assert_tags(&tags_of_game, &game);
        }
        counts = [counts[0] + 1, counts[1] + usize::from(is_skimmed)];
        assert_eq!(skimmed.read_on(Portion::Whole, &mut tags_of_game).unwrap_or(tags), reading);
        assert_eq!(bounds(&skimmed), bounds(&read));
        assert_eq!(tags_of_game, game);
    }
    assert_eq!(skipped.read(Portion::Nothing, &mut skipped_game), None);
    assert_eq!(skimmed.read(Portion::Tags, &mut tags_of_game), None);
    counts
}

/// Asserts that a game of which only the tags have been read is a part of the whole one. A game that is cut off at an
/// error has lost its result.
fn assert_tags(tags: &AnyGame<'_>, whole: &AnyGame<'_>) {
    let (AnyGame::Pgn(tags), AnyGame::Pgn(whole)) = (tags, whole) else {
        panic!("only the tags of PGN are read alone: {whole:?}");
    };
    assert_eq!((&tags.tags, tags.begins_at, tags.cut_at), (&whole.tags, whole.begins_at, None));
    assert!(tags.movetext.is_empty());
    if whole.cut_at.is_none() {
        assert_eq!((tags.result, tags.movetext_end), (whole.result, whole.movetext_end));
    }
}

/// The front door reads the same games as the generic modules, even if the text comes in pieces.
fn assert_front_door(name: &str, bytes: &[u8], syntax: Syntax, read: &Reading) {
    let input = Input::from_reader(name, Cursor::new(bytes.to_vec())).and_then(Input::whole);
    if input.is_ok_and(|input| input.bytes() != Source::new(name, bytes.to_vec()).bytes()) {
        // what is compressed is another text there
        return;
    }
    let (mut games, mut errors, mut text, mut positions) = (0, 0, String::new(), Vec::new());
    for game in Reader::with_name(name, Dripping(Cursor::new(bytes.to_vec()))).syntax(syntax) {
        games += 1;
        errors += usize::from(game.is_err());
        if let Some(game) = game.map_or_else(GameError::into_game, Some) {
            text += &game.to_string();
            positions.extend(game.walk_all().map(|(_, position)| position.fen()));
            let again = escaque::parse(&game.to_string()).syntax(syntax).next();
            assert!(
                syntax == Syntax::Reduced
                    || again.is_some_and(|again| again.is_ok_and(|again| again == game))
            );
        }
    }
    assert_eq!((games, errors), (read.games, read.errors));
    assert_eq!(positions, read.positions);
    // a tree has no place for White's move that is left out where no move of Black's follows
    if !["…)", "…:", "…\n"].iter().any(|left_out| read.pgn.text().contains(left_out)) {
        assert_eq!(text, read.pgn.text());
    }
}

/// Gives a few bytes at a time.
struct Dripping(Cursor<Vec<u8>>);

impl Read for Dripping {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(7);
        self.0.read(&mut buffer[..length])
    }
}

/// The output for all games of a file, in every format; games with errors are cut off before
/// them.
#[derive(Default)]
struct Reading {
    games: usize,
    errors: usize,
    messages: SinglePage,
    objects: SinglePage,
    boards: SinglePage,
    speech: SinglePage,
    fen: SinglePage,
    json: SinglePage,
    games_table: SinglePage,
    moves_table: SinglePage,
    minimal: SinglePage,
    minimal_games: usize,
    pgn: SinglePage,
    /// The export form of games whose starting position cannot be set up.
    unplayed: SinglePage,
    /// The position after each move of every line.
    positions: Vec<String>,
}

impl Reading {
    fn of(name: &str, bytes: &[u8], syntax: Syntax) -> Reading {
        let source = Source::new(name, bytes.to_vec());
        let mut read = Reading::default();
        let mut fen = FenLines::default();
        let mut minimal = Minimal;
        let mut human = Reporter::new(&mut read.messages.0, options(MessageFormat::Human));
        let mut json = Reporter::new(&mut read.objects.0, options(MessageFormat::Json));
        let mut checker = CheckOptions { syntax, pedantic: true, ..CheckOptions::default() }.checker(&source);
        while let Some(report) = checker.advance() {
            read.games += 1;
            read.errors += usize::from(report.error().is_some());
            for diagnostic in &report.diagnostics {
                let label = checker.game().label(read.games);
                human.report(&source, Some(&label), diagnostic);
                json.report(&source, Some(&label), diagnostic);
            }
            let game = checker.sound_part(&report);
            let illegal = syntax.illegal();
            let shown = (&report.diagnostics[..], illegal);
            show(
                game,
                shown,
                &mut Boards::new(Style::Figurines, false, FormatOptions::default()),
                &mut read.boards,
            );
            show(game, shown, &mut Speech::new(FormatOptions::default()), &mut read.speech);
            show(game, shown, &mut fen, &mut read.fen);
            show(game, shown, &mut Json::new(Positions::Fen, &ENGLISH), &mut read.json);
            show(game, shown, &mut GamesTable::default(), &mut read.games_table);
            show(game, shown, &mut MovesTable::default(), &mut read.moves_table);
            let is_played = with_rules!(game, R, game => R::set_up(game).is_ok());
            let page = if is_played { &mut read.pgn } else { &mut read.unplayed };
            show(game, shown, &mut Pgn::default(), page);
            read.minimal_games += usize::from(show(game, shown, &mut minimal, &mut read.minimal));
            with_rules!(game, R, game => positions::<R>(game, illegal, &mut read.positions));
        }
        human.conclude(&source, ErrorCost::Game);
        json.conclude(&source, ErrorCost::Game);
        // the messages end here
        drop((human, json));
        read
    }

    fn assert_sound(&self) {
        let tables = [&self.games_table, &self.moves_table];
        let texts =
            [&self.messages, &self.boards, &self.speech, &self.fen, &self.minimal, &self.pgn, &self.unplayed];
        for page in texts.into_iter().chain(tables) {
            let controls = |c: char| c.is_control() && c != '\n';
            assert!(!page.text().contains(controls), "{}", page.text());
        }
        // a row has as many values as the first, and is a line
        let rows = tables.map(|page| {
            let reader = csv::ReaderBuilder::new().has_headers(false).from_reader(page.text().as_bytes());
            let rows = reader.into_records().map(Result::unwrap).count();
            assert_eq!(rows, page.text().lines().count());
            rows
        });
        assert_eq!(rows, [self.games, self.fen.text().lines().count()]);
        for line in [&self.objects, &self.json].into_iter().flat_map(|page| page.text().lines()) {
            if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(line) {
                panic!("{error}: {line}");
            }
        }
    }
}

fn options(format: MessageFormat) -> ReporterOptions {
    ReporterOptions {
        format,
        language: &ENGLISH,
        color: false,
        width: None,
        quiet: false,
        max_shown: Some(10),
    }
}

/// Output without a pager.
#[derive(Default)]
struct SinglePage(Vec<u8>);

impl SinglePage {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.0).expect("output is UTF-8")
    }
}

impl Pages for SinglePage {
    fn out(&mut self) -> &mut impl Write {
        &mut self.0
    }

    fn separate(&mut self) -> io::Result<()> {
        if !self.0.is_empty() {
            self.0.push(b'\n');
        }
        Ok(())
    }

    fn number(&mut self) -> io::Result<()> {
        write!(self.0, "1")
    }
}

/// Writes a game in a format. Returns whether the format can hold it.
fn show(
    game: &AnyGame<'_>,
    shown: (&[Diagnostic], Illegal),
    format: &mut impl Format,
    page: &mut SinglePage,
) -> bool {
    with_rules!(game, R, game => show_in::<R>(game, shown, format, page))
}

fn show_in<R: Rules>(
    game: &Game<'_, R::Notation>,
    (diagnostics, illegal): (&[Diagnostic], Illegal),
    format: &mut impl Format,
    page: &mut SinglePage,
) -> bool {
    let start = R::set_up(game).map(|start| start.position);
    let replay = start.map(|start| Replay::main_line(game, start).with_illegal(illegal));
    let played = replay.map(Replay::resolve_all).unwrap_or_default();
    let shown = Context::<R> { diagnostics, illegal, ..Context::of(game, &played) };
    format.write(&shown, page).is_ok()
}

/// Collects the position after each move of every line.
fn positions<R: Rules>(game: &Game<'_, R::Notation>, illegal: Illegal, found: &mut Vec<String>) {
    let Ok(start) = R::set_up(game) else { return };
    let mut replay = Replay::every_line(game, start.position).with_illegal(illegal);
    while let Ok(Some(_)) = replay.advance() {
        found.push(replay.position().fen());
    }
}
