//! Hovers, which describe what is under the pointer, and inlay hints.

use std::ops::ControlFlow;
use std::sync::Arc;

use gen_lsp_types::{Hover, InlayHint, MarkupContent, MarkupKind};

use super::document::Document;
use super::place::{element_at, reach, tag_at};
use super::settings::Settings;
use super::{actions, text};
use crate::format::{Style, board_text, speech};
use crate::message::fill;
use crate::notation::AnyGame;
use crate::notation::ctl::PlaySign;
use crate::picture::{PictureOptions, Scene, encoded};
use crate::rules::{Illegal, Opening, OpeningTracker, Replay, Rules, Step, with_rules};
use crate::syntax::{Game, Node, Portion};
use crate::text::{Printable, Span, joined};

/// The maximum number of characters in a picture. VS Code truncates Markdown after 100,000
/// characters, and shows a truncated picture as text.
const LONGEST_PICTURE: usize = 90_000;

/// The minimum width of a picture in pixels. If even such a picture is too long, none is shown.
const NARROWEST_PICTURE: u32 = 80;

/// Returns the description of the move, annotation or tag at an offset of a document, and of the
/// problems there.
pub(super) fn at(document: &Document, offset: usize) -> Option<Hover> {
    let settings = &document.settings;
    let part = document.with_place(offset, |game, at, base| {
        let (text, span) = of_game(game, at, settings)?;
        Some((text, span.moved_by(base)))
    });
    let told: Vec<_> = part.into_iter().chain(actions::at(document, offset)).collect();
    let span = told.first()?.1;
    let texts: Vec<_> = told.into_iter().map(|(text, _)| text).collect();
    let (kind, between) = if settings.has_markdown {
        (MarkupKind::Markdown, "\n\n---\n\n")
    } else {
        (MarkupKind::PlainText, "\n\n")
    };
    let contents = MarkupContent { kind, value: texts.join(between) };
    Some(Hover::new(contents.into(), Some(document.text.range(span))))
}

fn of_game(game: &AnyGame<'_>, offset: usize, settings: &Settings) -> Option<(String, Span)> {
    if let Some(tag) = tag_at(game, offset) {
        return Some((text::of_tag(&tag.canonical_name().decode(), settings.language).to_owned(), tag.span));
    }
    with_rules!(game, R, game => at_offset::<R>(game, offset, settings))
}

/// Describes the move or annotation at an offset.
fn at_offset<R: Rules>(
    game: &Game<'_, R::Notation>,
    offset: usize,
    settings: &Settings,
) -> Option<(String, Span)> {
    let element = element_at(game, offset)?;
    let text = match &element.node {
        Node::Nag(nag) => {
            joined([nag.printed_sign(), nag.meaning(settings.language)].into_iter().flatten(), " ")
        }
        Node::Move(written) => {
            let illegal = settings.options.syntax.illegal();
            let (before, mut opening) = reach::<R>(game, element.span.start, illegal)?;
            let resolved = before.resolve(written).ok().or_else(|| before.resolve_forced(written))?;
            let mut after = before.clone();
            after.play(resolved);
            opening.see(&after);
            of_move(&before, resolved, &after, opening, settings)
        }
        _ => return None,
    };
    (!text.is_empty()).then_some((text, element.span))
}

fn of_move<R: Rules>(
    before: &R,
    resolved: R::Move,
    after: &R,
    opening: OpeningTracker,
    settings: &Settings,
) -> String {
    let language = settings.language;
    let words = speech::last_move(before.ply_number(), resolved, after, language);
    let board = board_text(after, Style::default(), language);
    let named = opening.opening().map(|Opening { eco, name }| format!("{eco} {name}"));
    let opening = named.map_or(String::new(), |named| fill(language.opening, &[("value", &named)]));
    let opening = opening.trim();
    let fen = after.fen_in_letters_of_game();
    if !settings.has_markdown {
        return joined([&*words, board.trim_end(), opening, &fen], "\n\n");
    }
    let picture =
        settings.has_pictures.then(|| picture(before, after, settings)).flatten().unwrap_or_default();
    // as code, because Markdown would join the rows and their spaces
    let board = format!("```text\n{board}```");
    let fen = format!("{}: `{}`", language.lsp.position, Printable(&fen));
    joined([&*escaped(&words), &board, &picture, &escaped(opening), &fen], "\n\n")
}

/// Draws a position for Markdown, smaller than the options say if the picture would be too long.
fn picture<R: Rules>(before: &R, after: &R, settings: &Settings) -> Option<String> {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;

    let geometry = Arc::new(after.diagram().geometry());
    let mut width = settings.picture.width.unwrap_or(360);
    while width >= NARROWEST_PICTURE {
        let options = PictureOptions { width: Some(width), ..settings.picture };
        let scene = Scene::new(Arc::clone(&geometry), after, Some(before), options);
        let (kind, bytes) = encoded(&scene).ok()?;
        let text = STANDARD.encode(bytes);
        if text.len() <= LONGEST_PICTURE {
            // the media type of SVG is `image/svg+xml`
            let kind = if kind == "svg" { "svg+xml" } else { kind };
            return Some(format!("![](data:image/{kind};base64,{text})"));
        }
        width -= width / 10;
    }
    None
}

/// Escapes the characters of a sentence that Markdown would interpret.
fn escaped(text: &str) -> String {
    let escaped = |c: char| "\\`*_[]<>#".contains(c).then_some('\\').into_iter().chain([c]);
    text.chars().flat_map(escaped).collect()
}

/// Returns the hints in a span: the last name of the opening after the move that reaches it, and the number before a
/// move that begins a variation, or follows one inside another, without a number.
pub(super) fn in_span(document: &Document, span: Span) -> Vec<InlayHint> {
    let illegal = document.settings.options.syntax.illegal();
    let mut shown = Vec::new();
    document.for_each_game(document.games_in(span), Portion::Whole, |game, base| {
        let found = with_rules!(game, R, game => hints::<R>(game, illegal));
        for Hint { at, text, is_after } in found {
            let position = document.text.position(base + at);
            let padding = [is_after, !is_after].map(Some);
            if (span.start..=span.end).contains(&(base + at)) {
                shown.push(InlayHint::new(
                    position,
                    text.into(),
                    None,
                    None,
                    None,
                    padding[0],
                    padding[1],
                    None,
                ));
            }
        }
        ControlFlow::Continue(())
    });
    shown
}

/// An inlay hint.
struct Hint {
    at: usize,
    text: String,
    /// Whether it belongs to the move before it, rather than to the one after it.
    is_after: bool,
}

fn hints<R: Rules>(game: &Game<'_, R::Notation>, illegal: Illegal) -> Vec<Hint> {
    let Ok(start) = R::set_up(game) else { return Vec::new() };
    let mut replay = Replay::every_line(game, start.position).with_illegal(illegal);
    let (mut hints, mut tracker) = (Vec::new(), OpeningTracker::default());
    tracker.see(replay.position());
    // whether a move here would need a number: it would begin a variation or continue its line
    // after one, and no number has come yet
    let mut lacks_number = false;
    loop {
        match replay.step() {
            Ok(None) => return hints,
            Ok(Some(Step::Ply(ply))) => {
                if std::mem::take(&mut lacks_number) && replay.depth() > 0 {
                    let text = ply.at.to_string();
                    hints.push(Hint { at: ply.span.start, text, is_after: false });
                }
                if replay.depth() == 0 {
                    let before = tracker.opening();
                    tracker.see(replay.position());
                    if let Some(now) = tracker.opening().filter(|now| Some(*now) != before) {
                        let text = format!("{} {}", now.eco, now.name);
                        hints.retain(|hint: &Hint| !hint.is_after);
                        hints.push(Hint { at: ply.span.end, text, is_after: true });
                    }
                }
            }
            Ok(Some(Step::Other(element))) => match element.node {
                Node::VariationStart(_) | Node::VariationEnd => lacks_number = true,
                Node::MoveNumber(_) => lacks_number = false,
                Node::Sign(_) if element.node == PlaySign::Omitted => lacks_number = false,
                _ => {}
            },
            // the replay skips the rest of a variation with an illegal move and goes on after it
            Err(error) if error.depth > 0 => lacks_number = true,
            Err(_) => return hints,
        }
    }
}
