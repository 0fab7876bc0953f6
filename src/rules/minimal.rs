//! Writes games in the minimal form of their notation, which a minimal reader understands:
//! the main line only.

use thiserror::Error;

use super::{Illegal, Replay, ReplayError, Rules, SetupError, Step};
use crate::notation::ctl::PlaySign;
use crate::syntax::{Game, MinimalFault, MovetextWriter, Nag, Node, Notation};

/// A game cannot be written in the minimal form.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unwritable {
    /// The form has no way to express something in the game.
    #[error(transparent)]
    Form(#[from] MinimalFault),
    /// The starting position cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move cannot be played.
    #[error(transparent)]
    Replay(#[from] Box<ReplayError>),
}

/// Writes the main line of a game in the minimal form of its notation, which
/// `--syntax reduced` checks. `illegal` tells whether illegal moves are played and written.
///
/// # Errors
///
/// Returns [`Unwritable`] if the form cannot express something in the game, or if a move or
/// the starting position is invalid.
pub fn write_minimal<R: Rules>(game: &Game<'_, R::Notation>, illegal: Illegal) -> Result<String, Unwritable> {
    let start = R::set_up(game)?;
    let position = start.given.map(|_| start.position.fen());
    let tags = R::Notation::minimal_tags(game, position)?;
    let mut movetext = R::Notation::minimal_writer(game, tags);
    let mut before = start.position.clone();
    let mut signs = Signs::default();
    let mut has_moves = false;
    let mut replay = Replay::main_line(game, start.position).with_illegal(illegal);
    while let Some(step) = replay.step()? {
        match step {
            Step::Ply(ply) => {
                ply.written.check_minimal()?;
                // signs before the first move belong to that move
                if std::mem::replace(&mut has_moves, true) {
                    signs.write(&mut movetext);
                }
                // where the form leaves a choice, the spelling of the game stays
                let text = String::from_utf8_lossy(&game.text.0[ply.span.range()]);
                movetext.ply(ply.at, &before.to_minimal(&text, ply.resolved));
                before = replay.position().clone();
            }
            Step::Other(element) => match element.node {
                Node::Nag(nag) if R::Notation::MINIMAL_HAS_NAGS => signs.nags.push(nag),
                Node::Sign(_) => signs.draw_offer |= element.node == PlaySign::DrawOffer,
                _ => {}
            },
        }
    }
    if has_moves {
        signs.write(&mut movetext);
    }
    movetext.last_of_game();
    movetext.result(R::Notation::movetext_result(game.written_outcome()));
    Ok(movetext.finish())
}

/// The signs of the last move. A draw offer is written after the annotations, wherever it
/// stands in the game.
#[derive(Default)]
struct Signs {
    nags: Vec<Nag>,
    draw_offer: bool,
}

impl Signs {
    /// Writes the signs and forgets them.
    fn write(&mut self, movetext: &mut impl MovetextWriter) {
        self.nags.drain(..).for_each(|nag| movetext.nag(nag));
        if std::mem::take(&mut self.draw_offer) {
            movetext.draw_offer();
        }
    }
}
