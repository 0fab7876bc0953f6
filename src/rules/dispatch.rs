//! Chooses the rules of a game. This is the only module that knows all of them.

/// Evaluates an expression on an [`AnyGame`](crate::notation::AnyGame) by the rules that its notation and its tags name.
///
/// # Examples
///
/// ```
/// use escaque::check::CheckOptions;
/// use escaque::rules::{Replay, Rules, with_rules};
/// use escaque::syntax::{Game, Portion};
/// use escaque::text::Source;
///
/// fn last_fen<R: Rules>(game: &Game<'_, R::Notation>) -> String {
///     let mut replay = Replay::main_line(game, R::set_up(game).unwrap().position);
///     while replay.advance().unwrap().is_some() {}
///     replay.position().fen()
/// }
///
/// let source = Source::new("t.pgn", b"[Variant \"Atomic\"] 1. Nf3 e5 2. Nxe5 *".to_vec());
/// let mut games = CheckOptions::default().checker(&source);
/// games.read(Portion::Whole);
/// let fen = with_rules!(games.game(), R, game => last_fen::<R>(game));
/// assert_eq!(fen, "rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 2");
/// ```
// it is documented where `rules` re-exports it
#[doc(hidden)]
#[macro_export]
macro_rules! with_rules {
    ($any:expr, $R:ident, $game:ident => $value:expr) => {
        match $any {
            // nearly all games are orthodox, and with a type of their own no move asks for the variant
            $crate::notation::AnyGame::Pgn($game) if $crate::notation::pgn::variant::is_orthodox($game) => {
                type $R = $crate::rules::square::Chess;
                $value
            }
            $crate::notation::AnyGame::Pgn($game) => {
                type $R = $crate::rules::square::VariantPosition;
                $value
            }
            $crate::notation::AnyGame::Ctl($game) => {
                type $R = $crate::rules::cescacs::Cescacs;
                $value
            }
        }
    };
}

#[doc(inline)]
pub use with_rules;
