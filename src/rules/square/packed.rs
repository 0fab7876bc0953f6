//! Moves packed into four bytes, so that the moves of many games fit in memory.

use shakmaty::{Move, Role, Square};

use super::{Action, ForcedMove};

const NORMAL: u8 = 0;
const EN_PASSANT: u8 = 1;
const CASTLE: u8 = 2;
const PUT: u8 = 3;
const PASS: u8 = 4;

/// The bit of a forced move.
const FORCED: u8 = 8;

/// The four bytes are the kind and promotion of a move, its role and the captured one, and two squares.
impl From<Action> for [u8; 4] {
    fn from(action: Action) -> [u8; 4] {
        let number = |role: Option<Role>| role.map_or(0, u8::from);
        match action {
            Action::Forced(forced) => {
                let [kind, roles, from, to] = Action::Move(forced.as_move()).into();
                [kind | FORCED, roles, from, to]
            }
            Action::Move(Move::Normal { role, from, capture, to, promotion }) => {
                let roles = u8::from(role) | number(capture) << 4;
                [NORMAL | number(promotion) << 4, roles, from.into(), to.into()]
            }
            Action::Move(Move::EnPassant { from, to }) => [EN_PASSANT, 0, from.into(), to.into()],
            Action::Move(Move::Castle { king, rook }) => [CASTLE, 0, king.into(), rook.into()],
            Action::Move(Move::Put { role, to }) => [PUT, role.into(), 0, to.into()],
            Action::Pass => [PASS, 0, 0, 0],
        }
    }
}

/// The error is that of bytes that are no packed move.
impl TryFrom<[u8; 4]> for Action {
    type Error = ();

    fn try_from([kind, roles, from, to]: [u8; 4]) -> Result<Action, ()> {
        let square = |number| Square::try_from(number).map_err(drop);
        let role = |number| Role::try_from(number).map_err(drop);
        let (from, to) = (square(from)?, square(to)?);
        let resolved = match kind & (FORCED - 1) {
            NORMAL => {
                let (capture, promotion) = (role(roles >> 4).ok(), role(kind >> 4).ok());
                Move::Normal { role: role(roles & 0xf)?, from, capture, to, promotion }
            }
            EN_PASSANT => Move::EnPassant { from, to },
            CASTLE => Move::Castle { king: from, rook: to },
            PUT => Move::Put { role: role(roles)?, to },
            PASS if kind & FORCED == 0 => return Ok(Action::Pass),
            _ => return Err(()),
        };
        match kind & FORCED {
            0 => Ok(Action::Move(resolved)),
            _ => ForcedMove::of(resolved).map(Action::Forced).ok_or(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A replay copies an action for each move.
    #[test]
    fn an_action_is_no_larger_than_a_move() {
        assert_eq!(size_of::<Action>(), size_of::<Move>());
    }

    #[test]
    fn every_move_survives_packing() {
        let roles = || [None].into_iter().chain(Role::ALL.map(Some));
        let squares = || Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to)));
        let of_squares = |(from, to): (Square, Square)| {
            let some = Role::ALL.into_iter().flat_map(move |role| {
                let normal = move |capture, promotion| Move::Normal { role, from, capture, to, promotion };
                let captures = roles().flat_map(move |capture| roles().map(move |of| normal(capture, of)));
                captures.chain([Move::Put { role, to }])
            });
            some.chain([Move::EnPassant { from, to }, Move::Castle { king: from, rook: to }])
        };
        let moves = || squares().flat_map(of_squares);
        let forced = moves().filter_map(ForcedMove::of).map(Action::Forced);
        for action in moves().map(Action::Move).chain(forced).chain([Action::Pass]) {
            assert_eq!(Action::try_from(<[u8; 4]>::from(action)), Ok(action));
        }
    }
}
