//! What a search looks for: words in the tags, or a position of the main line.

use super::tag_summary::TagSummary;
use crate::notation::AnyGame;
use crate::rules::{FenWriter, GameVisitor, Illegal, Replay, Rules, with_rules};
use crate::syntax::Game;
use crate::text::plain_letters;

/// A search that the user has asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The text that the user wrote.
    pub text: String,
    /// The meaning of that text.
    pub query: Query,
}

/// The games to find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// Games with all of these words in their tags, whatever the case and the accents; as
    /// [`plain_letters`] returns them.
    Words(Vec<String>),
    /// Games whose main line reaches a position. The text is the beginning of the position's
    /// FEN or TLPD: the board and a space and, if given, the side to move and a space.
    Position(String),
}

/// The direction in which to look for the next match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards the last game, and on from the first.
    Forward,
    /// Towards the first game, and on from the last.
    Back,
}

impl Query {
    /// Reads a query. A first word with as many slashes as a board description has is a
    /// position. Returns `None` for a blank text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Query> {
        const MIN_BOARD_LINES: usize = 8;
        let mut words = text.split_whitespace();
        let first = words.next()?;
        if first.matches('/').count() + 1 >= MIN_BOARD_LINES {
            let side = words.next().map_or(String::new(), |side| format!("{side} "));
            return Some(Query::Position(format!("{first} {side}")));
        }
        Some(Query::Words(text.split_whitespace().map(plain_letters).collect()))
    }

    /// Tells whether a game matches. `illegal` says what happens to moves that are not legal.
    pub(super) fn matches(&self, game: &AnyGame<'_>, illegal: Illegal) -> bool {
        match self {
            Query::Words(words) => {
                let text = TagSummary::of(game).searchable_text();
                words.iter().all(|word| text.contains(word))
            }
            Query::Position(beginning) => {
                with_rules(game, ReachesPosition { beginning: beginning.as_bytes(), illegal })
            }
        }
    }
}

/// Tells whether the main line of a game reaches a position.
struct ReachesPosition<'a> {
    /// The beginning of the position's FEN or TLPD.
    beginning: &'a [u8],
    illegal: Illegal,
}

impl GameVisitor for ReachesPosition<'_> {
    type Output = bool;

    fn run<R: Rules>(self, game: &Game<'_, R::Notation>) -> bool {
        let Ok(start) = R::set_up(game) else {
            return false;
        };
        let mut replay = Replay::main_line(game, start.position).with_illegal(self.illegal);
        let (mut fen, mut writer) = (Vec::new(), R::FenWriter::default());
        let mut played: Option<R::Move> = None;
        loop {
            fen.clear();
            writer.write(replay.position(), played.as_ref(), &mut fen);
            if fen.starts_with(self.beginning) {
                return true;
            }
            played = match replay.advance() {
                Ok(Some(ply)) => Some(ply.resolved),
                _ => return false,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_words_or_a_position() {
        let words = |words: &[&str]| Query::Words(words.iter().map(|word| (*word).to_owned()).collect());
        let position = |text: &str| Query::Position(text.to_owned());
        for (text, query) in [
            ("  ", None),
            (" Réti  1929 ", Some(words(&["reti", "1929"]))),
            ("1/2-1/2", Some(words(&["1/2-1/2"]))),
            ("8/8/8/8/8/8/8/K1k5", Some(position("8/8/8/8/8/8/8/K1k5 "))),
            ("8/8/8/8/8/8/8/K1k5 w - - 0 1", Some(position("8/8/8/8/8/8/8/K1k5 w "))),
        ] {
            assert_eq!(Query::parse(text), query, "{text}");
        }
    }
}
