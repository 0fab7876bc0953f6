//! The line of a player: the name, what the side has won, and its clock.

use shakmaty::Color;
use textwrap::core::display_width;

use crate::message::{Language, fill};
use crate::rules::{AnyPosition, PieceSymbol, balance, captured};
use crate::text::clipped;

/// The width of a name, in columns, that captured pieces must leave.
const MIN_NAME: usize = 12;

/// Returns the name of a player with the rating, and what the side has won, as far as a clock leaves room in a number
/// of columns. The name is followed by spaces, so that the rest, each after a space, ends at the right.
pub(crate) fn player_line(
    [name, rating]: [&str; 2],
    [pieces, balance]: [&str; 2],
    clock: &str,
    columns: usize,
) -> [String; 3] {
    let with_gap = |text: &str| if text.is_empty() { 0 } else { display_width(text) + 1 };
    let room = columns.saturating_sub(with_gap(clock));
    // the name comes first; captured pieces are shown only if there is room for all of them
    let free = room.saturating_sub(display_width(name).min(MIN_NAME));
    let pieces = if with_gap(pieces) + with_gap(balance) > free { "" } else { pieces };
    let room_of_name = room.saturating_sub(with_gap(pieces) + with_gap(balance));
    // a rating is whole or left out
    let rest = room_of_name.saturating_sub(rating.len());
    let name = match rest >= display_width(name).min(MIN_NAME) {
        true => clipped(name, rest) + rating,
        false => clipped(name, room_of_name),
    };
    let gap = room_of_name.saturating_sub(display_width(&name));
    [format!("{name}{:gap$}", ""), pieces.to_owned(), balance.to_owned()]
}

/// Returns the pieces that a side has in hand or has captured since the start of the game, or the checks it has given
/// if these win, and its advantage in pawns. Either is empty if there is none.
pub(crate) fn gains(
    [start, now]: [&dyn AnyPosition; 2],
    side: Color,
    language: &Language,
    text: impl Fn(&PieceSymbol) -> String,
) -> [String; 2] {
    if let Some(held) = now.in_hand(side) {
        // the balance of the board tells little where captured pieces come back
        let pieces: String = held.iter().map(text).collect();
        let pocket = fill(language.viewer.pocket, &[("pieces", &pieces)]);
        return [if held.is_empty() { pieces } else { pocket }, String::new()];
    }
    let ahead = side.fold_wb(1, -1) * balance(now).unwrap_or(0);
    let balance = if ahead > 0 { format!("+{ahead}") } else { String::new() };
    let checks = now.checks_given(side).map(|checks| fill(language.page.checks_given, &[("count", &checks)]));
    [checks.unwrap_or_else(|| captured(start, now, side).iter().map(text).collect()), balance]
}
