//! The data that a document keeps about a game that has been checked. Offsets count from where the
//! game is read.

use crate::check::Report;
use crate::message::Diagnostic;
use crate::notation::{AnyGame, with_game};
use crate::syntax::{CommentForm, Element, Game, Node, Notation};
use crate::text::{Printable, Span, brief};

/// The results of checking a game, and its outline.
#[derive(Debug, Default)]
pub(super) struct Checked {
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) outline: Outline,
}

/// The parts of a game that an editor lists and folds.
#[derive(Debug, Default)]
pub(super) struct Outline {
    /// Its players, or if there are none its event or its `Id`; empty if it has none of these.
    pub(super) title: String,
    /// Its event, its date and its result.
    pub(super) detail: String,
    /// The whole game, from the first tag to the result.
    pub(super) span: Span,
    /// From its first tag to its last.
    pub(super) tags: Option<Span>,
    /// Its variations, in the order of the text.
    pub(super) variations: Vec<Variation>,
    /// Its comments in braces.
    pub(super) comments: Vec<Span>,
}

/// A variation.
#[derive(Debug)]
pub(super) struct Variation {
    /// From bracket to bracket.
    pub(super) span: Span,
    /// The number of variations around it.
    pub(super) depth: usize,
    /// Its first move, with the number before it if there is one.
    pub(super) first: Span,
}

impl Checked {
    /// Takes over the report of a game that is read from the offset `from` of its source.
    pub(super) fn new(report: Report, game: &AnyGame<'_>, from: usize) -> Checked {
        let mut diagnostics = report.diagnostics;
        for span in diagnostics.iter_mut().filter_map(|diagnostic| diagnostic.span.as_mut()) {
            // spans count from the start of the game, so that they stay right when text before it changes
            *span = back(*span, from);
        }
        let outline = with_game!(game, game => Outline::of(game, from));
        Checked { diagnostics, outline }
    }
}

impl Outline {
    fn of<N: Notation>(game: &Game<'_, N>, from: usize) -> Outline {
        let tags = game.tags.first().zip(game.tags.last());
        let braced = |element: &&Element<N>| {
            element.node == Node::Comment(CommentForm::Braces) && element.span.start < element.span.end
        };
        let span = Span::new(game.start(), game.end().max(game.movetext_end).max(game.start()));
        Outline {
            title: title(game),
            detail: detail(game),
            span: back(span, from),
            tags: tags.map(|(first, last)| back(Span::new(first.span.start, last.span.end), from)),
            variations: variations(game, from),
            comments: game.movetext.iter().filter(braced).map(|comment| back(comment.span, from)).collect(),
        }
    }
}

fn back(span: Span, from: usize) -> Span {
    Span::new(span.start.saturating_sub(from), span.end.saturating_sub(from))
}

/// Returns the value of a tag, printable, unless it is unknown.
fn value<N: Notation>(game: &Game<'_, N>, tag: &str) -> Option<String> {
    Some(Printable(&brief(game.known_value(tag)?)).to_string())
}

fn title<N: Notation>(game: &Game<'_, N>) -> String {
    match (value(game, "White"), value(game, "Black")) {
        (None, None) => value(game, "Event").or_else(|| value(game, "Id")).unwrap_or_default(),
        (white, black) => {
            let [white, black] = [white, black].map(|name| name.unwrap_or_else(|| "?".to_owned()));
            format!("{white} – {black}")
        }
    }
}

fn detail<N: Notation>(game: &Game<'_, N>) -> String {
    let tags = ["Event", "Date"].into_iter().filter_map(|tag| value(game, tag));
    let result = N::result_text(game.outcome()).to_owned();
    tags.chain([result]).collect::<Vec<_>>().join(", ")
}

fn variations<N: Notation>(game: &Game<'_, N>, from: usize) -> Vec<Variation> {
    let (mut variations, mut open): (Vec<Variation>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut number = None;
    for element in game.movetext.iter() {
        match element.node {
            Node::VariationStart(_) => {
                open.push(variations.len());
                let span = back(element.span, from);
                variations.push(Variation { span, depth: open.len() - 1, first: Span::default() });
                number = None;
            }
            Node::VariationEnd => {
                if let Some(variation) = open.pop() {
                    variations[variation].span.end = element.span.end - from;
                }
            }
            Node::MoveNumber(_) => number = Some(element.span.start),
            Node::Move(_) => {
                if let Some(variation) = open.last().map(|at| &mut variations[*at])
                    && variation.first == Span::default()
                {
                    let start = number.unwrap_or(element.span.start);
                    variation.first = back(Span::new(start, element.span.end), from);
                }
            }
            _ => {}
        }
    }
    variations
}
