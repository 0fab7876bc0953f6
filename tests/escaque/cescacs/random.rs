//! Properties of every position and move, tested on random games.

use std::collections::HashSet;

use escaque::notation::ctl::{Hex, line_hexes};
use escaque::rules::cescacs::hex::{
    Castling, HexSet, Letters, Move, Piece, Position, Promotion, Role, Special,
};
use shakmaty::Color;

use super::{after, read};
use crate::Numbers;

const GAMES: u64 = 6;
const PLIES: usize = 200;

/// Picks a move. Half of the time it is a rare move or a pawn's advance, which leads to
/// promotions.
fn pick(numbers: &mut Numbers, moves: &[Move]) -> Move {
    let rare = |played: &&Move| match played {
        Move::Normal { role, capture, .. } => *role == Role::Pawn && capture.is_none(),
        _ => true,
    };
    let rare: Vec<_> = moves.iter().filter(rare).copied().collect();
    let from = if rare.is_empty() || numbers.below(2) == 0 { moves } else { &rare };
    from[numbers.below(from.len())]
}

/// Plays random games. `visit` is called with every position, its legal moves and the move
/// that is played.
pub(super) fn play_games(mut visit: impl FnMut(&Position, &[Move], Move)) {
    for seed in 0..GAMES {
        let mut random = Numbers::new(seed);
        let mut position = Position::initial();
        for _ in 0..PLIES {
            let moves: Vec<_> = position.legal_moves().collect();
            if moves.is_empty() {
                break;
            }
            let played = pick(&mut random, &moves);
            visit(&position, &moves, played);
            position.play(played);
        }
    }
}

#[test]
fn no_legal_move_leaves_the_king_in_check() {
    play_games(|position, moves, _| {
        for &played in moves {
            let after = after(position, played);
            let board = after.board();
            let king = board.king(position.turn()).unwrap();
            assert!(
                board.attackers(king, after.turn(), board.occupied()).is_empty(),
                "{played:?} in {}",
                position.to_tlpd()
            );
        }
    });
}

#[test]
fn only_captures_and_promotions_change_the_pieces() {
    let census = |position: &Position| {
        let board = position.board();
        let pieces: Vec<_> = Hex::ALL.into_iter().filter_map(|hex| board.piece_at(hex)).collect();
        let occupied: HexSet = Hex::ALL.into_iter().filter(|&hex| board.piece_at(hex).is_some()).collect();
        assert_eq!(board.occupied(), occupied);
        for (color, role) in Role::ALL.into_iter().flat_map(|r| [(Color::White, r), (Color::Black, r)]) {
            assert_eq!(board.by_piece(role.of(color)).len(), count(&pieces, role.of(color)));
        }
        pieces
    };
    play_games(|position, moves, played| {
        let before = census(position);
        let rare = |legal: &Move| !matches!(legal, Move::Normal { promotion: None, .. });
        for played in moves.iter().copied().filter(rare).chain([played]) {
            let mut expected = before.clone();
            let mut replace = |old: Piece, new: Option<Piece>| {
                let at = expected.iter().position(|&piece| piece == old).unwrap();
                expected.remove(at);
                expected.extend(new);
            };
            if let Some(role) = played.capture() {
                replace(role.of(!position.turn()), None);
            }
            if let Some(Promotion::Piece(role)) = played.promotion() {
                replace(Role::Pawn.of(position.turn()), Some(role.of(position.turn())));
            }
            let after = census(&after(position, played));
            assert!(expected.iter().all(|&piece| count(&expected, piece) == count(&after, piece)));
            assert_eq!(after.len(), expected.len());
        }
    });
}

fn count(pieces: &[Piece], wanted: Piece) -> usize {
    pieces.iter().filter(|&&piece| piece == wanted).count()
}

#[test]
fn written_tlpd_is_read_as_the_same_position() {
    let spanish = Letters::STANDARD.with(Role::Bishop, 'A').with(Role::Rook, 'T').with(Role::Knight, 'C');
    play_games(|position, _, _| {
        for letters in [Letters::STANDARD, Letters::FIGURINES, spanish] {
            let text = position.tlpd(&letters).to_string();
            let again = Position::from_tlpd_with(&text, &letters).unwrap();
            assert_eq!(again.tlpd(&letters).to_string(), text);
            if let (Special::Scornful { faced: None, .. }, Special::Scornful { faced: Some(_), .. }) =
                (again.special(), position.special())
            {
                continue; // TLPD cannot say which of two pawns the scornful pawn faced
            }
            assert_eq!(&again, position, "{text}");
        }
    });
}

#[test]
fn the_mirrored_position_has_the_mirrored_moves() {
    play_games(|position, moves, _| {
        let image = read(&mirrored(position));
        let expected: HashSet<_> = moves.iter().map(|&played| mirror(played)).collect();
        let found: Vec<_> = image.legal_moves().collect();
        assert_eq!(found.len(), moves.len(), "{}", position.to_tlpd());
        assert_eq!(found.into_iter().collect::<HashSet<_>>(), expected);
        assert_eq!((image.is_check(), image.is_checkmate()), (position.is_check(), position.is_checkmate()));
    });
}

fn mirror(played: Move) -> Move {
    match played {
        Move::Normal { role, from, to, capture, promotion } => {
            Move::Normal { role, from: from.mirror(), to: to.mirror(), capture, promotion }
        }
        Move::EnPassant { from, to, pawn, capture } => {
            Move::EnPassant { from: from.mirror(), to: to.mirror(), pawn: pawn.mirror(), capture }
        }
        Move::Scornful { from, to, capture, promotion } => {
            Move::Scornful { from: from.mirror(), to: to.mirror(), capture, promotion }
        }
        Move::Promotion { hex, role } => Move::Promotion { hex: hex.mirror(), role },
        Move::Castling(castling) => Move::Castling(castling),
    }
}

/// Returns the TLPD of the mirrored position, with the colours exchanged.
fn mirrored(position: &Position) -> String {
    let mut text = String::from("/");
    for line in (0..=28).rev() {
        let pieces = line_hexes(line).map(|hex| match position.piece_at(hex.mirror()) {
            Some(Piece { color, role }) => Letters::STANDARD.char(role.of(!color)),
            None => '1',
        });
        text += &format!("{line}:{}/", pieces.collect::<String>());
    }
    let rights = |color: Color, (rook, king): (&str, &str)| {
        let rights = position.rights(color);
        match (rights.king, rights.queen_rook, rights.king_rook) {
            (false, ..) => "-".to_owned(),
            (true, queen, king_side) => {
                [queen.then_some(rook), Some(king), king_side.then_some(rook)].into_iter().flatten().collect()
            }
        }
    };
    let special = match position.special() {
        Special::None => "-".to_owned(),
        Special::EnPassant { pawn, near, far: None } => format!("{}@{}", pawn.mirror(), near.mirror().line()),
        Special::EnPassant { pawn, near, far: Some(far) } => {
            format!("{}@{}-{}", pawn.mirror(), far.mirror().line(), near.mirror().line())
        }
        Special::Scornful { pawn, faced } => {
            format!("{}@{}", faced.unwrap().mirror(), pawn.mirror())
        }
    };
    let side = (!position.turn()).char();
    let (white, black) = (rights(Color::Black, ("R", "K")), rights(Color::White, ("r", "k")));
    format!("{text} {side} {white}{black} {special} {} ?", position.halfmoves())
}

#[test]
fn is_legal_and_candidates_agree_with_legal_moves() {
    let mut ply = 0;
    play_games(|position, moves, _| {
        assert!(moves.iter().all(|&played| position.is_legal(played)));
        let castlings: Vec<_> = Castling::ALL.into_iter().map(Move::Castling).collect();
        assert!(castlings.iter().all(|played| position.is_legal(*played) == moves.contains(played)));
        ply += 1;
        if ply % 50 != 0 {
            return;
        }
        let legal: HashSet<_> = moves.iter().copied().collect();
        assert_eq!(legal.len(), moves.len(), "no move is listed twice");
        let mut found: Vec<_> = moves.iter().copied().filter(|played| castlings.contains(played)).collect();
        for (from, to) in Hex::ALL.into_iter().flat_map(|from| Hex::ALL.map(|to| (from, to))) {
            found.extend(position.candidates(from, to));
            let role = Role::ALL[ply % Role::ALL.len()];
            let invented = Move::Normal { role, from, to, capture: None, promotion: None };
            assert_eq!(position.is_legal(invented), legal.contains(&invented));
        }
        assert_eq!(found.len(), legal.len());
        assert_eq!(found.into_iter().collect::<HashSet<_>>(), legal);
    });
}

/// The random games have moves of every kind; without them the tests above would prove little.
#[test]
fn the_games_have_moves_of_every_kind() {
    let mut kinds = HashSet::new();
    play_games(|_, moves, _| kinds.extend(moves.iter().copied().map(kind_of)));
    for expected in
        ["move", "capture", "en passant", "scornful", "promotion", "waiting", "in place", "castling", "leap"]
    {
        assert!(kinds.contains(expected), "{expected} is not among {kinds:?}");
    }
}

fn kind_of(played: Move) -> &'static str {
    match played {
        Move::EnPassant { .. } => "en passant",
        Move::Scornful { .. } => "scornful",
        Move::Promotion { .. } => "in place",
        Move::Castling(_) => "castling",
        Move::Normal { promotion: Some(Promotion::Waiting), .. } => "waiting",
        Move::Normal { promotion: Some(_), .. } => "promotion",
        Move::Normal { role: Role::King, from, to, .. } if is_leap(from.distance(to)) => "leap",
        Move::Normal { capture: Some(_), .. } => "capture",
        Move::Normal { .. } => "move",
    }
}

fn is_leap((columns, lines): (i8, i8)) -> bool {
    columns.abs() + lines.abs() > 4
}
