//! The facts that a question names.

/// A fact that is compared with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact<'q> {
    /// Of a game.
    Game(GameFact<'q>),
    /// Of a position.
    Command(CommandFact),
}

/// A fact of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameFact<'q> {
    /// The number of plies of the main line.
    Plies,
    /// The kind of chess.
    Variant,
    /// The name of the opening, which the positions tell.
    Opening,
    /// The result behind the moves.
    Result,
    /// The values of tags.
    Tags(TagNames<'q>),
}

/// The tags that a fact is the value of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagNames<'q> {
    /// Those of the players.
    Players,
    /// Those of their ratings.
    Ratings,
    /// A single one.
    One(&'q str),
}

/// A fact of a position, which a command in a comment tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommandFact {
    /// The clock of the side that has moved, `[%clk]`.
    Clock,
    /// The evaluation, `[%eval]`.
    Eval,
}

/// What a game may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part<'q> {
    /// A comment.
    Comment,
    /// A variation.
    Variation,
    /// An error.
    Error,
    /// A command in a comment.
    Command(CommandFact),
    /// A known value of a fact.
    Known(GameFact<'q>),
}

/// The names of the facts that are no tags.
const FACTS: [(&str, Fact<'static>); 7] = [
    ("plies", Fact::Game(GameFact::Plies)),
    ("variant", Fact::Game(GameFact::Variant)),
    ("opening", Fact::Game(GameFact::Opening)),
    ("player", Fact::Game(GameFact::Tags(TagNames::Players))),
    ("elo", Fact::Game(GameFact::Tags(TagNames::Ratings))),
    ("clock", Fact::Command(CommandFact::Clock)),
    ("eval", Fact::Command(CommandFact::Eval)),
];

/// The names of the parts that are no facts.
const PARTS: [(&str, Part<'static>); 3] =
    [("comment", Part::Comment), ("variation", Part::Variation), ("error", Part::Error)];

impl<'q> Fact<'q> {
    /// Returns the fact with a name.
    pub(super) fn of(name: &'q str) -> Fact<'q> {
        match FACTS.into_iter().find(|(known, _)| *known == name) {
            Some((_, fact)) => fact,
            None if name == "Result" => Fact::Game(GameFact::Result),
            None => Fact::Game(GameFact::Tags(TagNames::One(name))),
        }
    }

    /// Lists the names of the facts that are no tags.
    pub(super) fn names() -> impl Iterator<Item = &'static str> + Clone {
        FACTS.into_iter().map(|(name, _)| name)
    }
}

impl<'q> TagNames<'q> {
    /// Returns the names of the tags.
    pub(super) fn all(self) -> Vec<String> {
        let names = |names: [&str; 2]| names.map(str::to_owned).into();
        match self {
            TagNames::Players => names(["White", "Black"]),
            TagNames::Ratings => names(["WhiteElo", "BlackElo"]),
            TagNames::One(name) => vec![name.to_owned()],
        }
    }

    /// Returns the name of one of them, whose values are of the same kind as those of the others.
    pub(super) const fn first(self) -> &'q str {
        match self {
            TagNames::Players => "White",
            TagNames::Ratings => "WhiteElo",
            TagNames::One(name) => name,
        }
    }
}

impl<'q> Part<'q> {
    /// Returns the part with a name.
    pub(super) fn of(name: &'q str) -> Part<'q> {
        match PARTS.into_iter().find(|(known, _)| *known == name) {
            Some((_, part)) => part,
            None => match Fact::of(name) {
                Fact::Game(fact) => Part::Known(fact),
                Fact::Command(command) => Part::Command(command),
            },
        }
    }

    /// Lists the names of the parts that are no tags.
    pub(super) fn names() -> impl Iterator<Item = &'static str> + Clone {
        PARTS.into_iter().map(|(name, _)| name).chain(Fact::names())
    }
}
