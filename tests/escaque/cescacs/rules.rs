//! The rules of C'escacs, each on a position that shows it.

use escaque::notation::ctl::Hex;
use escaque::rules::cescacs::hex::{Castling, Letters, Move, Position, Role, Wing, king_home};
use shakmaty::Color;

use super::{after, find, hex, letter, play, read};

const CASTLING: [&str; 2] = ["/27:1k/3:R2R/1:1K/ w RKR- - 0 1", "/27:1k/25:r2r/1:1K/ b -rkr - 0 1"];

/// Adds a piece to a position. Returns `None` if the hex is taken or the position impossible.
fn with(tlpd: &str, on: Hex, role: Role, color: Color) -> Option<Position> {
    let board = read(tlpd);
    if board.piece_at(on).is_some() {
        return None;
    }
    let letter = Letters::STANDARD.char(role.of(color));
    let mut pieces = String::from("/");
    for line in (0..=28).rev() {
        let char_at = |hex| match board.piece_at(hex) {
            Some(piece) => Letters::STANDARD.char(piece),
            None if hex == on => letter,
            None => '1',
        };
        pieces +=
            &format!("{line}:{}/", escaque::notation::ctl::line_hexes(line).map(char_at).collect::<String>());
    }
    Position::from_tlpd(&(pieces + &tlpd[tlpd.find(' ').unwrap()..])).ok()
}

/// Returns the hexes that must be empty for a castling.
fn path(castling: Castling, color: Color) -> Vec<Hex> {
    let mut path = vec![castling.king(color)];
    for (_, home, to) in castling.rooks(color) {
        let (columns, lines) = home.distance(to);
        let steps = columns.abs().max(lines.abs() / if columns == 0 { 2 } else { 1 });
        path.extend((1..=steps).map(|n| home.offset(columns / steps * n, lines / steps * n).unwrap()));
    }
    path
}

#[test]
fn a_castling_needs_an_empty_path() {
    for (tlpd, color) in CASTLING.into_iter().zip([Color::White, Color::Black]) {
        let free = read(tlpd);
        for castling in Castling::ALL {
            let played = Move::Castling(castling);
            assert!(free.is_legal(played), "{castling}");
            let castled = after(&free, played);
            assert_eq!(castled.piece_at(castling.king(color)), Some(Role::King.of(color)));
            for (_, home, to) in castling.rooks(color) {
                assert_eq!(castled.piece_at(to), Some(Role::Rook.of(color)));
                assert!(home == to || castled.piece_at(home).is_none());
            }
            assert!(castled.to_tlpd().ends_with(" -- - 1 1") || castled.to_tlpd().ends_with(" -- - 1 2"));
            let path = path(castling, color);
            for blocked in Hex::ALL {
                if let Some(position) = with(tlpd, blocked, Role::Elephant, color) {
                    assert_eq!(position.is_legal(played), !path.contains(&blocked), "{castling} {blocked}");
                }
            }
        }
    }
}

#[test]
fn castling_is_illegal_from_check_and_into_check() {
    for (tlpd, color) in CASTLING.into_iter().zip([Color::White, Color::Black]) {
        for castling in Castling::ALL {
            let king = castling.king(color);
            let jumps = |from: Hex, to: Hex| {
                let (columns, lines) = from.distance(to);
                [(1, 5), (2, 4), (3, 1)].contains(&(columns.abs(), lines.abs()))
            };
            for knight in Hex::ALL.into_iter().filter(|hex| !path(castling, color).contains(hex)) {
                let Some(position) = with(tlpd, knight, Role::Knight, !color) else { continue };
                let attacked = jumps(knight, king) || jumps(knight, king_home(color));
                assert_eq!(position.is_legal(Move::Castling(castling)), !attacked, "{castling} {knight}");
            }
        }
    }
}

/// The rook on C3 shields D2 as long as it stays.
#[test]
fn castling_must_not_open_a_line_to_the_king() {
    let position = with(CASTLING[0], hex("A5"), Role::Rook, Color::Black).unwrap();
    let illegal: Vec<_> = Castling::ALL
        .into_iter()
        .filter(|&castling| !position.is_legal(Move::Castling(castling)))
        .map(Castling::name)
        .collect();
    assert_eq!(illegal, ["KRD-DD", "KRD-DE"]);
    assert!(find(&position, "KG1-D2").is_some());
}

#[test]
fn castling_and_leap_need_their_rights() {
    for (rights, wings) in [("RK", &[Wing::Queen][..]), ("KR", &[Wing::King]), ("K", &[]), ("-", &[])] {
        let position = read(&CASTLING[0].replace("RKR", rights));
        for castling in Castling::ALL {
            let may = castling.rooks(Color::White).all(|(wing, ..)| wings.contains(&wing));
            assert_eq!(position.is_legal(Move::Castling(castling)), may, "{rights} {castling}");
        }
        for leap in ["I5", "H6", "F6", "E5", "D2"] {
            let played = position.candidates(hex("G1"), hex(leap)).next();
            assert_eq!(played.is_some(), rights != "-", "{rights} {leap}");
        }
    }
}

#[test]
fn rights_are_lost_by_moving_and_by_capture() {
    let start = "/27:1k/25:r2r/3:R2R/1:1K/ w RKRrkr - 0 1";
    for (moves, end) in [
        ("RI3-I5", "RKrkr - 1 1"),
        ("RC3-C5", "KRrkr - 1 1"),
        ("RI3×I25", "RKrk - 0 1"),
        ("RC3×C25", "KRkr - 0 1"),
        ("KG1-F2", "-rkr - 1 1"),
        ("KG1-H6 KG27-F26", "-- - 2 2"),
        ("RC3-C5 RI25-I23 RI3-I5 RC25-C23", "Kk - 4 3"),
        ("RI3-I5 RC25-C23 RI5-I3", "RKkr - 3 2"),
    ] {
        let mut position = read(start);
        play(&mut position, moves);
        let tlpd = position.to_tlpd();
        assert_eq!(tlpd.split_once([' ']).unwrap().1[2..], *end, "{moves}");
    }
}

/// Returns the moves of the piece on a hex in alphabetical order.
fn moves_from(position: &Position, from: &str) -> String {
    let color = position.turn();
    let moves = position.legal_moves().filter(|played| played.from(color) == hex(from));
    let mut texts: Vec<_> = moves
        .map(|played| {
            let sign = match played {
                Move::EnPassant { .. } | Move::Scornful { .. } => "@",
                _ => played.capture().map_or("-", |_| "×"),
            };
            let becomes = played.promotion().map_or(String::new(), |to| format!("={}", letter(to)));
            format!("{sign}{}{becomes}", played.to(color))
        })
        .collect();
    texts.sort();
    texts.join(" ")
}

/// White's pieces in their starting position but for a pawn, far from a black king.
const ALL_BUT_A_PAWN: &str =
    "21:k7/8:3P3/7:3PP3/6:2PJP2/5:1PEEPP/4:PEJEP/3:RNNR/2:GJG/1:DK/0:V/ w RKR- - 0 1";

#[test]
fn moves_of_pieces() {
    for (name, tlpd, from, moves) in [
        ("three from its place", "/27:1k/6:2P4/1:1K/ w -- - 0 1", "D6", "-C7 -D10 -D12 -D8 -E7"),
        ("two from anywhere", "/27:1k/10:1P5/1:1K/ w -- - 0 1", "B10", "-A11 -B12 -B14 -C11"),
        ("no three from column F", "/27:1k/8:3P3/1:1K/ w -- - 0 1", "F8", "-E9 -F10 -F12 -G9"),
        ("not over a piece", "/27:1k/10:2r4/6:2P4/1:1K/ w -- - 0 1", "D6", "-C7 -D8 -E7"),
        ("captures", "/27:1k/9:2rr4/6:2P4/1:1K/ w -- - 0 1", "D6", "-C7 -D10 -D12 -D8 -E7 ×C9 ×E9"),
        ("elephant", "/27:1k/14:3E3/1:1K/ w -- - 0 1", "F14", "-E11 -E17 -F16 -F18 -G11 -G17"),
        ("elephant, far", "/27:1k/18:3r3/14:3E3/1:1K/ w -- - 0 1", "F14", "-E11 -E17 -F16 -G11 -G17 ×F18"),
        ("elephant, near", "/27:1k/16:3r3/14:3E3/1:1K/ w -- - 0 1", "F14", "-E11 -E17 -G11 -G17 ×F16"),
        ("knight's ride", "/27:1k/10:2n4/5:3n2/1:1K/0:N/ w -- - 0 1", "F0", "-B8 -D4 -E5 -H4 -K8 ×G5"),
        ("awaits", &format!("/25:1P2/{ALL_BUT_A_PAWN}"), "E25", "-D26=& -E27=& -F26"),
        ("along the edge", &format!("/27:P1/{ALL_BUT_A_PAWN}"), "E27", "-F28=&"),
    ] {
        assert_eq!(moves_from(&read(tlpd), from), moves, "{name}");
    }
}

#[test]
fn a_pawn_promotes_to_a_lost_piece() {
    // E27 is black, as are F6 and its bishop; D26 is coloured, as are F2 and its bishop
    for (complete, reduced, on_e27, on_d26) in [
        ("0:V/", "", "V", "V"),
        ("1:DK", "1:1K", "D", "D"),
        ("2:GJG", "2:1JG", "G", "G"),
        ("3:RNNR", "3:R1NR", "N", "N"),
        ("6:2PJP2", "6:2P1P2", "J", "&"),
        ("2:GJG", "2:G1G", "&", "J"),
        ("4:PEJEP", "4:PE1EP", "&", "&"),
        ("4:PEJEP", "4:P1JEP", "&", "&"),
    ] {
        let pieces = ALL_BUT_A_PAWN.replace(complete, reduced);
        let arriving = read(&format!("/25:1P2/{pieces}"));
        assert_eq!(moves_from(&arriving, "E25"), format!("-D26={on_d26} -E27={on_e27} -F26"), "{reduced}");
        let waiting = read(&format!("/27:P1/{pieces}"));
        if on_e27 == "&" {
            assert_eq!(moves_from(&waiting, "E27").chars().next(), Some('-'));
            assert!(waiting.forced_promotions().is_empty());
        } else {
            assert_eq!(moves_from(&waiting, "E27"), format!("-E27={on_e27}"));
            assert_eq!(waiting.legal_moves().count(), 1);
        }
    }
}

#[test]
fn a_check_is_answered_before_a_forced_promotion() {
    let lost = ALL_BUT_A_PAWN.replace("3:RNNR", "3:R1NR").replace("6:2PJP2", "6:2PnP2");
    let mut position = read(&format!("/27:P1/{lost}"));
    assert!(position.is_check());
    assert_eq!(moves_from(&position, "E27"), "");
    play(&mut position, "GD2×NF6 KP21-P19");
    let forced: Vec<_> = position.legal_moves().map(|played| played.promotion().map(letter)).collect();
    assert_eq!(forced, [Some('N'), Some('J')]);
    play(&mut position, "E27=N");
    assert_eq!(position.halfmoves(), 0);
    assert_eq!(position.piece_at(hex("E27")), Some(Role::Knight.of(Color::White)));
}

#[test]
fn en_passant_is_legal_on_the_next_move_only() {
    let mut position = read("/27:1k/14:3p3/12:2p4/7:3P4/1:1K/ w -- - 0 1");
    play(&mut position, "E7-E13");
    assert!(position.to_tlpd().ends_with(" b -- E13@9-11 0 1"));
    assert!(moves_from(&position, "F14").contains("@E11"));
    assert!(moves_from(&position, "D12").contains("@E9"));
    let mut captured = position;
    play(&mut captured, "D12@E9");
    assert_eq!(captured.to_tlpd(), "/27:1k/14:3p3/9:3p4/1:1K/ w -- - 0 2");
    play(&mut position, "KG27-G25 KG1-G3");
    assert!(!moves_from(&position, "F14").contains('@'));
}

#[test]
fn a_scornful_pawn_is_captured_on_the_next_move_by_the_pawn_it_faced() {
    let mut position = read("/27:1k/15:3pp3/13:4P3/1:1K/ w -- - 0 1");
    play(&mut position, "G13-F14");
    assert!(position.to_tlpd().ends_with(" b -- F14 0 1"));
    assert!(moves_from(&position, "G15").contains("@F14"));
    assert!(!moves_from(&position, "E15").contains('@'));
    let mut captured = position;
    play(&mut captured, "G15@F14");
    assert_eq!(captured.to_tlpd(), "/27:1k/15:3p4/14:3p3/1:1K/ w -- - 0 2");
    play(&mut position, "KG27-G25 KG1-G3");
    assert!(!moves_from(&position, "G15").contains('@'));
}

#[test]
fn a_promoted_pawn_is_captured_en_passant() {
    let mut position = read("/27:1k/24:p4/19:1P6/1:1K/ w -- - 0 1");
    play(&mut position, "A19-A23=D");
    assert!(position.to_tlpd().ends_with(" b -- A23@21 0 1"));
    let played = find(&position, "B24@A21").unwrap();
    assert_eq!(played.capture(), Some(Role::Queen));
    assert_eq!(after(&position, played).to_tlpd(), "/27:1k/21:1p6/1:1K/ w -- - 0 2");
    assert_eq!(read(&position.to_tlpd()), position);
}

/// Black promotes on T6, the last hex of its column, where it captures the scornful pawn.
#[test]
fn a_scornful_capture_can_promote() {
    let mut position = read("/27:1k/7:1p6/5:P5/1:1K/ w -- - 0 1");
    play(&mut position, "A5-T6");
    let moves = ["-A5=", "@T6="].map(|to| "DGJNRV".chars().map(move |piece| format!("{to}{piece}")));
    let [advances, captures] = moves.map(|moves| moves.collect::<Vec<_>>().join(" "));
    assert_eq!(moves_from(&position, "A7"), format!("{advances} -B6 {captures}"));
}

/// Real games. Each ends as its last mark claims.
#[test]
fn games_replay() {
    let double_castling = "1. H6-H10, H22-H18 2. I5-I9, I23-I19 3. EH4-H8, EH24-H20 \
        4. KRK-HIOO, KRK-HIO 5. GH2-K8, GH26-I21 6. L5-L9, K24-K20 7. K4-K6, L23-L21";
    let long_scornful = "1. E7-E13, E21-E15 2. EE5-E9, EE23-E19 3. D6-D12, E15×D12 4. EE9×D12, EE19-E17 \
        5. E13-E15, C23-C17 6. C5-C11, C17-C15 7. ED12-D14, EE17×ED14 8. C11×ED14, D22-D16 \
        9. E15@D18, JF24×D18 10. A5-A9, B24-B18 11. B4-B10, B18-B14 12. A9-A11, B14×A11 \
        13. GD2×A11, JF26×GA11 14. B10-C11, ED24-D20 15. JF4-A19, JF22-B22 16. JA19-B16, DE27-B18 \
        17. JB16-D10, JB22-D16 18. NE3-C7, JA11-P17 19. GH2-I7, RC25-E23 20. ED4-E7, GD26-T14 \
        21. NG3-A5, GT14-B8 22. RC3-B4, GB8-C5 23. DE1-C3, GC5×JD10 24. NA5-C9, GD10-F14 \
        25. RB4×DB18, JD18×RB18 26. NC9-B14, GH26-K22 27. EE7-E11, GK22-E7+ 28. KG1-E1, GE7×DC3 \
        29. JF6-E3, GC3-E7 30. VF0-E5, JD16-C13 31. EE11×GF14, GE7-G1^+ 32. RI3×GG1, JC13×RG1^+";
    let fools_mate = "1. H6-H12, I23-I19 2. JF6-C15, GH26-Z11 3. L5-L7, NG25-L17 \
        4. EH4-H8, GZ11-L5 5. I5-I9, NL17-G9 6. K4-K10, GL5-H6#";
    for (moves, number, check, mate) in
        [(double_castling, 8, false, false), (long_scornful, 33, true, false), (fools_mate, 7, true, true)]
    {
        let mut position = Position::initial();
        play(&mut position, moves);
        assert_eq!(position.number(), Some(number));
        assert_eq!((position.is_check(), position.is_checkmate()), (check, mate), "{moves}");
        assert!(!position.is_stalemate());
    }
}

/// A bare king can stalemate another: no material is too little (rules, Ends and counters).
#[test]
fn a_king_stalemates_a_king_in_the_corner() {
    let position = read("/4:2K2/0:k/ b -- - 0 1");
    assert!(position.is_stalemate() && !position.is_checkmate() && !position.is_check());
}

/// Lenient reading plays moves that are not legal.
#[test]
fn illegal_moves_are_played_without_panic() {
    let normal =
        |from, to| Move::Normal { role: Role::Queen, from, to, capture: Some(Role::King), promotion: None };
    for from in Hex::ALL {
        for to in Hex::ALL.into_iter().step_by(7) {
            let mut position = Position::initial();
            position.play_forced(normal(from, to));
            position.play_forced(Move::EnPassant {
                from: to,
                to: from,
                pawn: king_home(Color::White),
                capture: Role::King,
            });
            position.play_forced(Move::Castling(Castling::ALL[from.index() % 24]));
            assert!(position.legal_moves().all(|played| position.is_legal(played)));
            let _ = (position.is_checkmate(), position.to_tlpd());
        }
    }
}

#[test]
fn a_leap_captures_no_king() {
    let position = read("/27:1k/22:3K3/3:R2R/ b -k - 0 1");
    assert!(!position.is_check());
    assert!(position.legal_moves().all(|played| played.capture() != Some(Role::King)));
    assert_eq!(position.candidates(hex("G27"), hex("F22")).next(), None);
}
