//! Editing of games. Every edit is checked.

use thiserror::Error;

use super::board::PackedMove;
use super::tree::{After, NodeId, OwnedComment, Tree};
use super::{Game, GameError, PlayError, Tag, Tags};
use crate::notation::ctl::CtlAn;
use crate::notation::pgn::San;
use crate::syntax::{Nag, Notation, NotationKind, Outcome, PieceLetters};

/// The tags that decide which position a game starts from, and by which rules.
const START_TAGS: [&str; 5] = ["Variant", "FEN", "TLPD", "PDTL", "Redefine"];

/// The error of an edit that is refused. The game is unchanged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EditError {
    /// A move cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The move has been removed or belongs to another game, or it is the start of the game
    /// where a move is needed.
    #[error("there is no such move in the game")]
    NoSuchMove,
    /// A variation has no moves.
    #[error("a variation has one move at least")]
    NoMoves,
    /// The tag would be lost or another one when the game is written and read again: its name is not one, its value
    /// has a line break or a control character, or the writer knows better, as with `PieceLetters`.
    #[error("the tag `{name}` cannot be written with the value `{value}`")]
    Tag {
        /// The name.
        name: String,
        /// The value.
        value: String,
    },
    /// The value of the `Result` tag is not a result in the notation of the game.
    #[error("`{value}` is not a result")]
    NotAResult {
        /// The value.
        value: String,
    },
    /// The tag would change the position that the moves are played from.
    #[error("the tag `{name}` cannot be changed in a game that has moves")]
    StartIsFixed {
        /// The name of the tag.
        name: String,
    },
    /// The tags give no valid starting position.
    #[error(transparent)]
    Start(GameError),
}

impl Game {
    /// Sets the value of a tag, and adds the tag if the game does not have it.
    ///
    /// `Result` also sets the result. The tags of the starting position can only be set while
    /// the game has no moves.
    ///
    /// # Errors
    ///
    /// Returns [`EditError`] if the tag cannot be written and read again, or the value is refused.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::{Game, Variant};
    ///
    /// let mut game = Game::new(Variant::Chess);
    /// game.set_tag("White", "Morphy, Paul")?;
    /// game.set_tag("Result", "1-0")?;
    /// assert_eq!(game.outcome(), escaque::Outcome::WhiteWins);
    /// assert!(game.set_tag("White", "two\nlines").is_err() && game.set_tag("White Elo", "2700").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), EditError> {
        let mut outcome = self.outcome;
        if name.eq_ignore_ascii_case("Result") {
            let read = self.notation.outcome(value);
            outcome = read.ok_or_else(|| EditError::NotAResult { value: value.to_owned() })?;
        }
        let mut tags = self.tags.clone();
        let value = value.to_owned();
        match tags.0.iter_mut().find(|tag| tag.name.eq_ignore_ascii_case(name)) {
            Some(tag) => tag.value = value,
            None => tags.0.push(Tag { name: name.to_owned(), value }),
        }
        self.replace_tags(tags, outcome, name)
    }

    /// Removes every tag with a name.
    ///
    /// # Errors
    ///
    /// Returns [`EditError`] if the tag belongs to the starting position, and the game has moves or the other
    /// tags give no valid position.
    ///
    /// # Examples
    ///
    /// ```
    /// // a file for the public
    /// let game = escaque::parse("[White \"A\"] [WhiteFideId \"123\"] 1. e4 *").next().ok_or("no game")??;
    /// let mut public = game.clone();
    /// public.remove_tag("WhiteFideId")?;
    /// assert!(!public.to_string().contains("123"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_tag(&mut self, name: &str) -> Result<(), EditError> {
        let is_other = |tag: &&Tag| !tag.name.eq_ignore_ascii_case(name);
        let others = Tags(self.tags.iter().filter(is_other).cloned().collect());
        if others.len() == self.tags.len() { Ok(()) } else { self.replace_tags(others, self.outcome, name) }
    }

    /// Replaces the tags, of which those named `name` have changed, and the result.
    fn replace_tags(&mut self, tags: Tags, outcome: Outcome, name: &str) -> Result<(), EditError> {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        let is_of_start = START_TAGS.into_iter().any(is);
        if is_of_start && !self.tree.node(0).children.is_empty() {
            return Err(EditError::StartIsFixed { name: name.to_owned() });
        }
        let value = tags.tag(name).unwrap_or_default().to_owned();
        let refused = EditError::Tag { name: name.to_owned(), value };
        let begun = match Game::of_tags(tags.iter().map(|tag| (tag.name(), tag.value()))) {
            // moves are written in the usual letters, so the tag of others is left out
            Ok(begun) if begun.tag(name) == tags.tag(name) && !is(PieceLetters::TAG) => begun,
            Err(error) if is_of_start => return Err(EditError::Start(error)),
            Ok(_) | Err(_) => return Err(refused),
        };
        if is_of_start {
            let Game { notation, mut tree, .. } = begun;
            tree.node_mut(0).after.clone_from(&self.tree.node(0).after);
            (self.notation, self.tree) = (notation, tree);
        }
        (self.tags, self.outcome) = (tags, outcome);
        Ok(())
    }

    /// Sets the result, and the `Result` tag if there is one. What the notation of the game has no sign for becomes what
    /// is written instead: a stalemate of C'escacs is a draw in chess. A game that is played to its end keeps the result
    /// that it has until it is set.
    pub fn set_result(&mut self, outcome: Outcome) {
        let outcome = self.notation.outcome(self.notation.result_text(outcome)).unwrap_or(Outcome::Unknown);
        self.outcome = outcome;
        if let Some(tag) = self.tags.0.iter_mut().find(|tag| tag.name.eq_ignore_ascii_case("Result")) {
            self.notation.result_text(outcome).clone_into(&mut tag.value);
        }
    }

    /// Adds a move to the end of the main line, and returns its id.
    ///
    /// # Errors
    ///
    /// Returns [`EditError::Play`] if the move is not legal.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::{Game, Variant};
    ///
    /// let mut game = Game::new(Variant::Chess);
    /// for written in ["e4", "e7e5", "Nf3", "Nc6", "Bb5", "a6", "0-0"] {
    ///     game.play(written)?;
    /// }
    /// let error = game.play("Ke3").unwrap_err();
    /// assert_eq!(error.to_string(), "illegal move: no king move goes to e3");
    /// assert!(game.to_string().ends_with("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *\n\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, written: &str) -> Result<NodeId, EditError> {
        self.play_after(NodeId(self.tree.end_of_line(0)), written)
    }

    /// Adds a move after another one, or as the first move after [`NodeId::START`], and returns
    /// its id.
    ///
    /// If another move already follows, the new one begins a variation. If the same move already
    /// follows, its id is returned.
    ///
    /// # Errors
    ///
    /// Returns [`EditError`] if the move is not legal, or the move before it is not in the game.
    pub fn play_after(&mut self, id: NodeId, written: &str) -> Result<NodeId, EditError> {
        self.add_variation(id, &[written])
    }

    /// Plays a sequence of moves after another move as [`Game::play_after`] does, and returns the
    /// id of the last. Plays none of them if one is not legal.
    ///
    /// # Errors
    ///
    /// Returns [`EditError`] as [`Game::play_after`] does, and if there are no moves.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut game = escaque::parse("1. e4 e5 2. Nf3 Nc6 *").next().ok_or("no game")??;
    /// // what an engine would rather play in place of the last move
    /// let last = game.last_move().and_then(escaque::Move::previous).ok_or("no move")?.id();
    /// game.add_variation(last, &["g8f6", "f3e5"])?;
    /// assert!(game.to_string().ends_with("2. Nf3 Nc6 (2... Nf6 3. Nxe5) *\n\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_variation(&mut self, after: NodeId, moves: &[&str]) -> Result<NodeId, EditError> {
        let mut at = self.tree.find(after).ok_or(EditError::NoSuchMove)?;
        let mut position = self.tree.position(at);
        let mut resolved = Vec::with_capacity(moves.len());
        for written in moves {
            let played = position.board.resolve(written)?;
            position.board.play(played);
            resolved.push(played);
        }
        if resolved.is_empty() {
            return Err(EditError::NoMoves);
        }
        for played in resolved {
            at = self.tree.play(at, played);
        }
        Ok(NodeId(at))
    }

    /// Adds a comment after a move, or before the first move with [`NodeId::START`]. White space is written as a space,
    /// and a control character as U+FFFD.
    ///
    /// # Errors
    ///
    /// Returns [`EditError::NoSuchMove`] if the move is not in the game.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut game = escaque::parse("1. e4 e5 *").next().ok_or("no game")??;
    /// let moves: Vec<_> = game.main_line().map(escaque::Move::id).collect();
    /// for (seconds, id) in [180, 175].into_iter().zip(moves) {
    ///     game.add_comment(id, &format!("[%clk 0:{:02}:{:02}]", seconds / 60, seconds % 60))?;
    /// }
    /// let left = game.last_move().and_then(escaque::Move::clock).ok_or("no clock")?;
    /// assert_eq!(left.as_secs(), 175);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_comment(&mut self, id: NodeId, text: &str) -> Result<(), EditError> {
        let at = self.tree.find(id).ok_or(EditError::NoSuchMove)?;
        self.tree.node_mut(at).add_comment(OwnedComment::of(text));
        Ok(())
    }

    /// Removes the comments after a move, or before the first move with [`NodeId::START`].
    ///
    /// # Errors
    ///
    /// Returns [`EditError::NoSuchMove`] if the move is not in the game.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut game = escaque::parse("{a} 1. e4 {b} e5 {c} *").next().ok_or("no game")??;
    /// let moves: Vec<_> = game.moves().map(escaque::Move::id).collect();
    /// for id in moves.into_iter().chain([escaque::NodeId::START]) {
    ///     game.remove_comments(id)?;
    /// }
    /// assert!(game.to_string().ends_with("1. e4 e5 *\n\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_comments(&mut self, id: NodeId) -> Result<(), EditError> {
        let at = self.tree.find(id).ok_or(EditError::NoSuchMove)?;
        self.tree.node_mut(at).after.retain(|after| !matches!(after, After::Comment(_)));
        Ok(())
    }

    /// Adds a comment after the result.
    pub fn add_comment_after(&mut self, text: &str) {
        self.after.push(OwnedComment::of(text));
    }

    /// Adds an annotation to a move, also if it has the same one already.
    ///
    /// # Errors
    ///
    /// Returns [`EditError::NoSuchMove`] if the move is not in the game.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::Nag;
    ///
    /// let mut game = escaque::parse("1. f3 e5 2. g4 Qh4# 0-1").next().ok_or("no game")??;
    /// let blunder = game.main_line().nth(2).ok_or("no move")?.id();
    /// game.add_nag(blunder, Nag(4))?;
    /// assert!(game.to_string().ends_with("2. g4 $4 2... Qh4# 0-1\n\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_nag(&mut self, id: NodeId, nag: Nag) -> Result<(), EditError> {
        let at = self.index_of_move(id)?;
        self.tree.node_mut(at).nags.push(nag);
        Ok(())
    }

    /// Removes the annotations of a move.
    ///
    /// # Errors
    ///
    /// Returns [`EditError::NoSuchMove`] if the move is not in the game.
    pub fn remove_nags(&mut self, id: NodeId) -> Result<(), EditError> {
        let at = self.index_of_move(id)?;
        self.tree.node_mut(at).nags.clear();
        Ok(())
    }

    /// Puts the variation of a move in the place of the line that it departs from, which becomes the first variation.
    /// Does nothing for a move of the main line.
    ///
    /// # Errors
    ///
    /// Returns [`EditError::NoSuchMove`] if the move is not in the game.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut game = escaque::parse("1. e4 e5 (1... c5 2. Nf3) 2. d4 *").next().ok_or("no game")??;
    /// let better = game.moves().find(|played| played.begins_variation()).ok_or("no variation")?.id();
    /// game.promote(better)?;
    /// assert!(game.to_string().ends_with("1. e4 c5 (1... e5 2. d4) 2. Nf3 *\n\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn promote(&mut self, id: NodeId) -> Result<(), EditError> {
        let at = self.index_of_move(id)?;
        self.tree.promote(at);
        Ok(())
    }

    /// Removes a move and everything after it. If there are alternatives to the move, the first
    /// one continues the line.
    ///
    /// # Errors
    ///
    /// Returns [`EditError::NoSuchMove`] if the move is not in the game.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut game = escaque::parse("1. e4 e5 (1... c5 2. Nf3) 2. d4 *").next().ok_or("no game")??;
    /// // without variations
    /// while let Some(first) = game.moves().find(|played| played.begins_variation()).map(escaque::Move::id) {
    ///     game.remove(first)?;
    /// }
    /// assert!(game.to_string().ends_with("1. e4 e5 2. d4 *\n\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove(&mut self, id: NodeId) -> Result<(), EditError> {
        let at = self.index_of_move(id)?;
        self.tree.remove(at);
        Ok(())
    }

    fn index_of_move(&self, id: NodeId) -> Result<usize, EditError> {
        self.get(id).map(|_| id.0).ok_or(EditError::NoSuchMove)
    }
}

impl NotationKind {
    pub(super) fn result_text(self, outcome: Outcome) -> &'static str {
        match self {
            NotationKind::Pgn => San::result_text(outcome),
            NotationKind::CtlPgn => CtlAn::result_text(outcome),
        }
    }

    fn outcome(self, text: &str) -> Option<Outcome> {
        match self {
            NotationKind::Pgn => San::result_from_text(text),
            NotationKind::CtlPgn => CtlAn::result_from_text(text),
        }
    }
}

impl Tree {
    /// Plays a legal move after a node, and returns its node. A move that already follows the node
    /// is not added again; any other is added to the end of the line or begins a variation.
    pub(super) fn play(&mut self, at: usize, played: PackedMove) -> usize {
        if let Some(known) = self.child(at, played) {
            return known;
        }
        let mut after = self.position(at);
        after.board.play(played);
        self.add(at, self.next(at), played, || after)
    }

    /// Returns the node of a move after a node, if it is there.
    pub(super) fn child(&self, at: usize, played: PackedMove) -> Option<usize> {
        let board = &self.start().board;
        let is_same = |known| board.unmarked(known) == board.unmarked(played);
        let mut children = self.node(at).children.iter().copied();
        children.find(|&child| self.node(child).played.is_some_and(is_same))
    }

    /// Exchanges the variation of a node with the line that it departs from.
    pub(super) fn promote(&mut self, at: usize) {
        let mut first = at;
        while self.node(first).written_after.is_none() {
            first = self.node(first).parent;
            if first == 0 {
                return;
            }
        }
        let parent = self.node(first).parent;
        let siblings = std::mem::take(&mut self.node_mut(parent).children);
        siblings.iter().for_each(|&sibling| self.detach(sibling));
        // only the first move of a variation can have comments before it
        for comment in std::mem::take(&mut self.node_mut(first).before) {
            self.node_mut(parent).add_comment(comment);
        }
        self.node_mut(first).label = None;
        self.node_mut(parent).children.push(first);
        for sibling in siblings.into_iter().filter(|&sibling| sibling != first) {
            self.attach(sibling, first);
            self.node_mut(parent).children.push(sibling);
        }
        self.update_depths();
    }

    /// Removes a move and everything after it.
    pub(super) fn remove(&mut self, at: usize) {
        let parent = self.node(at).parent;
        if let (Some(next), Some(&heir)) = (self.next(parent), self.node(parent).children.get(1))
            && next == at
        {
            self.promote(heir);
        }
        self.detach(at);
        self.node_mut(parent).children.retain(|&child| child != at);
        let mut rest = vec![at];
        while let Some(removed) = rest.pop() {
            self.node_mut(removed).is_removed = true;
            rest.extend(&self.node(removed).children);
        }
        // an alternative may be written after a move that has been removed
        let Some(line) = self.next(parent) else { return };
        for sibling in self.node(parent).children.clone() {
            if self.node(sibling).written_after.is_some_and(|after| self.node(after).is_removed) {
                self.attach(sibling, line);
            }
        }
        self.update_depths();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Variant;

    fn assert_movetext(game: &Game, expected: &str) {
        let text = game.to_string();
        assert_eq!(text.split_once("\n\n").unwrap().1.trim_end(), expected);
    }

    #[test]
    fn only_legal_moves_are_played() {
        let mut game = Game::new(Variant::Chess);
        for written in ["", "e5", "e4 e5", "e4!", "1-0", "[A \"b\"]", "(e4)", "e4 [A \"b\"]", "e4 *"] {
            assert!(matches!(game.play(written), Err(EditError::Play(_))), "{written}");
        }
        assert!(matches!(game.add_variation(NodeId::START, &["e4", "e4"]), Err(EditError::Play(_))));
        assert!(matches!(game.add_variation(NodeId::START, &[]), Err(EditError::NoMoves)));
        assert!(matches!(game.remove(NodeId::START), Err(EditError::NoSuchMove)));
        let pawn = game.play("1. e2e4").unwrap();
        assert_eq!(game.play_after(NodeId::START, "e4").unwrap(), pawn);
        assert_movetext(&game, "1. e4 *");
        game.add_nag(pawn, Nag(1)).unwrap();
        game.add_comment(pawn, "x").unwrap();
        assert_movetext(&game, "1. e4 $1 {x} *");
        game.remove_nags(pawn).unwrap();
        game.remove_comments(pawn).unwrap();
        assert_movetext(&game, "1. e4 *");
    }

    #[test]
    fn start_tags_are_fixed_once_a_game_has_moves() {
        let mut game = Game::new(Variant::Chess);
        assert!(matches!(game.set_tag("FEN", "8/8/8/8 w - - 0 1"), Err(EditError::Start(_))));
        assert_eq!(game.tag("FEN"), None);
        game.set_tag("fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 7").unwrap();
        game.play("O-O").unwrap();
        assert!(
            game.to_string().contains("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 7\"]\n[SetUp \"1\"]\n\n7. O-O *")
        );
        assert!(matches!(game.remove_tag("FEN"), Err(EditError::StartIsFixed { .. })));
        assert!(matches!(game.set_tag("Variant", "Atomic"), Err(EditError::StartIsFixed { .. })));
        assert!(matches!(game.set_tag("Result", "3-0"), Err(EditError::NotAResult { .. })));
        game.set_tag("Result", "0-1").unwrap();
        assert_eq!(game.outcome(), Outcome::BlackWins);
        // chess has no result of its own for a stalemate
        for drawn in [Outcome::WhiteStalemates, Outcome::Draw] {
            game.set_result(drawn);
            assert_eq!((game.outcome(), game.tag("Result")), (Outcome::Draw, Some("1/2-1/2")));
        }
        game.set_tag("White", "A\"").expect("a quote can be escaped");
        game.remove_tag("white").unwrap();
        assert_eq!(game.tag("White"), None);

        let mut other = Game::new(Variant::Chess);
        other.add_comment(NodeId::START, "hexes").unwrap();
        other.set_tag("Variant", "C'escacs").unwrap();
        assert_eq!((other.rules(), other.comments().count()), ("cescacs", 1));
    }

    #[test]
    fn a_tag_that_would_be_lost_or_changed_is_refused() {
        for variant in [Variant::Chess, Variant::Cescacs] {
            let mut game = Game::new(variant);
            game.set_tag("Annotator", " \"Ñ\\ [1] {x} ").expect("what is escaped can be read again");
            let before = game.clone();
            for (name, value) in [
                ("", "x"),
                ("123", "x"),
                ("White Elo", "x"),
                ("Año", "x"),
                ("White", "A\nB"),
                ("White", "\u{7}"),
                ("White", "a\u{202e}b"),
                ("FEN", "4k3/8/8/8/8/8/8/4K2R\nw K - 0 7"),
                ("TLPD", "/27:1k/25:r2r/3:R2R/1:1K/\tw RKRrkr - 0 1"),
            ] {
                let refused = game.set_tag(name, value);
                assert!(matches!(refused, Err(EditError::Tag { .. })), "{variant:?} {name:?} {value:?}");
                assert!(game == before && game.tags == before.tags, "{name:?} {value:?}");
            }
        }
        let mut game = Game::new(Variant::Chess);
        let refused = game.set_tag("PieceLetters", "de").expect_err("moves are written in English letters");
        assert_eq!(refused.to_string(), "the tag `PieceLetters` cannot be written with the value `de`");
    }
}

#[cfg(test)]
mod tree_edit_tests {
    use crate::library::{EditError, Game, Move, NodeId};

    fn game(text: &str) -> Game {
        crate::parse(text).next().unwrap().unwrap()
    }

    fn movetext(game: &Game) -> String {
        let text = game.to_string();
        text.split_once("\n\n").unwrap().1.trim_end().replace('\n', " ")
    }

    fn id(game: &Game, san: &str) -> NodeId {
        game.moves().find(|played| played.san() == san).unwrap().id()
    }

    #[test]
    fn promoting_exchanges_a_variation_with_its_line() {
        let text = "{0} 1. e4 {1} (1. d4 {2} (1. c4 e5) 1... d5) (1. Nf3) 1... e5 (1... c5) *";
        for (promoted, expected) in [
            ("e5", text),
            ("d5", "{0} 1. d4 {2} (1. e4 {1} 1... e5 (1... c5)) (1. c4 e5) (1. Nf3) 1... d5 *"),
            ("c5", "{0} 1. e4 {1} (1. d4 {2} (1. c4 e5) 1... d5) (1. Nf3) 1... c5 (1... e5) *"),
        ] {
            let mut game = game(text);
            let first = game.main_line().find(|played| played.san() == promoted).map(Move::id);
            game.promote(first.unwrap_or_else(|| id(&game, promoted))).unwrap();
            assert_eq!(movetext(&game), expected, "{promoted}");
        }
        let mut of_all = game("1. e4 ({why} 1. d4) *");
        of_all.promote(id(&of_all, "d4")).unwrap();
        assert_eq!(movetext(&of_all), "{why} 1. d4 (1. e4) *");
    }

    #[test]
    fn removing_a_move_removes_everything_after_it_and_no_more() {
        let text = "1. e4 {1} (1. d4 (1. c4 e6) 1... d5) 1... e5 2. Nf3 *";
        for (removed, expected) in [
            ("d4", "1. e4 {1} (1. c4 e6) 1... e5 2. Nf3 *"),
            ("c4", "1. e4 {1} (1. d4 d5) 1... e5 2. Nf3 *"),
            ("e5", "1. e4 {1} (1. d4 (1. c4 e6) 1... d5) *"),
            ("e4", "1. d4 (1. c4 e6) 1... d5 *"),
        ] {
            let mut game = game(text);
            let removed = id(&game, removed);
            game.remove(removed).unwrap();
            assert_eq!(movetext(&game), expected);
            assert!(game.get(removed).is_none() && game.position(removed).is_none());
            assert!(matches!(game.add_comment(removed, ""), Err(EditError::NoSuchMove)));
            assert!(matches!(game.play_after(removed, "a6"), Err(EditError::NoSuchMove)));
        }
    }

    #[test]
    fn an_alternative_written_after_the_reply_moves_with_its_move() {
        let text = "[Variant \"C'escacs\"] 1. H6-H10, D22-D18 (1. H6-H8, D22-D20) 2. I5-I9 *";
        let mut promoted = game(text);
        promoted.promote(id(&promoted, "H6-H8")).unwrap();
        assert_eq!(movetext(&promoted), "1. H6-H8 (1. H6-H10, D22-D18 .2. I5-I9) 1. …, D22-D20: *");
        let mut removed = game(text);
        removed.remove(id(&removed, "H6-H10")).unwrap();
        assert_eq!(movetext(&removed), "1. H6-H8, D22-D20: *");
    }
}
