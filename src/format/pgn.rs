//! Games in the export form of their notation, PGN or CTL-PGN.

use std::io::Write;

use super::movetext_index::MovetextIndex;
use super::{Context, Format, MoveText, Pages, WriteResult, unplayed};
use crate::notation::ctl::PlaySign;
use crate::rules::{Replay, ReplayError, Rules, Step, write_minimal};
use crate::syntax::{Element, Game, INCOMPLETE, Layout, MovetextWriter, Node, Notation, write_tag};

/// Writes games in export form, with their comments, annotations and variations.
#[derive(Clone, Debug, Default)]
pub struct Pgn {
    layout: Layout,
    move_text: MoveText,
    /// The text of the current game. The memory is reused for the next one.
    text: String,
}

impl Pgn {
    /// Creates the format with a layout, and a way to write moves.
    #[must_use]
    pub fn new(layout: Layout, move_text: MoveText) -> Pgn {
        Pgn { layout, move_text, text: String::new() }
    }
}

impl Format for Pgn {
    fn write<R: Rules>(&mut self, context: &Context<'_, R>, pages: &mut impl Pages) -> WriteResult {
        let game = context.game;
        self.move_text.check::<R>()?;
        // the memory of the game before is used again
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        let Ok(start) = R::set_up(game) else {
            let game = unplayed::game_of(context);
            self.move_text.write_tags::<R>(&game, None, self.layout, &mut text);
            end_tags(&mut text);
            self.text = unplayed::write_movetext(context, &game, self.layout, text) + "\n";
            return Ok(pages.out().write_all(self.text.as_bytes())?);
        };
        self.move_text.write_tags(game, Some(&start), self.layout, &mut text);
        if text.is_empty() && begins_with_comment(game) {
            let first = R::Notation::first_tags(game)[0];
            write_tag(first, R::Notation::unknown_value(first), &mut text);
        }
        end_tags(&mut text);
        let mut movetext = R::Notation::writer(game, text);
        movetext.set_layout(self.layout);
        write_movetext(game, start.position, context, self.move_text, &mut movetext)?;
        self.text = movetext.finish();
        self.text.push('\n');
        Ok(pages.out().write_all(self.text.as_bytes())?)
    }
}

/// Returns whether the movetext begins with a comment. Without a tag before it, it would belong to the game before.
fn begins_with_comment<N: Notation>(game: &Game<'_, N>) -> bool {
    // they are written with the move after them
    let is_of_move = |node: &Node<N>| matches!(node, Node::Nag(_) | Node::MoveNumber(_));
    match game.movetext.iter().find(|element| !is_of_move(&element.node)) {
        Some(first) => matches!(first.node, Node::Comment(_)),
        None => game.cut_at.is_some(),
    }
}

/// Ends the tag section, if there is one, with a blank line.
fn end_tags(tags: &mut String) {
    if !tags.is_empty() {
        tags.push('\n');
    }
}

fn write_movetext<R: Rules>(
    game: &Game<'_, R::Notation>,
    start: R,
    context: &Context<'_, R>,
    move_text: MoveText,
    out: &mut impl MovetextWriter,
) -> Result<(), Box<ReplayError>> {
    let index = MovetextIndex::of(game);
    let mut replay =
        Replay::every_line(game, start).with_illegal(context.illegal).with_resolved(context.played);
    let mut san = String::new();
    for at in 0..index.movetext.len() {
        // SAN needs the position before a move and the one after it
        let before = replay.position().clone();
        match replay.step()? {
            None => break,
            Some(Step::Ply(ply)) => {
                san.clear();
                move_text.write(&before, ply.resolved, replay.position(), &mut san);
                out.ply(ply.at, &san);
                write_signs(&index, at, out);
            }
            Some(Step::Other(element)) => match &element.node {
                Node::Comment(_) => write_comment(game, element, out),
                Node::VariationStart(label) => out.open(*label),
                Node::VariationEnd => out.close(),
                Node::Sign(_) if element.node == PlaySign::Omitted => {
                    out.omitted(replay.position().ply_number().number);
                }
                Node::Nag(nag) if index.last_move().is_none() => out.nag(*nag),
                // numbers and signs are written with the move they belong to
                Node::Move(_) | Node::MoveNumber(_) | Node::Nag(_) | Node::Sign(_) => {}
            },
        }
    }
    if game.cut_at.is_some() {
        out.braces(INCOMPLETE);
    }
    out.result(R::Notation::movetext_result(game.written_outcome()));
    for element in index.after_result {
        write_comment(game, element, out);
    }
    Ok(())
}

fn write_comment<N: Notation>(game: &Game<'_, N>, element: &Element<N>, out: &mut impl MovetextWriter) {
    if let Some(comment) = game.comment(element) {
        out.comment(&comment);
    }
}

/// Writes the signs of the move at an index, in a fixed order, so that writing a game again changes nothing.
fn write_signs<N: Notation>(index: &MovetextIndex<'_, N>, at: usize, out: &mut impl MovetextWriter) {
    for element in index.before_move(at) {
        if let Node::Nag(nag) = element.node {
            out.nag(nag);
        }
    }
    let (mut offers_draw, mut ends_play) = (false, false);
    for element in index.after_move(at) {
        match element.node {
            Node::Nag(nag) => out.nag(nag),
            _ => {
                offers_draw |= element.node == PlaySign::DrawOffer;
                ends_play |= element.node == PlaySign::EndOfPlay;
            }
        }
    }
    if offers_draw {
        out.draw_offer();
    }
    if ends_play {
        out.end_of_play();
    }
    if index.last_move() == Some(at) {
        out.last_of_game();
    }
}

/// Writes the main lines of games in the minimal form of their notation.
#[derive(Clone, Copy, Debug)]
pub struct Minimal;

impl Format for Minimal {
    fn write<R: Rules>(&mut self, context: &Context<'_, R>, pages: &mut impl Pages) -> WriteResult {
        let game = context.game;
        let text = write_minimal::<R>(game, context.illegal)?;
        if R::Notation::MINIMAL_HAS_BLANK_LINES {
            pages.separate()?;
        }
        Ok(pages.out().write_all(text.as_bytes())?)
    }
}
