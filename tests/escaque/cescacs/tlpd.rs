//! Reading and writing TLPD.

use escaque::rules::cescacs::hex::{Letters, Position, Role, Special, TlpdFault, TlpdField};
use shakmaty::{ByColor, Color};

use super::{hex, read};

const START: &str = "/28:v/27:dk/26:gjg/25:rnnr/24:pejep/23:ppeepp/22:2pjp2/21:3pp3/20:3p3/8:3P3/7:3PP3/6:2PJP2/5:PPEEPP/4:PEJEP/3:RNNR/2:GJG/1:DK/0:V/ w RKRrkr - 0 1";

/// The strings of the document, one for each of its `Redefine` lines.
#[test]
fn the_starting_position_is_written_as_in_the_document() {
    let tacj = Letters::STANDARD.with(Role::Bishop, 'A').with(Role::Rook, 'T').with(Role::Knight, 'C');
    let bwq = Letters::STANDARD.with(Role::Bishop, 'B').with(Role::Wyvern, 'W').with(Role::Queen, 'Q');
    for (letters, text) in [
        (Letters::STANDARD, START),
        (
            tacj,
            "/28:v/27:dk/26:gag/25:tcct/24:peaep/23:ppeepp/22:2pap2/21:3pp3/20:3p3/8:3P3/7:3PP3/6:2PAP2/5:PPEEPP/4:PEAEP/3:TCCT/2:GAG/1:DK/0:V/ w TKTtkt - 0 1",
        ),
        (
            bwq,
            "/28:w/27:qk/26:gbg/25:rnnr/24:pebep/23:ppeepp/22:2pbp2/21:3pp3/20:3p3/8:3P3/7:3PP3/6:2PBP2/5:PPEEPP/4:PEBEP/3:RNNR/2:GBG/1:QK/0:W/ w RKRrkr - 0 1",
        ),
        (
            Letters::FIGURINES,
            "/28:🩒/27:♛♚/26:🩓♝🩓/25:♜♞♞♜/24:♟☗♝☗♟/23:♟♟☗☗♟♟/22:2♟♝♟2/21:3♟♟3/20:3♟3/8:3♙3/7:3♙♙3/6:2♙♗♙2/5:♙♙☖☖♙♙/4:♙☖♗☖♙/3:♖♘♘♖/2:🩐♗🩐/1:♕♔/0:🩏/ w ♖♔♖♜♚♜ - 0 1",
        ),
    ] {
        assert_eq!(Position::from_tlpd_with(text, &letters), Ok(Position::initial()));
        assert_eq!(Position::initial().tlpd(&letters).to_string(), text);
    }
}

#[test]
fn all_spellings_of_a_field_are_read() {
    for (other, standard) in [
        ("/27:1k/1:1K/  w\t- - 0 1 ", "/27:1k/1:1K/ w -- - 0 1"),
        ("/27:1k/14:7/3:R/1:1K/ w RKk - 0 1", "/27:1k/3:R3/1:1K/ w RKk - 0 1"),
        ("/27:1k/3:R11R/1:1K/ w RKR - 0 1", "/27:1k/3:R2R/1:1K/ w RKR- - 0 1"),
        ("/27:1k/25:r2r/1:1K/ b rkr - 7 -", "/27:1k/25:r2r/1:1K/ b -rkr - 7 ?"),
        ("/27:1k/13:4P3/1:1K/ b -- G13@11-9 0 ?", "/27:1k/13:4P3/1:1K/ b -- G13@9-11 0 ?"),
        ("/27:1k/13:4P3/1:1K/ b -- G13@11,9 0 1", "/27:1k/13:4P3/1:1K/ b -- G13@9-11 0 1"),
        ("/27:1k/15:4p3/14:3P3/1:1K/ b -- G15@F14 0 1", "/27:1k/15:4p3/14:3P3/1:1K/ b -- F14 0 1"),
    ] {
        assert_eq!(read(other).to_tlpd(), standard);
        assert_eq!(read(standard).to_tlpd(), standard);
    }
}

#[test]
fn the_pawn_that_a_scornful_pawn_faced_may_be_unknown() {
    let special = |tlpd: &str| read(tlpd).special();
    let scornful = |faced: Option<&str>| Special::Scornful { pawn: hex("F14"), faced: faced.map(hex) };
    let both = "/27:1k/15:3pp3/14:3P3/1:1K/ b -- F14 0 1";
    assert_eq!(special(both), scornful(None));
    assert_eq!(special(&both.replace("F14", "E15@F14")), scornful(Some("E15")));
    assert_eq!(special("/27:1k/15:4p3/14:3P3/1:1K/ b -- F14 0 1"), scornful(Some("G15")));
    assert_eq!(special("/27:1k/15:3pp3/14:3P3/13:4P3/1:1K/ b -- F14 0 1"), scornful(Some("E15")));
}

/// A right may remain after the rook was captured at home, but not after it moved.
#[test]
fn a_rook_with_rights_is_at_home_or_captured() {
    let captured = "/27:1k/3:R3/1:1K/ w KR- - 0 1";
    assert_eq!(read(captured).to_tlpd(), captured);
    assert_eq!(read(captured).castlings().count(), 0);
    let moved = Position::from_tlpd("/27:1k/5:4R1/3:R3/1:1K/ w KR- - 0 1").unwrap_err();
    assert_eq!(moved.fault, TlpdFault::RookNotAtHome(Color::White));
}

/// Each case gives a text, the part of it that is at fault and the fault.
#[test]
fn faults_point_at_their_text() {
    use TlpdFault::*;
    let chars = |white, black| ByColor { black, white };
    let rights = Rights { kings: chars('K', 'k'), rooks: chars('R', 'r') };
    for (tlpd, at, fault) in [
        ("", "", MissingField(TlpdField::Pieces)),
        ("/27:1k/1:1K/ ", "", MissingField(TlpdField::Side)),
        ("/27:1k/1:1K/ w --", "", MissingField(TlpdField::Special)),
        ("/27:1k/1:1K/ w -- - 0", "", MissingField(TlpdField::Number)),
        ("/27:1k/1:1K/ w -- - 0 1 é", "é", SurplusField),
        ("27:1k/1:1K/ w -- - 0 1", "", MissingSlash),
        ("/27:1k/1:1K w -- - 0 1", "", MissingSlash),
        ("/27:1k/1:1K// w -- - 0 1", "", LineNumber),
        ("/29:1/27:1k/1:1K/ w -- - 0 1", "29", LineNumber),
        ("/27:1k/+1:1K/ w -- - 0 1", "+1", LineNumber),
        ("/27:1k/1K/ w -- - 0 1", "1K", LineNumber),
        ("/27:1k/:1K/ w -- - 0 1", "", LineNumber),
        ("/1:1K/27:1k/ w -- - 0 1", "27", LineOrder),
        ("/27:1k/1:1K/1:D/ w -- - 0 1", "1", LineOrder),
        ("/28:1v/27:1k/1:1K/ w -- - 0 1", "v", TooManyHexes { line: 28, length: 1 }),
        ("/27:1k/8:8/1:1K/ w -- - 0 1", "8", TooManyHexes { line: 8, length: 7 }),
        ("/27:1k/1:1K♘/ w -- - 0 1", "♘", UnknownPiece('♘')),
        ("/27:1k/1:0K/ w -- - 0 1", "0", UnknownPiece('0')),
        ("/27:1k/1:KK/ w -- - 0 1", "K", TwoKings(Color::White)),
        ("/27:kk/1:1K/ w -- - 0 1", "k", TwoKings(Color::Black)),
        ("/27:1k/ w -- - 0 1", "/27:1k/", NoKing(Color::White)),
        ("/27:1k/1:1K/ W -- - 0 1", "W", Side),
        ("/27:1k/25:1R/1:1K/ w -- - 0 1", "w", KingLeftInCheck(Color::Black)),
        ("/27:1k/1:1K/ w Q- - 0 1", "Q-", rights),
        ("/27:1k/3:R2R/1:1K/ w RR- - 0 1", "R", rights),
        ("/27:1k/1:1K/ w --- - 0 1", "-", rights),
        ("/27:1k/1:K1/ w K- - 0 1", "K", KingNotAtHome(Color::White)),
        ("/27:k1/1:1K/ w Kk - 0 1", "k", KingNotAtHome(Color::Black)),
        ("/27:1k/25:1rr1/1:1K/ w Krkr - 0 1", "rkr", RookNotAtHome(Color::Black)),
        ("/27:1k/1:1K/ w -- F - 0 1", "F", SpecialForm),
        ("/27:1k/1:1K/ w -- F14@ 0 1", "F14@", SpecialForm),
        ("/27:1k/1:1K/ w -- F15@13 0 1", "F15", SpecialForm),
        ("/27:1k/1:1K/ w -- F14@16 0 1", "F14@16", SpecialImpossible),
        ("/27:1k/13:4P3/1:1K/ b -- G13@9 0 1", "G13@9", SpecialImpossible),
        ("/27:1k/13:4P3/1:1K/ b -- G13@7-9 0 1", "G13@7-9", SpecialImpossible),
        ("/27:1k/15:4P3/1:1K/ b -- G15@11-13 0 1", "G15@11-13", SpecialImpossible),
        ("/27:1k/14:3P3/1:1K/ b -- F14 0 1", "F14", SpecialImpossible),
        ("/27:1k/1:1K/ w -- - x 1", "x", Counter),
        ("/27:1k/1:1K/ w -- - +1 1", "+1", Counter),
        ("/27:1k/1:1K/ w -- - 4294967296 1", "4294967296", Counter),
        ("/27:1k/1:1K/ w -- - 0 0", "0", Number),
        ("/27:1k/1:1K/ w -- - 0 1?", "1?", Number),
    ] {
        let error = Position::from_tlpd(tlpd).expect_err(tlpd);
        assert_eq!((error.fault, &tlpd[error.span.clone()]), (fault, at), "{tlpd}: {error}");
    }
}

/// Mutates good texts at every byte. None causes a panic, and a position that can be read is
/// written and read as the same.
#[test]
fn mutated_texts_are_read_or_refused() {
    let insertions = ["", "/", "9", "K", "♚", "-", "@", ":", " ", "28", "P"];
    for good in [START, "/27:1k/15:4p3/14:3P3/1:1K/ b -- F14 0 1", "/27:1k/13:4P3/1:1K/ b -- G13@9-11 0 ?"] {
        for at in 0..=good.len() {
            for (insert, cut) in
                insertions.into_iter().flat_map(|insert| [(insert, 0), (insert, 1), (insert, 3)])
            {
                let text = format!("{}{insert}{}", &good[..at], good.get(at + cut..).unwrap_or_default());
                match Position::from_tlpd(&text) {
                    Ok(position) => assert_eq!(read(&position.to_tlpd()), position),
                    Err(error) => assert!(text.get(error.span).is_some(), "{text}"),
                }
            }
        }
    }
}
