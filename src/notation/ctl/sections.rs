//! The sections of the notation, which the refusals of the reduced form name. Titles are as in the
//! document.

use crate::message::Code;

pub(super) const LETTERS: &str = "Letras de identificación de las piezas";
pub(super) const HEXES: &str = "Identificación de un hexcaque: coordenadas CTL";
pub(super) const MOVES: &str = "Notación algebraica: CTL-AN";
pub(super) const MOVE: &str = "Notación de un movimiento";
pub(super) const EXCEPTIONS: &str = "Excepciones en la notación de movimientos";
pub(super) const CHECK: &str = "Indicación de jaque";
pub(super) const ASSESSMENT: &str = "Valoración del movimiento";
pub(super) const STATE: &str = "Indicador referente a la partida";
pub(super) const PLAYS: &str = "Secuencia de jugadas";
pub(super) const RESULT: &str = "Indicador final del resultado";
pub(super) const CONTINUATION: &str = "Excepción: continuación de partidas";
pub(super) const TLPD: &str = "TLPD: Registrar posición del tablero";
pub(super) const TAGS: &str = "Las etiquetas";
pub(super) const OTHER_TAGS: &str = "Otras etiquetas opcionales";
pub(super) const REDEFINE: &str = "Etiqueta para usar identificadores de pieza alternativos";
pub(super) const VARIATIONS: &str = "RAV (Recursive Annotation Variation)";
pub(super) const DOTS: &str = "Movimientos";
pub(super) const LABEL: &str = "Etiqueta de la variación";
pub(super) const COMMENTS: &str = "Los comentarios";
pub(super) const REFERENCES: &str = "Referencias dentro de los comentarios";
pub(super) const MINIMAL_READER: &str = "Lector mínimo, y filtros";
pub(super) const SIMPLIFICATION: &str = "Simplificación fichero CTL-PGN";

/// Returns the section with the rule that an error breaks, if it is one of the text. Which moves are
/// legal the document takes for granted; the moves that it describes are in the section of CTL-AN.
pub(super) fn of_code(code: Code) -> Option<&'static str> {
    Some(match code {
        Code::NamelessTag
        | Code::BadTagName
        | Code::UnclosedValue
        | Code::TagValueExpected
        | Code::TagEndExpected
        | Code::StrayValue
        | Code::UnopenedTag
        | Code::UnclosedTag
        | Code::UnknownVariant
        | Code::NoGames => TAGS,
        Code::UnclosedComment | Code::StrayBrace | Code::LooseWords | Code::TextBetweenGames => COMMENTS,
        Code::StrayVariationEnd
        | Code::UnclosedVariation
        | Code::ResultInVariation
        | Code::NeedlessBrackets => VARIATIONS,
        Code::UnknownSuffix | Code::NagOutOfRange => ASSESSMENT,
        Code::NotAResult => RESULT,
        Code::NoSuchHex => HEXES,
        Code::MoveExpected | Code::EndsEarly => PLAYS,
        Code::WhiteLeftOut => CONTINUATION,
        Code::UnknownLetter | Code::OtherSidesFigure | Code::TlpdUnknownPiece => LETTERS,
        Code::BadRedefine | Code::RedefinedTwice => REDEFINE,
        Code::UnknownCastling | Code::NotAwaiting | Code::PromotionFirst => EXCEPTIONS,
        Code::StrayCharacter
        | Code::Html
        | Code::ControlCharacter
        | Code::NotAMove
        | Code::RunOn
        | Code::OtherPieceThere
        | Code::OtherPieceCaptured
        | Code::CaptureNotWritten
        | Code::NothingToCapture
        | Code::PromotionMissing
        | Code::NotAPromotion
        | Code::BadPromotion
        | Code::NotRegainable
        | Code::NeedNotWait => MOVE,
        Code::AfterMate => CHECK,
        code if code.digits().starts_with("03") => MOVES,
        code if code.digits().starts_with("04") => TLPD,
        _ => return None,
    })
}
