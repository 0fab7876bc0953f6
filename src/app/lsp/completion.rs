//! Completions: legal moves, annotations by their words, names of tags and their values.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::ValueEnum;
use gen_lsp_types::{CompletionItem, CompletionItemKind, CompletionList, TextEdit};

use super::document::Document;
use super::text;
use super::typing::Begun;
use crate::notation::{Variant, with_game};
use crate::syntax::{Game, Nag, Notation, Outcome, Portion, is_unknown, usual_tags};
use crate::text::{Quoted, Span, plain_letters};

/// The maximum number of values of a tag that are taken from the file. A list of that length counts
/// as incomplete, so the editor asks again as more is typed.
const MOST_NAMES: usize = 200;

/// Returns the completions at an offset.
pub(super) fn at(document: &Document, offset: usize) -> CompletionList {
    let text = document.text.as_str();
    let line = document.text.line_span(document.text.line_of(offset));
    let before = &text[line.start.min(offset)..offset];
    let tag = before.trim_start().strip_prefix('[');
    let items = match tag {
        Some(tag) => in_tag(document, offset, tag, &text[offset..line.end.max(offset)]),
        None => in_movetext(document, offset),
    };
    // a move may be typed in several ways, of which an editor knows the one that has been typed so far
    let is_incomplete = items.len() >= MOST_NAMES || tag.is_none();
    CompletionList { is_incomplete, items, ..CompletionList::default() }
}

/// Creates an item that replaces a span.
fn item(document: &Document, span: Span, label: String, kind: CompletionItemKind) -> CompletionItem {
    let edit = TextEdit { range: document.text.range(span), new_text: label.clone() };
    CompletionItem { label, kind: Some(kind), text_edit: Some(edit.into()), ..CompletionItem::default() }
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
        let names = usual_tags().filter(|name| begins(name, typed));
        let is_name = typed.chars().all(char::is_alphanumeric);
        let named = |name: &str| {
            let detail = Some(text::of_tag(name, document.settings.language).to_owned());
            let item = item(document, span, name.to_owned(), CompletionItemKind::Property);
            CompletionItem { detail, ..item }
        };
        return names.filter(|_| is_name).map(named).collect();
    };
    if value.contains('"') {
        return Vec::new();
    }
    // the rest of the value is replaced too
    let rest = after.find('"').unwrap_or(0);
    let span = Span::new(offset - value.len(), offset + rest);
    let values = values(document, offset, name.trim(), value).into_iter();
    let items = values.filter(|known| begins(known, value)).enumerate().map(|(at, known)| {
        let item = item(document, span, Quoted(&known).to_string(), CompletionItemKind::Value);
        // editors sort by labels otherwise
        CompletionItem { sort_text: Some(format!("{at:04}")), ..item }
    });
    items.collect()
}

/// Returns the values that a tag may have.
fn values(document: &Document, offset: usize, name: &str, typed: &str) -> Vec<String> {
    let of = |values: &str| values.split('|').map(str::to_owned).collect();
    match name {
        "Result" => {
            let known =
                document.with_place(offset, |game, _, _| Some(with_game!(game, game => results(game))));
            known.unwrap_or_else(|| of("*"))
        }
        "Variant" => {
            let squares = Variant::value_variants().iter().filter_map(|variant| variant.tag_value());
            let mut variants: Vec<_> = squares.chain(["C'escacs"]).map(str::to_owned).collect();
            if document.is_for_cescacs() {
                // first in the list is what the file most probably needs
                variants.rotate_right(1);
            }
            variants
        }
        "SetUp" => of("1"),
        "Date" | "EventDate" | "UTCDate" => {
            let game = document.game_at(offset).unwrap_or_default();
            let mut dates = values_in(document, game.saturating_sub(1)..game, &[name], typed);
            // PGN has dots between the parts of a date, CTL-PGN hyphens
            dates.push(today(if document.is_for_cescacs() { '-' } else { '.' }));
            dates.dedup();
            dates
        }
        "Mode" => of("OTB|PM|EM|ICS|TC"),
        "Termination" => of("abandoned|adjudication|death|emergency|normal|rules infraction|time forfeit|\
             unterminated"),
        "WhiteTitle" | "BlackTitle" => of("GM|IM|FM|CM|WGM|WIM|WFM|WCM|-"),
        "White" | "Black" => values_in(document, 0..document.games.len(), &["White", "Black"], typed),
        "Event" | "Site" | "Annotator" => values_in(document, 0..document.games.len(), &[name], typed),
        _ => Vec::new(),
    }
}

/// Returns the date of today in Greenwich, with something between the year, the month and the day.
fn today(between: char) -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    // 400 years always are as long; counted from March, they and each year in them end with the leap day
    let days = seconds / 86_400 + 719_468;
    let rest = days % 146_097;
    let years = (rest - rest / 1460 + rest / 36_524 - rest / 146_096) / 365;
    let rest = rest - (365 * years + years / 4 - years / 100);
    let month = (5 * rest + 2) / 153;
    let (year, day) = (days / 146_097 * 400 + years + month / 10, rest - (153 * month + 2) / 5 + 1);
    format!("{year}{between}{:02}{between}{day:02}", (month + 2) % 12 + 1)
}

/// Returns the values other than `?` that the tags with these names have in some games and that begin with what is
/// typed, in alphabetical order.
fn values_in(document: &Document, games: Range<usize>, names: &[&str], typed: &str) -> Vec<String> {
    let mut values = BTreeSet::new();
    document.for_each_game(games, Portion::Tags, |game, _| {
        for tag in game.tags().iter().filter(|tag| names.iter().any(|name| tag.name.0 == name.as_bytes())) {
            let value = tag.value.unescape();
            if values.len() < MOST_NAMES && !is_unknown(&value) && begins(&value, typed) {
                values.insert(value.into_owned());
            }
        }
        ControlFlow::Continue(())
    });
    values.into_iter().collect()
}

/// Returns the results that the notation of a game has.
fn results<N: Notation>(_: &Game<'_, N>) -> Vec<String> {
    let mut results: Vec<_> = Outcome::ALL.map(|outcome| N::movetext_result(outcome).to_owned()).to_vec();
    results.sort_unstable();
    // a notation may write several outcomes alike
    results.dedup();
    results
}

fn in_movetext(document: &Document, offset: usize) -> Vec<CompletionItem> {
    let Some(begun) = Begun::at(document, offset).filter(|begun| !begun.is_in_comment) else {
        return Vec::new();
    };
    let (span, typed) = (begun.word, document.text.part(begun.word));
    let moves = begun.finished(document).unwrap_or_default().0.into_iter().map(|(san, words, _)| {
        // editors compare this with what has been typed, and otherwise the label
        let filter_text = (!san.starts_with(typed)).then(|| typed.to_owned());
        let item = item(document, span, san, CompletionItemKind::Function);
        CompletionItem { detail: Some(words), filter_text, ..item }
    });
    moves.chain(nags(document, span, typed)).collect()
}

/// Returns the annotations with words whose number or words fit what has been typed.
fn nags(document: &Document, span: Span, typed: &str) -> Vec<CompletionItem> {
    let language = document.settings.language;
    let word = typed.strip_prefix('$');
    let fits = |(nag, words): &(Nag, &str)| match word {
        Some(digits) => nag.0.to_string().starts_with(digits) || begins(words, digits),
        // a single letter is rather the beginning of a move
        None => typed.chars().count() > 1 && words.split(' ').any(|part| begins(part, typed)),
    };
    let known = (1..=u8::MAX).filter_map(|number| Some((Nag(number), Nag(number).meaning(language)?)));
    let items = known.filter(fits).map(|(nag, words)| {
        let number = format!("${}", nag.0);
        let mut item = item(document, span, number.clone(), CompletionItemKind::Operator);
        let sign = nag.printed_sign().map_or(String::new(), |sign| format!("{sign} "));
        item.label = format!("{number} {sign}{words}");
        // editors compare this with what has been typed, and otherwise the label
        item.filter_text = Some(if word.is_some() { format!("{number} {words}") } else { words.to_owned() });
        item
    });
    items.collect()
}
