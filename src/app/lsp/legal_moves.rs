//! The legal moves that begin with what has been typed.

use super::place::reach;
use super::settings::Settings;
use crate::format::speech;
use crate::rules::{MoveEffect, Rules};
use crate::syntax::Game;
use crate::text::plain_letters;

/// The SAN of a legal move that begins with what has been typed, its description, and whether more has to be typed.
pub(super) type FittingMove = (String, String, bool);

/// Lists the legal moves at a place of a game that begin with what has been typed.
pub(super) fn legal_moves<R: Rules>(
    game: &Game<'_, R::Notation>,
    offset: usize,
    typed: &str,
    settings: &Settings,
) -> Vec<FittingMove> {
    let Some((position, _)) = reach::<R>(game, offset, settings.options.syntax.illegal()) else {
        return Vec::new();
    };
    let has_capture = typed.contains(['x', '×']);
    // a capture may be typed without its sign
    let keys = |written: &str| keys(written).replace(if has_capture { "" } else { "x" }, "");
    let letters = keys(typed);
    let mut moves = Vec::new();
    for resolved in position.legal_moves() {
        let (mut after, mut san) = (position.clone(), String::new());
        after.play(resolved);
        position.write_san(resolved, &after, &mut san);
        let forms = [Some(san.clone()), with_origin(&after, resolved, &san)];
        let forms = forms.iter().flatten().map(|form| keys(form));
        let mut fitting = forms.filter(|form| form.starts_with(&letters)).peekable();
        if fitting.peek().is_some() && (typed.is_empty() || !letters.is_empty()) {
            let is_unfinished = fitting.all(|form| form != letters);
            let language = settings.language;
            let words = speech::last_move(position.ply_number(), resolved, &after, language);
            moves.push((san, words, is_unfinished));
        }
    }
    moves.sort_unstable();
    moves.dedup_by(|one, next| one.0 == next.0);
    moves
}

/// Returns a move with the origin, as in `e2e4` or `Ng1f3`, unless its SAN has it.
fn with_origin<R: Rules>(after: &R, resolved: R::Move, san: &str) -> Option<String> {
    let MoveEffect::Normal { from, to, .. } = after.effect(resolved) else { return None };
    let [from, to] = [from, to].map(|cell| after.cell_name(cell));
    let capture = if san.contains('x') { "x" } else { "" };
    let letter = san.get(..1).filter(|letter| *letter != letter.to_ascii_lowercase()).unwrap_or_default();
    (!san.contains(&from)).then(|| format!("{letter}{from}{capture}{to}"))
}

/// Returns what has to be typed of a move: its letters, whatever their case, and its digits.
fn keys(written: &str) -> String {
    plain_letters(written).replace('0', "o").replace('×', "x").replace(['-', ':', '='], "")
}
