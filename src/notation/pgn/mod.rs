//! PGN, the Portable Game Notation of chess on 64 squares.
//!
//! "The standard" or "PGN standard" is the [Portable Game Notation Specification and
//! Implementation Guide][standard] of 1994, whose sections are cited by number. "The
//! assignment" is the university assignment "Traductor de Jugadas de Ajedrez", which defines
//! a reduced form of PGN; its sections are cited by number as well.
//!
//! [standard]: https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm

pub(in crate::notation) mod plain_game;
mod reduced;
mod roster;
mod san;
mod signs;
mod token;
pub mod variant;
mod writer;

use std::borrow::Cow;
use std::convert::Infallible;

use lalrpop_util::lalrpop_mod;

use crate::message::problem::problems;
use crate::message::{Code, Diagnostic, Fix, PlyNumber};
use crate::notation::calendar::{NoSuchDate, date_fixes};
use crate::syntax::{
    Date, Element, Game, MinimalFault, MinimalText, Nag, Node, Notation, NotationKind, Outcome, ParseResult,
    PieceLetters, StartText, TagText, Tokens,
};
use crate::text::{Source, Span, is_hyphen};

pub use san::{Capture, CheckMark, PieceMove, San, SanMove};
pub(crate) use signs::width_of_en_passant;
pub use token::PgnToken;
pub use writer::PgnWriter;

lalrpop_mod!(
    #[allow(warnings, reason = "generated code")]
    grammar,
    "/pgn.rs"
);

impl Notation for San {
    type Token = PgnToken;
    type Sign = Infallible;
    type Writer = PgnWriter;

    const KIND: Option<NotationKind> = Some(NotationKind::Pgn);

    fn parse<'t>(game: &mut Game<'_, San>, tokens: &'t Tokens<PgnToken>) -> ParseResult<'t, PgnToken> {
        grammar::GameParser::new().parse(game, tokens.iter())
    }

    /// Returns the standard's spelling of a result (section 8.2.6).
    fn result_text(outcome: Outcome) -> &'static str {
        match outcome {
            Outcome::WhiteWins => "1-0",
            Outcome::BlackWins => "0-1",
            Outcome::Draw | Outcome::WhiteStalemates | Outcome::BlackStalemates => "1/2-1/2",
            Outcome::Unknown => "*",
            Outcome::DoubleForfeit => "0-0",
        }
    }

    fn forfeit(text: &str) -> Option<Outcome> {
        // nearly every text is ASCII, and then needs no copy
        let plain = if text.is_ascii() { text.into() } else { Cow::from(text.replace(is_hyphen, "-")) };
        match &*plain {
            "1-0F" | "+:-" | "+--" => Some(Outcome::WhiteWins),
            "0-1F" | "-:+" | "--+" => Some(Outcome::BlackWins),
            "0-0F" | "-:-" | "0-0" => Some(Outcome::DoubleForfeit),
            _ => None,
        }
    }

    /// Checks the values of `Date` and `PieceLetters`. All other rules of PGN for tags and
    /// numbers are those that all notations share.
    fn lints(game: &Game<'_, San>) -> Vec<Diagnostic> {
        let given = |name| game.tag(name).map(|tag| (tag, tag.value.unescape()));
        let date = given("Date").and_then(|(tag, value)| {
            let bad = || Date::parse(&value).is_err().then_some(TagLint::BadDate);
            let lint = no_such_date(&value).map(TagLint::NoSuchDate).or_else(bad);
            Some(Diagnostic::warning(lint?, tag.value_span, None))
        });
        let letters =
            given(PieceLetters::TAG).filter(|(_, value)| value.trim().parse::<PieceLetters>().is_err());
        let letters =
            letters.map(|(tag, _)| Diagnostic::warning(TagLint::BadPieceLetters, tag.value_span, None));
        date.into_iter().chain(letters).collect()
    }

    /// Lists the missing tags, unless some text cannot be read, because that may be one of them.
    fn pedantic_lints(_source: &Source, game: &Game<'_, San>, is_readable: bool) -> Vec<Diagnostic> {
        roster::lint(game).filter(|_| is_readable).into_iter().collect()
    }

    fn check_reduced(
        source: &Source,
        game: &Game<'_, San>,
        previous: Option<usize>,
        _minimal: impl FnOnce() -> Option<MinimalText>,
    ) -> Result<(), Diagnostic> {
        reduced::check(source, game, previous)
    }

    fn section(code: Code) -> Option<&'static str> {
        reduced::of_code(code)
    }

    fn check_spelling(written: &str, san: &str, span: Span, ply: PlyNumber) -> Result<(), Diagnostic> {
        reduced::check_spelling(written, san)
            .map_err(|departure| Diagnostic::error(departure, span, Some(ply)))
    }

    fn writer(_game: &Game<'_, San>, tags: String) -> PgnWriter {
        PgnWriter::after_tags(tags)
    }

    /// Sorts the tags in ASCII order (section 8.1.1), and adds the `SetUp` tag that a
    /// starting position requires (section 9.7). Moves that are replayed are written with English
    /// letters, so the tag that names other letters is left out.
    fn arrange(others: &mut Vec<TagText<'_>>, start: &StartText) {
        if *start != StartText::Unknown {
            others.retain(|(name, _)| name != PieceLetters::TAG);
        }
        if matches!(start, StartText::Given(..)) && others.iter().all(|(name, _)| name != "SetUp") {
            others.push(("SetUp".into(), "1".into()));
        }
        others.sort();
    }

    fn minimal_tags(game: &Game<'_, San>, position: Option<String>) -> Result<String, MinimalFault> {
        roster::tags(game, position)
    }

    fn check_minimal(&self) -> Result<(), MinimalFault> {
        if self.action() == SanMove::Null { Err(MinimalFault::NullMove) } else { Ok(()) }
    }
}

/// Adds a move and the `N` that is joined to it, which is an annotation.
#[cold]
fn push_novelty(game: &mut Game<'_, San>, (san, span): (&San, &Span)) {
    game.push(Element::new(Node::Move(*san), Span::new(span.start, span.end - 1)));
    game.push(Element::new(Node::Nag(Nag::NOVELTY), Span::new(span.end - 1, span.end)));
}

/// Finds the month or day that does not exist in a date such as `1992.11.04`. A part with question marks is
/// unknown.
fn no_such_date(value: &str) -> Option<NoSuchDate> {
    let value = value.trim();
    let is_part = |byte: u8| byte == b'?' || byte.is_ascii_digit();
    let mut bytes = value.bytes().enumerate();
    let is_date = value.len() == 10
        && bytes.all(|(at, byte)| if matches!(at, 4 | 7) { byte == b'.' } else { is_part(byte) });
    is_date.then(|| NoSuchDate::find([0..4, 5..7, 8..10].map(|part| value[part].parse().ok())))?
}

problems! {
    /// The value of a tag is wrong.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum TagLint(language) {
        /// The value of `Date` is not a date (section 8.1.1.3).
        BadDate = Code::BadDate, language.bad_date;
        /// The value of `Date` has a month or a day that does not exist.
        NoSuchDate(date: NoSuchDate) = Code::BadDate, date.message(language);
        /// The value of `PieceLetters` is neither a language nor letters.
        BadPieceLetters = Code::BadPieceLetters, language.bad_piece_letters;
    }
    describe with fixes;
}

impl TagLint {
    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        match self {
            TagLint::BadPieceLetters => Vec::new(),
            TagLint::BadDate | TagLint::NoSuchDate(_) => date_fixes(source, span, San::DATE_SEPARATOR),
        }
    }
}
