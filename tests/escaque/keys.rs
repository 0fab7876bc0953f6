//! Keys of positions are equal exactly where their EPDs are.

use std::collections::HashMap;

use escaque::notation::AnyGames;
use escaque::rules::{Rules, with_rules};
use escaque::syntax::{Game, Portion};
use escaque::text::Source;

use crate::Numbers;

/// The tags of games that begin where each kind of chess does, and where much is special.
const STARTS: [&str; 13] = [
    "",
    "[FEN \"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\"]",
    // captures en passant, of which some expose the king
    "[FEN \"8/2p3p1/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"]",
    "[Variant \"Chess960\"] [FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1\"]",
    "[Variant \"Crazyhouse\"]",
    "[Variant \"Atomic\"]",
    "[Variant \"Antichess\"]",
    "[Variant \"King of the Hill\"]",
    "[Variant \"Three-check\"]",
    "[Variant \"Racing Kings\"]",
    "[Variant \"Horde\"]",
    "[Variant \"C'escacs\"]",
    "[Variant \"C'escacs\"] [TLPD \"/27:1k/25:r2r/3:R2R/1:1K/ w RKRrkr - 0 1\"]",
];

#[test]
fn keys_are_equal_exactly_where_epds_are() {
    for start in STARTS {
        let source = Source::new("t.pgn", format!("{start}\n\n*\n").into_bytes());
        let mut games = AnyGames::new(&source, None, Default::default());
        let mut game = games.blank();
        games.read(Portion::Whole, &mut game).unwrap();
        let met = with_rules!(&game, R, game => play_at_random::<R>(game));
        assert!(met.again > 100 && met.keys.len() > 2_000, "{start}: {} and {}", met.again, met.keys.len());
    }
}

/// The positions of some games.
#[derive(Default)]
struct Met {
    keys: HashMap<String, u64>,
    epds: HashMap<u64, String>,
    /// How often a position was met again.
    again: usize,
}

impl Met {
    fn meet<R: Rules>(&mut self, position: &R) {
        let (epd, key) = (epd(position), position.key());
        if let Some(known) = self.keys.insert(epd.clone(), key) {
            assert_eq!(known, key, "{epd}");
            self.again += 1;
        }
        if let Some(known) = self.epds.insert(key, epd.clone()) {
            assert_eq!(known, epd, "{key:x}");
        }
    }
}

/// Plays games at random. Near the start they often meet the same positions, and so do kings and rooks
/// that go to and fro.
fn play_at_random<R: Rules>(game: &Game<'_, R::Notation>) -> Met {
    let start = R::set_up(game).unwrap().position;
    let mut numbers = Numbers::new(7);
    let mut met = Met::default();
    for round in 0..150 {
        let mut position = start.clone();
        let choices = if round % 2 == 0 { usize::MAX } else { 5 };
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[numbers.below(moves.len().min(choices))]);
            met.meet(&position);
        }
    }
    met
}

/// Returns the fields of EPD: the FEN without the counters and without captures that are not legal.
fn epd<R: Rules>(position: &R) -> String {
    let fen = position.fen();
    let fields: Vec<_> = fen.split(' ').collect();
    let mut fields = fields[..fields.len() - 2].to_vec();
    if !position.special_captures_are_legal() {
        fields[3] = "-";
    }
    fields.join(" ")
}
