//! Oddities found when a game is read and replayed, and what may be meant: numbers, spellings,
//! kings in the centre, parts of the game in comments, texts that are not UTF-8.

use std::str::from_utf8;

use crate::message::problem::problems;
use crate::message::{
    Amended, Certainty, Code, Describe, Diagnostic, Fix, Language, PlyNumber, did_you_mean, fill,
};
use crate::rules::{Draw, MoveError, ReplayError, Rules};
use crate::syntax::tag_line;
use crate::syntax::{
    Element, Game, Node, Notation, PieceLetters, Put, TokenEdit, closed_before_moves, find_move_of,
    is_move_in, joined, parted,
};
use crate::text::{Edit, Source, Span, Text, TextEncoding};

problems! {
    /// An oddity of a game, found when it is replayed.
    #[derive(Debug)]
    pub(super) enum GameLint(language) {
        /// A move number differs from that on the board. The number `found` may be a move in the notation of
        /// correspondence chess.
        WrongNumber { expected: u32, found: u32 } = Code::WrongNumber, language.wrong_number
            =>? correspondence_move(*found)
                .map(|moves| fill(language.correspondence_number, &[("number", found), ("moves", &moves)]));
        /// A variation begins with a number that is neither that of the move that it replaces on the board
        /// nor the last one written in the line around it, `expected`.
        VariationNumber { found: u32, expected: u32 } = Code::VariationNumber, language.variation_number;
        /// A move is followed by more signs than an annotation has. The first two are read.
        LongSuffix { read: String } = Code::UnknownSuffix, language.long_suffix => language.known_suffixes;
        /// The game goes on although a rule has ended it as a draw.
        GoesOn(rule: Draw) = Code::GoesOnAfterDraw, language.goes_on, rule = rule.rule(language);
        /// An illegal move is played, as lenient reading does.
        ForcedMove(error: Box<MoveError>) = error.code(), error.message(language)
            =>? Some(crate::text::joined([language.played_as_written, &error.help(language).unwrap_or_default()], "; "));
        /// The result of the movetext is not that of the last position, in which the game is over.
        WrongOutcome { movetext: &'static str, board: &'static str } = Code::WrongOutcome, language.wrong_outcome;
        /// The result of the movetext is that of a stalemate, but the last position is not one.
        NoStalemate { movetext: &'static str } = Code::NoStalemate, language.no_stalemate;
        /// A comment to the end of its line contains a part of the game. `is_move` tells whether that is the next
        /// move, so that the comment may not be meant as a comment.
        GameInComment { is_move: bool } = Code::GameInComment, language.game_in_comment;
        /// Brackets, of which this is the closing one, stand around moves that continue the line before them.
        MovesInBrackets { closing: Span } = Code::MovesInBrackets, language.moves_in_brackets;
    }
    describe with fixes;
}

impl GameLint {
    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        match self {
            // without a full stop it may be something else
            GameLint::WrongNumber { .. } if !source.text(span).ends_with('.') => {
                joined(source, span).into_iter().collect()
            }
            GameLint::WrongNumber { expected, .. } | GameLint::VariationNumber { expected, .. } => {
                number_fix(source, span, *expected).into_iter().collect()
            }
            GameLint::LongSuffix { read } => vec![Fix::certain(Edit::replace(span, read))],
            GameLint::GoesOn(_)
            | GameLint::NoStalemate { .. }
            | GameLint::GameInComment { is_move: false } => Vec::new(),
            GameLint::ForcedMove(error) => error.fixes(source, span),
            GameLint::WrongOutcome { board, .. } => vec![Fix::guess(Edit::replace(span, *board))],
            GameLint::GameInComment { is_move: true } => {
                let semicolon = Edit::blank(source.bytes(), Span::new(span.start, span.start + 1));
                vec![Fix::of(Certainty::Choice, vec![semicolon])]
            }
            GameLint::MovesInBrackets { closing } => {
                let edits = [span, *closing].map(|bracket| source.deletion(bracket));
                vec![Fix::of(Certainty::Guess, edits.to_vec())]
            }
        }
    }
}

/// Returns the move that a number means in the numeric notation of the International Correspondence
/// Chess Federation: 5254 is e2-e4. A fifth digit names the piece that a pawn becomes, and is
/// ignored.
fn correspondence_move(number: u32) -> Option<String> {
    let digits = number.to_string();
    let squares = digits.as_bytes().get(..4).filter(|_| digits.len() <= 5)?;
    let is_move = squares.iter().all(|digit| (b'1'..=b'8').contains(digit));
    let square = |pair: &[u8]| format!("{}{}", char::from(pair[0] - b'1' + b'a'), char::from(pair[1]));
    is_move.then(|| format!("{}-{}", square(&squares[..2]), square(&squares[2..])))
}

/// Returns the fix that replaces the digits of a move number. It is a guess: the number is right if moves are
/// missing.
pub(super) fn number_fix(source: &Source, span: Span, expected: u32) -> Option<Fix> {
    number_edit(source.bytes(), span, expected).map(Fix::guess)
}

/// Returns the edit that replaces the digits of a move number of a text.
pub(super) fn number_edit(text: &[u8], span: Span, number: u32) -> Option<Edit> {
    let digits = text[span.range()].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let digits = Span::new(span.start, span.start + digits);
    (!digits.range().is_empty()).then(|| Edit::replace(digits, number.to_string()))
}

/// Returns the edit that ends a comment with an opening brace inside: before the moves between the two
/// braces, if one of them has a number, or else before the inner brace. If the comment begins with two
/// braces, one of them is deleted.
pub(super) fn closed_before(source: &Source, span: Span) -> Edit {
    let text = &source.bytes()[span.range()];
    if text.starts_with(b"{{") {
        return Edit::delete(Span::new(span.start, span.start + 1));
    }
    let brace = text.iter().skip(1).position(|byte| *byte == b'{').map_or(text.len(), |at| at + 1);
    closed_before_moves(source.bytes(), Span::new(span.start, span.start + brace))
}

/// The moves that put a king in the centre, which records the result on a DGT board.
const CENTRE: [&str; 4] = ["Kd4", "Ke4", "Kd5", "Ke5"];

/// The maximum number of moves between an illegal move and those of the two kings for it to belong
/// to them. The board also records moves while the pieces are cleared away, but more would hide a real mistake.
const MOST_BEFORE: usize = 2;

/// Looks at the end of the main line of a game with an illegal move, which is `found`. If it ends with moves of kings to
/// the centre, and the illegal move is one of them or comes shortly before them, returns the problem with the edit that
/// leaves out the moves from it on, but not the result. If other moves are left out too, the edit marks the place.
pub(super) fn kings_in_centre<R: Rules>(
    source: &Source,
    game: &Game<'_, R::Notation>,
    start: &R,
    found: &ReplayError,
) -> Option<(Amended, TokenEdit)> {
    let is_king_move = |element: &&&Element<R::Notation>| match &element.node {
        Node::Move(written) => {
            let spelling = start.spelling(written).map(|spelling| spelling.letters);
            spelling.is_some_and(|letters| CENTRE.contains(&letters.as_str()))
        }
        _ => false,
    };
    let elements: Vec<_> = game.main_line().collect();
    let moves: Vec<_> = elements.iter().filter(|element| matches!(element.node, Node::Move(_))).collect();
    let kings = moves.iter().rev().take(2).take_while(|element| is_king_move(element)).count();
    let (first, last) = (moves.len() - kings, moves.last()?.span);
    let at = moves.partition_point(|element| element.span.start < found.span.start);
    let is_near = if at >= first { kings > 0 } else { kings == 2 && at + MOST_BEFORE >= first };
    if !is_near {
        return None;
    }
    let number = elements.iter().take_while(|element| element.span.start < found.span.start).last();
    let number = number.filter(|element| matches!(element.node, Node::MoveNumber(_)));
    let from = number.map_or(found.span.start, |number| number.span.start);
    let are_kings_only = at >= first;
    let certainty = if kings == 2 { Certainty::Guess } else { Certainty::Choice };
    let drop = are_kings_only.then(|| Fix::of(certainty, vec![source.deletion(Span::new(from, last.end))]));
    let mut fixes = found.error.fixes(source, found.span);
    for fix in fixes.iter_mut().filter(|fix| are_kings_only && !fix.is_certain()) {
        fix.certainty = Certainty::Choice;
    }
    // a single king may have been misplaced like any other piece
    let place = if kings == 2 { 0 } else { fixes.len() };
    drop.into_iter().for_each(|drop| fixes.insert(place, drop));
    let problem = Amended::new(found.error.clone()).with_fixes(fixes);
    let problem = problem.with_help(|language| Some(language.kings_in_centre.to_owned()));
    let put = if are_kings_only { Put::Nothing } else { Put::Incomplete };
    Some((problem, TokenEdit::new(Span::new(found.span.start, last.end), put)))
}

/// Looks in a comment to the end of its line for the next ply with its number, a result at its end, or a tag.
pub(super) fn game_in_comment<N: Notation>(
    text: &[u8],
    comment: Span,
    next: PlyNumber,
    letters: Option<PieceLetters>,
) -> Option<GameLint> {
    let inside = &text[comment.start + 1..comment.end];
    let is_move = find_move_of::<N::Token>(text, comment, next, letters.as_ref()).is_some();
    (is_move
        || ends_with_result::<N>(inside)
        || memchr::memchr_iter(b'[', inside).any(|at| tag_line::is_tag(&inside[at..])))
    .then_some(GameLint::GameInComment { is_move })
}

/// Returns whether a text ends with a word that is a result.
pub(super) fn ends_with_result<N: Notation>(text: &[u8]) -> bool {
    let last = text.rsplit(u8::is_ascii_whitespace).find(|word| !word.is_empty());
    last.is_some_and(|word| from_utf8(word).is_ok_and(|word| N::result_from_text(word).is_some()))
}

/// Adds what may be meant to a problem: to a word that is not a move, or a slip of one, the moves of its fixes, or the
/// option that reads the letters of the reader's language, if the word is a move in them; and to a move from an empty square
/// or without the piece that its pawn becomes, the guess that it is two moves, or that the piece stands apart.
pub(super) fn suggest_moves(found: Diagnostic, source: &Source) -> Diagnostic {
    let (code, Some(span)) = (found.problem.code(), found.span) else { return found };
    if matches!(code, Code::NothingThere | Code::PromotionMissing) {
        let Some(parted) = parted(source, span) else { return found };
        let fixes = std::iter::once(parted).chain(found.fixes(source)).collect();
        return found.amended(|problem| problem.with_fixes(fixes));
    }
    if !matches!(code, Code::NotAMove | Code::LooseWords | Code::MoveSlip) {
        return found;
    }
    let meant = |fix: &Fix| match &fix.edits[..] {
        [Edit { span, text }] if !span.range().is_empty() => Some(text.clone()),
        _ => None,
    };
    let moves: Vec<_> = found.fixes(source).iter().filter_map(meant).collect();
    let word = source.text(span).into_owned();
    let help = move |language: &Language| {
        let in_letters = || {
            let code = language.tag;
            is_move_in(code, &word).then(|| fill(language.pieces_in_letters, &[("language", &code)]))
        };
        did_you_mean(&moves, language).or_else(in_letters)
    };
    found.amended(|problem| problem.with_help(help))
}

/// How many tag names, tag values, comments and other elements are not UTF-8. They are read as Windows-1252,
/// unless they are UTF-8 except for half a surrogate pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotUtf8 {
    /// Their number, at least 1.
    pub count: usize,
    /// The number of those that are UTF-8 except for half a surrogate pair.
    pub half_pairs: usize,
    /// The span of the first byte that is not part of a UTF-8 character.
    pub first: Span,
}

impl NotUtf8 {
    /// Counts the texts of a game. Returns `None` if all are UTF-8.
    #[must_use]
    pub fn of<N: Notation>(game: &Game<'_, N>) -> Option<NotUtf8> {
        let text = game.text.0;
        // nearly every game is UTF-8 as a whole, and checking that is fast
        if text.get(game.start()..game.end()).is_none_or(|game| Text(game).is_utf8()) {
            return None;
        }
        let tags = game.tags.iter().flat_map(|tag| [tag.name_span, tag.value_span]);
        let movetext = game.movetext.iter().map(|element| element.span);
        let spans = tags.chain(movetext).chain(game.result.map(|(_, span)| span));
        let mut found: Option<NotUtf8> = None;
        for span in spans {
            let written = &text[span.range()];
            let Err(error) = from_utf8(written) else { continue };
            let is_half_pair = Text(written).encoding() == TextEncoding::HalfPairs;
            let at = span.start + error.valid_up_to();
            let here = NotUtf8 { count: 1, half_pairs: is_half_pair.into(), first: Span::new(at, at + 1) };
            match &mut found {
                Some(found) => found.add(here),
                None => found = Some(here),
            }
        }
        found
    }

    /// Adds the counts of texts that come later.
    pub fn add(&mut self, later: NotUtf8) {
        self.count += later.count;
        self.half_pairs += later.half_pairs;
    }

    /// Creates the warning about the texts.
    #[must_use]
    pub fn warning(self) -> Diagnostic {
        Diagnostic::warning(self, self.first, None)
    }
}

impl Describe for NotUtf8 {
    fn code(&self) -> Code {
        Code::NotUtf8
    }

    fn message(&self, language: &Language) -> String {
        let of_kind = |text, count: usize| (count > 0).then(|| fill(text, &[("count", &count)]));
        let kinds = [
            of_kind(language.not_utf8, self.count - self.half_pairs),
            of_kind(language.half_pairs, self.half_pairs),
        ];
        kinds.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::apply_edits;

    #[test]
    fn a_comment_ends_before_the_moves_that_it_swallows() {
        for (comment, closed) in [
            ("{good e5 2. Nf3 {fine}", "{good} e5 2. Nf3 {fine}"),
            ("{good 2. Nf3 Nc6 {fine}", "{good} 2. Nf3 Nc6 {fine}"),
            ("{good 2.Nf3 {fine}", "{good} 2.Nf3 {fine}"),
            ("{good 2... Nf6 {fine}", "{good} 2... Nf6 {fine}"),
            ("{in 1. Bundesliga {fine}", "{in 1. Bundesliga} {fine}"),
            ("{a {b}", "{a} {b}"),
            ("{{a}", "{a}"),
        ] {
            let source = Source::new("t", comment.as_bytes().to_vec());
            let edit = closed_before(&source, Span::new(0, comment.len()));
            assert_eq!(String::from_utf8_lossy(&apply_edits(comment.as_bytes(), 0, &[edit])), closed);
        }
    }
}
