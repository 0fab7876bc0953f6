//! A game in the export form of its notation: PGN or CTL-PGN.

use std::io::Write;
use std::ops::ControlFlow;

use super::outline::Outline;
use super::{Leave, Pages, Show, ShowError, Shown};
use crate::ast::{Element, Game, Node, Notation};
use crate::export::{ExportForm, Movetext, write_tags};
use crate::replay::{Replay, ReplayError, Rules, Start, Step};

/// What stands at the end of a game that was cut off at an error.
const INCOMPLETE: &str = "incomplete";

/// Writes games again, with all that was written in them.
#[derive(Clone, Debug, Default)]
pub struct Pgn {
    /// The text of a game, kept to be used again.
    text: String,
}

impl Show for Pgn {
    fn expansion(&self) -> usize {
        2
    }

    fn show<R: Rules>(
        &mut self,
        game: &Game<'_, R::Written>,
        shown: &Shown<'_, R::Move>,
        pages: &mut impl Pages,
    ) -> Result<ControlFlow<Leave>, ShowError> {
        let start = R::set_up(game)?;
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        write_tags(game, start.given.map(|place| (place, setup(&start))), &mut text);
        text.push('\n');
        let mut movetext = R::Written::movetext(game, text);
        write_movetext(game, start.position, shown, &mut movetext)?;
        self.text = movetext.finish();
        self.text.push('\n');
        pages.out().write_all(self.text.as_bytes())?;
        Ok(ControlFlow::Continue(()))
    }
}

fn setup<R: Rules>(start: &Start<R>) -> String {
    let mut setup = Vec::new();
    start.position.write_setup(&mut setup);
    String::from_utf8_lossy(&setup).into_owned()
}

fn write_movetext<R: Rules>(
    game: &Game<'_, R::Written>,
    start: R,
    shown: &Shown<'_, R::Move>,
    out: &mut impl Movetext,
) -> Result<(), Box<ReplayError>> {
    let outline = Outline::of(game);
    let mut replay = Replay::every_line(game, start).with_illegal(shown.illegal).knowing(shown.played);
    for at in 0..outline.movetext.len() {
        let before = replay.position().clone();
        match replay.step()? {
            None => break,
            Some(Step::Ply(ply)) => {
                out.ply(ply.place, &before.notate(ply.resolved));
                write_signs(&outline, at, out);
            }
            Some(Step::Beside(element)) => match &element.node {
                Node::Comment(_) => write_comment(game, element, out),
                Node::VariationStart(label) => out.open(*label),
                Node::VariationEnd => out.close(),
                Node::Omitted => out.omitted(replay.position().place().number),
                Node::Nag(nag) if outline.last_move.is_none() => out.nag(*nag),
                // a move brings its number, and the signs behind it
                Node::Move(_) | Node::MoveNumber(_) | Node::Nag(_) | Node::DrawOffer | Node::EndOfPlay => {}
            },
        }
    }
    if game.cut_at.is_some() {
        out.braces(INCOMPLETE);
    }
    out.result(R::Written::result_text(game.outcome()));
    for element in outline.behind_result {
        write_comment(game, element, out);
    }
    Ok(())
}

fn write_comment<N: Notation>(game: &Game<'_, N>, element: &Element<N>, out: &mut impl Movetext) {
    if let Some(comment) = game.comment(element) {
        out.comment(&comment, game.encoding);
    }
}

/// Writes the signs behind the move at a place, in one order.
fn write_signs<N: Notation>(outline: &Outline<'_, N>, at: usize, out: &mut impl Movetext) {
    for nag in outline.annotations(at) {
        out.nag(nag);
    }
    let has = |sign: Node<N>| outline.behind_move(at).any(|element| element.node == sign);
    if has(Node::DrawOffer) {
        out.draw_offer();
    }
    if has(Node::EndOfPlay) {
        out.end_of_play();
    }
    if outline.last_move == Some(at) {
        out.last_of_game();
    }
}
