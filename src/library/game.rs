//! A game that owns its text and its moves.

use std::ops::Deref;
use std::sync::Arc;

use super::moves::{Line, Move, Moves, Walk};
use super::tree::{NodeId, OwnedComment, Tree};
use super::tree_builder::build_tree;
use super::{GameError, Position, Problem, Reader};
use crate::message::Diagnostic;
use crate::notation::{AnyGame, Variant, with_game};
use crate::picture::{PictureOptions, Scene};
use crate::rules::{Draw, FenField, Geometry, Illegal, Rules, SetupError, SetupFault, with_rules};
use crate::syntax::{
    self, CommandValues, MoveNumber, Node, Notation, NotationKind, Outcome, TagPair, write_tag,
};
use crate::text::{Source, Span, Text};

/// A game: its tags, its moves with their variations, its result.
///
/// Two games are equal if their notation and their text are equal.
///
/// # Examples
///
/// ```
/// use escaque::{Game, NodeId, Outcome, Variant};
///
/// let mut game = Game::new(Variant::Chess);
/// game.set_tag("White", "Morphy, Paul")?;
/// let pawn = game.play("e4")?;
/// game.play("e5")?;
/// game.add_comment(pawn, "best by test")?;
/// game.add_variation(NodeId::START, &["d4", "d5"])?;
/// game.set_result(Outcome::Draw);
/// assert!(game.to_string().ends_with("1. e4 {best by test} (1. d4 d5) 1... e5 1/2-1/2\n\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) notation: NotationKind,
    pub(super) tags: Tags,
    /// The number before the first move, from which CTL-PGN counts if the position has no number.
    pub(super) first_number: Option<MoveNumber>,
    pub(crate) tree: Tree,
    /// The comments after the result.
    pub(super) after: Vec<OwnedComment>,
    pub(super) outcome: Outcome,
    /// Whether the game has been cut off at an error.
    pub(super) is_incomplete: bool,
    pub(super) warnings: Arc<[Problem]>,
}

/// A tag pair: a name and a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    pub(super) name: String,
    pub(super) value: String,
}

impl Tag {
    /// Returns the name, in its standard spelling if escaque knows the tag.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the value without quotes and escapes.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }
}

/// The tag pairs of a game, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(pub(super) Vec<Tag>);

impl Tags {
    /// Returns the value of the first tag with a name, ignoring case.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.iter().find(|tag| tag.name.eq_ignore_ascii_case(name)).map(Tag::value)
    }
}

impl Deref for Tags {
    type Target = [Tag];

    fn deref(&self) -> &[Tag] {
        &self.0
    }
}

impl Game {
    /// Creates a game without moves.
    #[must_use]
    pub fn new(variant: Variant) -> Game {
        // expect(): every variant has an initial position, and tests read them all
        Game::with_start(variant, None).expect("the variant has an initial position")
    }

    /// Creates a game without moves from a starting position in FEN, or in TLPD for C'escacs.
    ///
    /// # Errors
    ///
    /// Returns [`GameError`], with the place in `fen`, if the description cannot be read or the position is impossible.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::{Game, Variant};
    ///
    /// let mut puzzle = Game::from_fen(Variant::Chess, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")?;
    /// puzzle.play("Ra8#")?;
    /// assert!(puzzle.to_string().contains("[SetUp \"1\"]\n\n1. Ra8# *"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_fen(variant: Variant, fen: &str) -> Result<Game, GameError> {
        Game::with_start(variant, Some(fen))
    }

    fn with_start(variant: Variant, fen: Option<&str>) -> Result<Game, GameError> {
        let source = Source::new("<fen>", fen.unwrap_or_default().as_bytes().to_vec());
        let (name, tag) = match variant {
            Variant::Cescacs => (Some("C'escacs"), "TLPD"),
            _ => (variant.tag_value(), "FEN"),
        };
        let tags = [("Variant", name), (tag, fen)];
        let game = match variant {
            Variant::Cescacs => AnyGame::Ctl(beginning(&source, variant, tags)),
            _ => AnyGame::Pgn(beginning(&source, variant, tags)),
        };
        let begun = with_rules!(&game, R, game => begun::<R>(game, fen.is_some()));
        begun.map_err(|SetupError { fault, span }| {
            let problem = Problem::new(Diagnostic::error(fault, span, None), &source, 1);
            GameError::of_game(vec![problem], with_game!(&game, game => tags_of(game)), None)
        })
    }

    /// Creates a game without moves from its tags. The place of an error is in the text of these
    /// tags.
    pub(super) fn of_tags<'t>(tags: impl Iterator<Item = (&'t str, &'t str)>) -> Result<Game, GameError> {
        let mut text = String::new();
        tags.for_each(|(name, value)| write_tag(name, value, &mut text));
        // expect(): a text with a result has a game
        let game = Reader::of_text(text + "*").next().expect("the text has a game")?;
        Ok(Game { warnings: [].into(), ..game })
    }

    /// Creates a game from its AST, up to its error if it has one. `played` holds the moves of the main line that are
    /// already resolved. Returns `None` if its starting position cannot be set up.
    pub(crate) fn read<R: Rules>(
        game: &syntax::Game<'_, R::Notation>,
        illegal: Illegal,
        played: &[R::Move],
    ) -> Option<Game> {
        let start = R::set_up(game).ok()?.position;
        let (tree, after) = build_tree(game, start, illegal, played);
        let first_number = game.movetext.iter().find_map(|element| match element.node {
            Node::MoveNumber(number) => Some(number),
            _ => None,
        });
        Some(Game {
            // expect(): games come from `AnyGames`, which reads the notations of this library
            notation: R::Notation::KIND.expect("the notation is one of this library's"),
            tags: tags_of(game),
            first_number,
            tree,
            after,
            outcome: game.written_outcome(),
            is_incomplete: game.cut_at.is_some(),
            warnings: [].into(),
        })
    }

    /// Returns the notation that the game is written in.
    #[must_use]
    pub fn notation(&self) -> NotationKind {
        self.notation
    }

    /// Returns the name of the rules for programs: `chess`, `atomic`, `cescacs`.
    #[must_use]
    pub fn rules(&self) -> &'static str {
        self.start().rules()
    }

    /// Returns the tags, in the order of the file.
    ///
    /// # Examples
    ///
    /// ```
    /// let game = escaque::parse("[White \"A\"] [Black \"B\"] *").next().ok_or("no game")??;
    /// let line: Vec<_> = game.tags().iter().map(|tag| format!("{}={}", tag.name(), tag.value())).collect();
    /// assert_eq!(line.join("; "), "White=A; Black=B");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// Returns the value of the first tag with a name, ignoring case.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.tag(name)
    }

    /// Returns the position that the game starts from.
    #[must_use]
    pub fn start(&self) -> &Position {
        self.tree.start()
    }

    /// Returns the scene of the starting position, to be drawn on the geometry of its
    /// [diagram](Position::diagram), with the arrows and circles of the comments before the first move.
    #[must_use]
    pub fn start_scene(&self, geometry: Arc<Geometry>, options: PictureOptions) -> Scene {
        let values = CommandValues::of(None, self.comments());
        self.start().scene_after(None, &values, geometry, options)
    }

    /// Returns the position after the last move of the main line.
    #[must_use]
    pub fn end(&self) -> Position {
        self.tree.position(self.tree.end_of_line(0))
    }

    /// Returns the result.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::Outcome;
    ///
    /// let text = "1. f3 e5 2. g4 Qh4# 0-1 1. e4 1/2-1/2 1. d4 *";
    /// let outcomes: Result<Vec<_>, _> = escaque::parse(text).map(|game| Ok(game?.outcome())).collect();
    /// assert_eq!(outcomes?, [Outcome::BlackWins, Outcome::Draw, Outcome::Unknown]);
    /// # Ok::<(), escaque::GameError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Returns whether the game was cut off at an error.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        self.is_incomplete
    }

    /// Returns the warnings about the game as it was read, in the order of the text. One of them says how
    /// many tags and comments are not UTF-8, if there are any.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::LanguageCode;
    ///
    /// let game = escaque::parse("1. e4+ e5 *").next().ok_or("no game")??;
    /// let catalan = LanguageCode::Ca.language();
    /// for warning in game.warnings() {
    ///     println!("{:?}: {}", warning.line(), warning.message(catalan));
    /// }
    /// assert_eq!(game.warnings().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn warnings(&self) -> &[Problem] {
        &self.warnings
    }

    /// Returns the comments before the first move, trimmed.
    pub fn comments(&self) -> impl Iterator<Item = &str> {
        self.tree.node(0).comments().filter_map(OwnedComment::text)
    }

    /// Returns the comments after the result.
    pub fn comments_after(&self) -> impl Iterator<Item = &str> {
        self.after.iter().filter_map(OwnedComment::text)
    }

    /// Returns the first move of the main line.
    #[must_use]
    pub fn first_move(&self) -> Option<Move<'_>> {
        self.tree.next(0).map(|at| Move::new(self, at))
    }

    /// Returns the last move of the main line.
    #[must_use]
    pub fn last_move(&self) -> Option<Move<'_>> {
        self.get(NodeId(self.tree.end_of_line(0)))
    }

    /// Returns the moves of the main line.
    ///
    /// # Examples
    ///
    /// ```
    /// // what an engine wants to know of a game
    /// let game = escaque::parse("1. e4 e5 (1... c5) 2. Nf3 *").next().ok_or("no game")??;
    /// let moves: Vec<_> = game.main_line().map(|played| played.uci()).collect();
    /// assert_eq!(format!("position startpos moves {}", moves.join(" ")), "position startpos moves e2e4 e7e5 g1f3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn main_line(&self) -> Line<'_> {
        Line { next: self.first_move() }
    }

    /// Returns all moves, variations included, in the order in which they are written.
    #[must_use]
    pub fn moves(&self) -> Moves<'_> {
        Moves::of(self)
    }

    /// Walks the main line: each move with the position after it.
    ///
    /// # Examples
    ///
    /// ```
    /// // where has the last queen gone?
    /// let text = "1. e4 d5 2. exd5 Qxd5 3. Qf3 Qxf3 4. Nxf3 *";
    /// let game = escaque::parse(text).next().ok_or("no game")??;
    /// let queens = |fen: &str| fen.chars().take_while(|c| *c != ' ').filter(|c| "Qq".contains(*c)).count();
    /// let mut walk = game.walk();
    /// let (last, _) = walk.find(|(_, position)| queens(&position.fen()) == 0).ok_or("queens are left")?;
    /// assert_eq!((last.number(), last.san()), (4, "Nxf3".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn walk(&self) -> Walk<'_, Line<'_>> {
        Walk::new(self, self.main_line())
    }

    /// Walks all moves, variations included: each with the position after it.
    ///
    /// # Examples
    ///
    /// ```
    /// // does anybody look at a position, be it in a variation?
    /// let game = escaque::parse("1. e4 e5 (1... c5 2. Nf3 d6) 2. d4 *").next().ok_or("no game")??;
    /// let sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    /// assert!(game.walk_all().any(|(_, position)| position.epd() == sicilian));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn walk_all(&self) -> Walk<'_, Moves<'_>> {
        Walk::new(self, self.moves())
    }

    /// Returns the move with an id. Returns `None` for the start and for a removed move.
    #[must_use]
    pub fn get(&self, id: NodeId) -> Option<Move<'_>> {
        self.tree.find(id).filter(|&at| at != NodeId::START.0).map(|at| Move::new(self, at))
    }

    /// Returns the position after a move, or the starting position. Returns `None` for a removed
    /// move.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::{Game, NodeId, Variant};
    ///
    /// let mut game = Game::new(Variant::Chess);
    /// let pawn = game.play("e4")?;
    /// game.play("e5")?;
    /// let position = game.position(pawn).ok_or("the move is there")?;
    /// assert_eq!(position.moves().count(), 20);
    /// assert_eq!(game.position(NodeId::START).as_ref(), Some(game.start()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn position(&self, id: NodeId) -> Option<Position> {
        Some(self.tree.position(self.tree.find(id)?))
    }

    /// Returns the rule by which the game is drawn after a move, or by which a draw may be claimed there. Ends
    /// by mate, by stalemate or by the rules of a variant are not included: [`Position::outcome`] returns those.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::rules::Draw;
    ///
    /// let game = escaque::parse("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *").next().unwrap()?;
    /// let last = game.last_move().unwrap();
    /// assert_eq!(game.draw(last.id()), Some(Draw::ThreefoldRepetition));
    /// assert_eq!(game.draw(last.previous().unwrap().id()), None);
    /// # Ok::<(), escaque::GameError>(())
    /// ```
    #[must_use]
    pub fn draw(&self, id: NodeId) -> Option<Draw> {
        let at = self.tree.find(id)?;
        let position = self.tree.position(at).board;
        let earlier = self.tree.line_back(at).skip(1).map(|at| self.tree.position(at).board.key());
        Draw::of(&*position, earlier.map(|earlier| earlier == position.key()))
    }
}

/// Returns the AST of a game without moves. Its source is the description of its start, as in a list of positions.
fn beginning<'s, N: Notation>(
    source: &'s Source,
    variant: Variant,
    tags: [(&'static str, Option<&'s str>); 2],
) -> syntax::Game<'s, N> {
    let mut game = syntax::Game::new(source.bytes());
    (game.variant, game.is_listed) = (Some(variant), true);
    let span = Span::new(0, source.bytes().len());
    let tag = |(name, value): (&'static str, Option<&'s str>)| {
        let (name, value) = (Text(name.as_bytes()), Text(value?.as_bytes()));
        Some(TagPair { name, value, span, name_span: span, value_span: span })
    };
    game.tags.extend(tags.into_iter().filter_map(tag));
    game
}

/// Sets up a game without moves, to which a description of its start may have been given.
fn begun<R: Rules>(game: &syntax::Game<'_, R::Notation>, has_fen: bool) -> Result<Game, SetupError> {
    // in a file, an unknown position is the initial one, but here somebody has meant another
    if R::set_up(game)?.given.is_none() && has_fen {
        let span = Span::new(0, game.text.0.len());
        return Err(SetupError { fault: SetupFault::BadFen(FenField::Whole), span });
    }
    // expect(): the start has just been set up
    Ok(Game::read::<R>(game, Illegal::Refused, &[]).expect("the game has a start"))
}

/// Returns the tags of a game. `Variant` is the variant that the game is read as.
pub(super) fn tags_of<N: Notation>(game: &syntax::Game<'_, N>) -> Tags {
    let text = |tag: &TagPair<'_>| Tag {
        name: tag.canonical_name().decode().into_owned(),
        value: syntax::Game::<N>::value_of(tag).into_owned(),
    };
    let mut tags: Vec<_> = game.tags.iter().map(text).collect();
    if let Some(variant) = game.variant.and_then(Variant::tag_value) {
        match tags.iter_mut().find(|tag| tag.name == "Variant") {
            Some(tag) => variant.clone_into(&mut tag.value),
            None => tags.push(Tag { name: "Variant".to_owned(), value: variant.to_owned() }),
        }
    }
    Tags(tags)
}
