//! Writes games in the minimal form of their notation, which a minimal reader understands:
//! the main line only.

use thiserror::Error;

use super::{Illegal, Replay, ReplayError, Rules, SetupError, Step};
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
    let mut movetext = R::Notation::writer(game, tags);
    let mut before = start.position.clone();
    let mut signs = Signs::default();
    let mut replay = Replay::main_line(game, start.position).with_illegal(illegal);
    while let Some(step) = replay.step()? {
        match step {
            Step::Ply(ply) => {
                ply.written.check_minimal()?;
                std::mem::take(&mut signs).write(&mut movetext);
                // a game that redefines letters is written with the standard ones
                movetext.ply(ply.at, &before.with_standard_letters().to_san(ply.resolved));
                before = replay.position().clone();
            }
            Step::Other(element) => match element.node {
                Node::Nag(nag) if R::Notation::MINIMAL_NAGS.contains(&nag.0) => {
                    signs.nag = signs.nag.or(Some(nag));
                }
                Node::DrawOffer => signs.draw_offer = true,
                _ => {}
            },
        }
    }
    signs.write(&mut movetext);
    movetext.last_of_game();
    movetext.result(R::Notation::result_text(game.outcome()));
    Ok(movetext.finish())
}

/// The signs after the last move, at most one of each kind.
#[derive(Default)]
struct Signs {
    nag: Option<Nag>,
    draw_offer: bool,
}

impl Signs {
    fn write(self, movetext: &mut impl MovetextWriter) {
        if let Some(nag) = self.nag {
            movetext.nag(nag);
        }
        if self.draw_offer {
            movetext.draw_offer();
        }
    }
}
