//! Everything known about a game that its screen has no place for.

use crate::message::{Diagnostic, Language, Severity, fill};
use crate::notation::AnyGame;
use crate::syntax::TagPair;
use crate::text::{Position, Printable};

/// Where a game is, its tags as written, and what its check has found.
#[derive(Clone, Debug, Default)]
pub struct GameDetails {
    /// The offset in its source at which it begins.
    pub begins_at: usize,
    /// The names and values of its tags, printable, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// Its errors and warnings, in the order of the file.
    pub messages: Vec<Message>,
}

impl GameDetails {
    /// Collects the details of a game.
    #[must_use]
    pub fn of(game: &AnyGame<'_>, messages: Vec<Message>) -> GameDetails {
        let begins_at = match game {
            AnyGame::Pgn(game) => game.start(),
            AnyGame::Ctl(game) => game.start(),
        };
        let printable = |tag: &TagPair<'_>| {
            let [name, value] = [tag.name.decode(), tag.value.unescape()];
            (Printable(&name).to_string(), Printable(&value).to_string())
        };
        GameDetails { begins_at, tags: game.tags().iter().map(printable).collect(), messages }
    }
}

/// What is wrong with a game, and where.
#[derive(Clone, Debug)]
pub struct Message {
    /// The offset in its source, unless the message is about the whole game.
    pub offset: Option<usize>,
    /// The severity.
    pub severity: Severity,
    /// The move, the code, the problem and the help, printable.
    text: String,
}

impl Message {
    /// Writes a diagnostic in a language.
    #[must_use]
    pub fn of(diagnostic: &Diagnostic, language: &Language) -> Message {
        let Diagnostic { severity, problem, span, ply } = diagnostic;
        let at_move = ply.map_or(String::new(), |ply| {
            let side = ply.side.fold_wb(language.white_side, language.black_side);
            fill(language.at_move, &[("number", &ply.number), ("side", &side)])
        });
        let code = severity.letter_and(problem.code());
        let help =
            problem.help(language).map_or(String::new(), |help| format!("; {}: {help}", language.help));
        let text = format!("{at_move}: {code}: {}{help}", problem.message(language));
        let text = Printable(&text).to_string();
        Message { offset: span.map(|span| span.start), severity: *severity, text }
    }

    /// Returns the message with its place in the file, which `position` finds.
    #[must_use]
    pub fn located(&self, language: &Language, position: impl FnOnce(usize) -> Option<Position>) -> String {
        match self.offset.and_then(position) {
            Some(Position { line, column, .. }) => {
                fill(language.viewer.at_line, &[("line", &line), ("column", &column)]) + &self.text
            }
            None => self.text.trim_start_matches([',', ':', ' ']).to_owned(),
        }
    }
}
