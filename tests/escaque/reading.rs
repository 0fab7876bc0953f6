//! The AST keeps every part of a game, with its span.
//!
//! A golden tree has a line for each part: its span, its text and its value in words.

use escaque::notation::ctl::reference::{Marker, Reference, references};
use escaque::notation::ctl::{CtlAn, CtlMark, CtlMove, CtlPromotion, CtlStep, PlaySign, Sign};
use escaque::notation::pgn::{CheckMark, PieceMove, San, SanMove};
use escaque::notation::{AnyGame, AnyGames};
use escaque::syntax::{
    Comment, CommentForm, Element, Game, Games, MoveNumber, Nag, Node, Notation, NumberMark, Outcome,
    Portion, Recovery,
};
use escaque::text::{Source, Span};
use shakmaty::{CastlingSide, Color, Role};

use crate::{assert_golden, files, stem};

#[test]
fn the_ast_keeps_everything_with_its_span() {
    for path in files("tests/inputs/shown/*pgn") {
        let source = Source::open(&path).unwrap();
        let mut games = AnyGames::new(&source, None, Recovery::End);
        let mut game = games.blank();
        let mut trees = String::new();
        while let Some(read) = games.read(Portion::Whole, &mut game) {
            assert_eq!(read.error, None);
            trees += &match &game {
                AnyGame::Pgn(game) => tree(&source, game),
                AnyGame::Ctl(game) => tree(&source, game),
            };
        }
        assert_golden(trees, &format!("trees/{}.txt", stem(&path)));
    }
}

/// Marks and punctuation change no move, and are an error outside a play.
#[test]
fn plays_are_read_in_every_form() {
    let moves = |text: &str| {
        let source = Source::new("text", text.as_bytes().to_vec());
        let game = Games::<CtlAn>::new(&source).next().expect("the text is not empty").ok()?;
        let moves = game.movetext.iter().filter(|element| matches!(element.node, Node::Move(_)));
        Some(moves.map(|element| source.text(element.span).into_owned()).collect::<Vec<_>>().join(" "))
    };
    for text in [
        "1. A1, B2 2. C3, D4: *",
        "A1, B2 C3, D4: *",
        "1. A1 B2 2. C3 D4 *",
        "1. A1 1. B2 2. C3 2. D4",
        "1. A1,, B2, 2. C3, {a} , D4, *",
        "1. A1 {a}, B2 2. {b} C3, {c} D4 {d}: *",
        "1. A1 !, B2 ? 2. C3 (=), D4 !! (=): *",
        "1. A1, ! (=) B2 2. ! C3, D4: ! (=) *",
        "1. A1: 1. \u{2026}, B2: 2. C3 \u{2026} D4:: *",
        "1. A1 {a} ... , B2 \u{2026}, 2. C3 , \u{2026} , , D4: 3. *",
        "1. A1 :, B2 2. , C3 . D4 .. : ,",
    ] {
        assert_eq!(moves(&in_full(text)), Some(in_full("A1 B2 C3 D4")), "{text}");
    }
    for text in [
        ", A1",
        "1. , A1",
        "1. : A1",
        "1. (=) A1",
        "1. A1 (, B2)",
        "1. A1 (1.)",
        "1. A1 (1. ! :)",
        "1. $[1] A1",
    ] {
        assert_eq!(moves(&in_full(text)), None, "{text}");
    }
}

/// Replaces abbreviations by moves.
fn in_full(text: &str) -> String {
    let moves = [("A1", "E7-E13"), ("B2", "E21-E15"), ("C3", "F8-F12"), ("D4", "F20-F16")];
    moves.iter().fold(text.to_owned(), |text, (short, full)| text.replace(short, full))
}

/// A notation whose moves and comments can be described in words.
trait Describe: Notation {
    /// Describes a move.
    fn describe(&self) -> String;

    /// Describes the markers and references of a comment.
    fn describe_markers(_comment: &Comment<'_>) -> String {
        String::new()
    }
}

/// Writes a tree, one part a line, in the order of the file.
fn tree<N: Describe>(source: &Source, game: &Game<'_, N>) -> String {
    let mut parts: Vec<(Span, String)> = Vec::new();
    for tag in &game.tags {
        let (name, value) = (tag.name.decode(), tag.value.unescape());
        parts.push((tag.span, format!("tag {name} = {value:?}")));
    }
    parts.extend(game.movetext.iter().map(|element| (element.span, describe(source, game, element))));
    if let Some((outcome, span)) = game.result {
        parts.push((span, format!("result {}: {}", source.text(span), describe_outcome(outcome))));
    }
    parts.sort_by_key(|(span, _)| span.start);
    parts.into_iter().fold(String::from("game\n"), |tree, (span, part)| {
        tree + &format!("{:5}..{:<5} {part}\n", span.start, span.end)
    })
}

fn describe<N: Describe>(source: &Source, game: &Game<'_, N>, element: &Element<N>) -> String {
    let written = source.text(element.span);
    match element.node {
        Node::MoveNumber(number) => format!("number {written}: {}", describe_number(number)),
        Node::Move(played) => format!("move {written}: {}", played.describe()),
        Node::Nag(Nag(number)) => format!("annotation {written}: ${number}"),
        Node::Comment(_) => {
            let comment = game.comment(element).expect("the node says that it is a comment");
            describe_comment::<N>(&comment)
        }
        Node::Sign(_) if element.node == PlaySign::Omitted => format!("White's half {written}: left out"),
        Node::Sign(_) if element.node == PlaySign::DrawOffer => format!("draw offer {written}"),
        Node::Sign(_) if element.node == PlaySign::EndOfPlay => format!("end of play {written}"),
        Node::VariationStart(None) => format!("variation opens {written}"),
        Node::VariationStart(Some(label)) => format!("variation opens {written}: label {label}"),
        Node::VariationEnd => format!("variation closes {written}"),
        other => panic!("{other:?} has no words here"),
    }
}

fn describe_number(MoveNumber { value, mark }: MoveNumber) -> String {
    match mark {
        NumberMark::Plain => value.to_string(),
        NumberMark::Black => format!("{value}, Black's"),
        NumberMark::Unknown => format!("{value} for want of a better"),
    }
}

fn describe_comment<N: Describe>(comment: &Comment<'_>) -> String {
    let form = match comment.form {
        CommentForm::Braces => "comment {…}",
        CommentForm::Line => "comment ;…",
        CommentForm::Sentence => "comment without braces",
        CommentForm::Escaped => "escaped line %…",
        other => panic!("{other:?} has no words here"),
    };
    format!("{form}{}: {:?}", N::describe_markers(comment), comment.text.decode())
}

fn describe_outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::WhiteWins => "White wins",
        Outcome::BlackWins => "Black wins",
        Outcome::Draw => "a draw",
        Outcome::Unknown => "not known",
        Outcome::WhiteStalemates => "White stalemates",
        Outcome::BlackStalemates => "Black stalemates",
        Outcome::DoubleForfeit => "a double forfeit",
    }
}

impl Describe for San {
    fn describe(&self) -> String {
        let action = match self.action() {
            SanMove::Castling(CastlingSide::KingSide) => "castling on the king's side".to_owned(),
            SanMove::Castling(CastlingSide::QueenSide) => "castling on the queen's side".to_owned(),
            SanMove::Piece(piece) => describe_piece(piece),
            SanMove::Drop { role, to } => format!("{} dropped on {to}", name(role)),
            SanMove::Null => "no move".to_owned(),
        };
        match self.mark() {
            None => action,
            Some(CheckMark::Check) => action + ", check",
            Some(CheckMark::Mate) => action + ", mate",
        }
    }
}

fn describe_piece(piece: PieceMove) -> String {
    let is_origin_full = piece.file.is_some() && piece.rank.is_some();
    let role = piece.role.map_or(if is_origin_full { "any piece" } else { "pawn" }, name);
    let from = match (piece.file, piece.rank) {
        (None, None) => String::new(),
        (Some(file), None) => format!(" from file {}", file.char()),
        (None, Some(rank)) => format!(" from rank {}", rank.char()),
        (Some(file), Some(rank)) => format!(" from {}{}", file.char(), rank.char()),
    };
    let to = if piece.capture.is_marked() { "captures on" } else { "to" };
    let promotion = piece.promotion.map(|role| format!(", becomes {}", name(role))).unwrap_or_default();
    let en_passant = if piece.capture.is_en_passant() { ", en passant" } else { "" };
    format!("{role}{from} {to} {}{promotion}{en_passant}", piece.to)
}

fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// Pieces are described by their letters, because a game may redefine these.
impl Describe for CtlAn {
    fn describe(&self) -> String {
        let action = match self.action() {
            CtlMove::Step(step) => describe_step(step),
            CtlMove::Castling { pieces, destinations } => {
                let destinations = String::from_utf8_lossy(&destinations).trim_end().to_owned();
                format!("castling of {} to {destinations}", String::from_iter(pieces))
            }
            CtlMove::Promotion { hex, promotion } => {
                format!("waiting pawn on {hex}{}", describe_promotion(promotion))
            }
        };
        let mark = match self.mark() {
            None => "",
            Some(CtlMark::Check) => ", check",
            Some(CtlMark::CloseCheck) => ", close check",
            Some(CtlMark::DoubleCheck) => ", double check",
            Some(CtlMark::DistantCheck) => ", distant check",
            Some(CtlMark::Mate) => ", mate",
        };
        action + mark
    }

    fn describe_markers(comment: &Comment<'_>) -> String {
        let mut about = String::new();
        if let Some(Marker { automatic, side }) = Marker::read(&comment.text.decode()) {
            about += if automatic { " of a program" } else { "" };
            about += &side.map(|side| format!(" about {}", name_of(side))).unwrap_or_default();
        }
        for reference in references(comment) {
            about += &format!(", see {}", describe_reference(reference));
        }
        about
    }
}

fn describe_step(CtlStep { piece, from, sign, captured, to, promotion }: CtlStep) -> String {
    let letter = |piece: Option<char>| piece.map_or("pawn".to_owned(), String::from);
    let target = match sign {
        Sign::Hyphen => format!("to {to}"),
        Sign::Times => format!("captures {} on {to}", letter(captured)),
        Sign::LetterX => format!("captures {} on {to}, by the letter x", letter(captured)),
        Sign::At => format!("captures {} on {to}, passed", letter(captured)),
        Sign::DoubleAt => format!("captures {} on {to}, passed by two steps", letter(captured)),
    };
    let promotion = promotion.map(describe_promotion).unwrap_or_default();
    format!("{} from {from} {target}{promotion}", letter(piece))
}

fn describe_promotion(promotion: CtlPromotion) -> String {
    match promotion {
        CtlPromotion::Piece(piece) => format!(", becomes {piece}"),
        CtlPromotion::Waiting => ", awaits promotion".to_owned(),
    }
}

fn describe_reference(reference: Reference) -> String {
    match reference {
        Reference::Player(side) => format!("the player of {}", name_of(side)),
        Reference::Nag(number) => format!("${number}"),
        Reference::Play { number, depth, variations, side } => {
            let label: String =
                variations.iter().map(|(play, label)| format!(", variation {label} of {play}")).collect();
            let side = side.map(|side| format!(", {}", name_of(side))).unwrap_or_default();
            format!("play {number} at depth {depth}{label}{side}")
        }
        other => panic!("{other:?} has no words here"),
    }
}

fn name_of(side: Color) -> &'static str {
    side.fold_wb("White", "Black")
}
