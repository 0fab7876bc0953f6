//! The words of the language server in English.

use super::LspWords;

/// The words in English.
pub(in crate::message::lang) static ENGLISH: LspWords = LspWords {
    more_problems: "{count:one more problem is|# more problems are} not shown",

    replace_with: "Replace it with “{text}”",
    insert: "Insert “{text}”",
    delete: "Delete “{text}”",
    change: "Mend this",
    perhaps: "{action} (a guess)",
    fix_all: "Mend whatever is certain in this file",

    game: "Game {number}",

    tag_event: "The tournament or match",
    tag_site: "Where the game was played: city, region and country",
    tag_date: "When the game began: `YYYY.MM.DD`, with `?` for what is unknown; in CTL-PGN with hyphens",
    tag_round: "The round, or the numbers of round and board",
    tag_white: "The player of White, family name first",
    tag_black: "The player of Black, family name first",
    tag_result: "The result, the same as behind the moves",
    tag_fen: "The starting position, in Forsyth-Edwards notation",
    tag_setup: "`1` if the game begins from the position of the tag `FEN`",
    tag_variant: "The kind of chess",
    tag_eco: "The opening by its code in the Encyclopaedia of Chess Openings",
    tag_opening: "The name of the opening",
    tag_time_control: "The time that the players have, such as `40/7200:3600` or `300+2`",
    tag_termination: "How the game ended, such as `normal` or `time forfeit`",
    tag_annotator: "Who has commented on the game",
    tag_ply_count: "The number of moves of both sides",
    tag_elo: "The rating of the player",
    tag_title: "The title of the player, such as `GM`",
    tag_mode: "How the game was played: `OTB` over the board, `ICS` on a server",
    tag_piece_letters: "The letters of the pieces: a language, or the letters themselves",
    tag_tlpd: "The starting position, in the position notation of C'escacs",
    tag_redefine: "Letters for the pieces in place of the usual ones",
    tag_id: "What identifies the game, in place of event, site and round",
    tag_lang: "The language of the comments",
    tag_own: "A tag of the author's own",

    zugzwang: "zugzwang",
    space: "more space",
    development: "lead in development",
    initiative: "initiative",
    attack: "attack",
    compensation: "compensation for the material",
    counterplay: "counterplay",
    time_trouble: "time trouble",
    idea: "with the idea",
    novelty: "novelty",

    position: "Position",
    see_more: "`escaque --explain {code}` tells more",

    no_player: "there is no player's name here",
    name_is_empty: "a player needs a name",
};
