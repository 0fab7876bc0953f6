//! Completions: legal moves, annotations by their words, names of tags and their values.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use clap::ValueEnum;
use gen_lsp_types::{CompletionItem, CompletionItemKind, CompletionItemTextEdit, CompletionList, TextEdit};

use super::document::Document;
use super::place::{reach, word_start};
use super::server::Settings;
use super::text;
use crate::format::speech;
use crate::notation::{AnyGame, Variant, with_game};
use crate::rules::{GameVisitor, Rules, with_rules};
use crate::syntax::{
    COMMON_TAGS, CommentForm, Game, Nag, Node, Notation, Outcome, Portion, SEVEN_TAGS, is_unknown,
};
use crate::text::{Quoted, Span, plain_letters};

/// The maximum number of values of a tag that are taken from the file. A list of that length counts
/// as incomplete, so the editor asks again as more is typed.
const MOST_NAMES: usize = 200;

/// Returns the completions at an offset.
pub(super) fn at(document: &Document, offset: usize) -> CompletionList {
    let text = document.text.as_str();
    let line = document.text.line_span(document.text.line_of(offset));
    let before = &text[line.start.min(offset)..offset];
    let items = match before.trim_start().strip_prefix('[') {
        Some(tag) => in_tag(document, offset, tag, &text[offset..line.end.max(offset)]),
        None => in_movetext(document, offset),
    };
    CompletionList { is_incomplete: items.len() >= MOST_NAMES, items, ..CompletionList::default() }
}

/// Creates an item that replaces a span.
fn item(document: &Document, span: Span, label: String, kind: CompletionItemKind) -> CompletionItem {
    let edit = TextEdit { range: document.text.range(span), new_text: label.clone() };
    CompletionItem {
        label,
        kind: Some(kind),
        text_edit: Some(CompletionItemTextEdit::TextEdit(edit)),
        ..CompletionItem::default()
    }
}

/// Returns whether a text begins with what has been typed, ignoring case and accents.
fn begins(text: &str, typed: &str) -> bool {
    plain_letters(text).starts_with(&*plain_letters(typed))
}

/// Returns names of tags, or values of the tag that the place is in. `before` is the text between
/// the bracket and the place. `after` is the rest of the line.
fn in_tag(document: &Document, offset: usize, before: &str, after: &str) -> Vec<CompletionItem> {
    let Some((name, value)) = before.split_once('"') else {
        let typed = before.trim_start();
        let span = Span::new(offset - typed.len(), offset);
        let names = SEVEN_TAGS.into_iter().chain(COMMON_TAGS).filter(|name| begins(name, typed));
        let is_name = typed.chars().all(char::is_alphanumeric);
        return names
            .filter(|_| is_name)
            .map(|name| {
                let mut item = item(document, span, name.to_owned(), CompletionItemKind::Property);
                item.detail = Some(text::of_tag(name, document.settings.language).to_owned());
                item
            })
            .collect();
    };
    if value.contains('"') {
        return Vec::new();
    }
    // the rest of the value is replaced too
    let rest = after.find('"').unwrap_or(0);
    let span = Span::new(offset - value.len(), offset + rest);
    let values = values(document, offset, name.trim(), value);
    values
        .into_iter()
        .filter(|known| begins(known, value))
        .enumerate()
        .map(|(at, known)| {
            let mut item = item(document, span, Quoted(&known).to_string(), CompletionItemKind::Value);
            // editors sort by labels otherwise
            item.sort_text = Some(format!("{at:04}"));
            item
        })
        .collect()
}

/// Returns the values that a tag may have.
fn values(document: &Document, offset: usize, name: &str, typed: &str) -> Vec<String> {
    let of = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect();
    match name {
        "Result" => document.with_game_at(offset, |game, _| results(game)).unwrap_or_else(|| of(&["*"])),
        "Variant" => {
            let squares = Variant::value_variants().iter().filter_map(|variant| variant.tag_value());
            let mut variants: Vec<_> = squares.chain(["C'escacs"]).map(str::to_owned).collect();
            if document.is_for_cescacs() {
                variants.rotate_right(1);
            }
            variants
        }
        "SetUp" => of(&["1"]),
        "Mode" => of(&["OTB", "PM", "EM", "ICS", "TC"]),
        "Termination" => of(&[
            "abandoned",
            "adjudication",
            "death",
            "emergency",
            "normal",
            "rules infraction",
            "time forfeit",
            "unterminated",
        ]),
        "WhiteTitle" | "BlackTitle" => of(&["GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "-"]),
        "White" | "Black" => values_in_file(document, &["White", "Black"], typed),
        "Event" | "Site" | "Annotator" => values_in_file(document, &[name], typed),
        _ => Vec::new(),
    }
}

/// Returns the values other than `?` that the tags with these names have in the file and that begin with what is typed,
/// in alphabetical order.
fn values_in_file(document: &Document, names: &[&str], typed: &str) -> Vec<String> {
    let mut values = BTreeSet::new();
    document.for_each_game(0..document.games.len(), Portion::Tags, |game, _| {
        for tag in game.tags().iter().filter(|tag| names.iter().any(|name| tag.name.0 == name.as_bytes())) {
            let value = tag.value.unescape();
            let is_known = !value.is_empty() && !is_unknown(&value);
            if values.len() < MOST_NAMES && is_known && begins(&value, typed) {
                values.insert(value.into_owned());
            }
        }
        ControlFlow::Continue(())
    });
    values.into_iter().collect()
}

fn results(game: &AnyGame<'_>) -> Vec<String> {
    fn of<N: Notation>(_: &Game<'_, N>) -> Vec<String> {
        let mut results: Vec<_> = Outcome::ALL.map(|outcome| N::movetext_result(outcome).to_owned()).to_vec();
        results.sort_unstable();
        results.dedup();
        results
    }
    with_game!(game, game => of(game))
}

fn in_movetext(document: &Document, offset: usize) -> Vec<CompletionItem> {
    let start = word_start(document.text.as_str(), offset);
    let span = Span::new(start, offset);
    let typed = document.text.part(span);
    let settings = &document.settings;
    let moves = document.with_game_at(offset, |game, base| {
        let place = start.checked_sub(base)?;
        if is_in_comment(game, place) {
            return None;
        }
        Some(with_rules(game, LegalMoves { offset: place, typed, settings }))
    });
    let Some(Some(moves)) = moves else { return Vec::new() };
    let moves = moves.into_iter().map(|(san, words)| {
        let mut item = item(document, span, san, CompletionItemKind::Function);
        item.detail = Some(words);
        item
    });
    moves.chain(nags(document, span, typed)).collect()
}

fn is_in_comment(game: &AnyGame<'_>, offset: usize) -> bool {
    with_game!(game, game => game.movetext.iter().any(|element| match element.node {
        Node::Comment(CommentForm::Braces | CommentForm::Sentence) => {
            element.span.start < offset && offset < element.span.end
        }
        Node::Comment(_) => element.span.start < offset && offset <= element.span.end,
        _ => false,
    }))
}

/// Lists the legal moves at a place that begin with what has been typed, each with its description.
struct LegalMoves<'a> {
    offset: usize,
    typed: &'a str,
    settings: &'a Settings,
}

impl GameVisitor for LegalMoves<'_> {
    type Output = Vec<(String, String)>;

    fn run<R: Rules>(self, game: &Game<'_, R::Notation>) -> Vec<(String, String)> {
        let Some(reached) = reach::<R>(game, self.offset, self.settings.options.syntax.illegal()) else {
            return Vec::new();
        };
        let position = reached.position;
        let words = |resolved| {
            let mut after = position.clone();
            after.play(resolved);
            speech::last_move(position.ply_number(), resolved, &after, self.settings.language)
        };
        let legal = position.legal_moves().into_iter().map(|resolved| (position.to_san(resolved), resolved));
        let fitting = legal.filter(|(san, _)| begins(san, self.typed));
        let mut moves: Vec<_> = fitting.map(|(san, resolved)| (san, words(resolved))).collect();
        moves.sort_unstable();
        moves.dedup_by(|one, next| one.0 == next.0);
        moves
    }
}

/// Returns the annotations with words whose number or words fit what has been typed.
fn nags(document: &Document, span: Span, typed: &str) -> Vec<CompletionItem> {
    let language = document.settings.language;
    let word = typed.strip_prefix('$');
    let fits = |(nag, words): &(Nag, &str)| match word {
        Some(digits) => nag.0.to_string().starts_with(digits) || begins(words, digits),
        None => typed.chars().count() > 1 && words.split(' ').any(|part| begins(part, typed)),
    };
    let known = (1..=u8::MAX).filter_map(|number| Some((Nag(number), Nag(number).meaning(language)?)));
    let items = known.filter(fits).map(|(nag, words)| {
        let number = format!("${}", nag.0);
        let mut item = item(document, span, number.clone(), CompletionItemKind::Operator);
        item.label = match nag.printed_sign() {
            Some(sign) => format!("{number} {sign} {words}"),
            None => format!("{number} {words}"),
        };
        // editors compare this with what has been typed, and otherwise the label
        item.filter_text = Some(if word.is_some() { format!("{number} {words}") } else { words.to_owned() });
        item
    });
    items.collect()
}
