//! The head and the foot of a page.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::iter;
use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use shakmaty::Color;

use super::boards::{BOARDS, Board, code};
use super::diagram::{HIGHLIGHTS, marker_class};
use super::keys;
use crate::format::{FormatOptions, Frame};
use crate::message::Language;
use crate::notation::ctl::CtlAn;
use crate::notation::pgn::San;
use crate::picture::{
    Highlight, PictureOptions, PieceColors, PieceOutline, Theme, awaiting_mark, mark_color, mark_edge,
    outline,
};
use crate::rules::{CellShape, Geometry, PieceKind, Point, Shade};
use crate::syntax::{MarkColor, Nag, Notation};
use crate::text::XmlText;

/// The script, whose parts share one scope.
pub(super) static SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let script = concat!(
        include_str!("script/positions.js"),
        include_str!("script/games.js"),
        include_str!("script/navigate.js"),
        include_str!("script/exercise.js"),
        include_str!("script/autoplay.js"),
        include_str!("script/list.js"),
        include_str!("script/player.js"),
        include_str!("script/board.js"),
        include_str!("script/keys.js"),
    );
    let operators =
        [" => ", " === ", " !== ", " && ", " || ", " ?? ", " ? ", " : ", " = ", " + ", " - ", " * "];
    compact(script, &[&operators[..], &SPACED].concat())
});

/// The signs around which neither scripts nor styles need spaces.
const SPACED: [&str; 10] = [" {", " }", " > ", "{ ", ": ", "; ", ", ", "{\n", ";\n", ",\n"];

/// Returns a script or a style without indents, comments, needless semicolons and the spaces around some signs, which
/// take a tenth of a page.
fn compact(source: &str, spaced: &[&str]) -> String {
    let is_comment = |line: &str| line.starts_with("//") || line.starts_with("/*") && line.ends_with("*/");
    let lines = source.lines().map(str::trim).filter(|line| !line.is_empty() && !is_comment(line));
    let text = lines.flat_map(|line| [line, "\n"]).collect::<String>().replace("; }", " }");
    spaced.iter().fold(text, |text, sign| text.replace(sign, sign.trim()))
}

/// Sets the class `js`, for the style, before the first game is drawn. Removes it if the script
/// fails, as in a browser that is too old for it. The page is then the same as without a script.
const EARLY_SCRIPT: &str = "document.documentElement.classList.add('js');\
                            addEventListener('error', () => document.documentElement.classList.remove('js'))";

/// Returns the head and the foot of a page. Writing to a string cannot fail.
pub(super) fn frame(options: &FormatOptions, hides_moves: bool) -> Frame {
    let FormatOptions { language, picture, .. } = options;
    let style = style();
    let title = XmlText(language.page.games);
    let mut head = String::from("<!DOCTYPE html>\n");
    let _ = write!(
        head,
        "<html lang={} data-theme={}>\n<head>\n<meta charset=utf-8>\n<title>{title}</title>\n\
         <meta name=viewport content=\"width=device-width, initial-scale=1\">\n\
         <meta name=color-scheme content=\"light dark\">\n\
         <meta name=generator content=\"escaque {}\">\n\
         <meta http-equiv=Content-Security-Policy content=\"default-src 'none'; script-src '{}' '{}'; \
         style-src '{}'; base-uri 'none'; form-action 'none'\">\n",
        language.tag,
        picture.theme.name(),
        env!("CARGO_PKG_VERSION"),
        source_hash(EARLY_SCRIPT),
        source_hash(&SCRIPT),
        source_hash(&style),
    );
    let _ = write!(
        head,
        "<style>{style}</style>\n<script>{EARLY_SCRIPT}</script>\n</head>\n<body>\n<header><h1>{title}</h1></header>\n"
    );
    write_drawings(picture, &mut head);
    head += if hides_moves { "<main class=exercises>\n" } else { "<main>\n" };
    let solutions = format!("<h2 class=solutions>{}</h2>\n", XmlText(language.solutions));
    let solutions = if hides_moves { &*solutions } else { "" };
    // no text may end the element of the script, as `</script>` would
    let facts = facts(options, hides_moves).to_string().replace('<', "\\u003c");
    let foot = format!(
        "{solutions}</main>\n<script type=application/json id=facts>{facts}</script>\n<script>{}</script>\n</body>\n</html>\n",
        *SCRIPT
    );
    // a page without games would have nothing to show
    Frame { head, foot, stands_alone: false }
}

/// Returns the hash of a script or a style, by which the policy of a page allows it.
fn source_hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// Returns the style: `page.css`, followed by the rules that depend on the boards, the themes and
/// the pieces.
fn style() -> String {
    let mut style = String::from(include_str!("page.css"));
    for board @ Board { id, .. } in BOARDS.iter() {
        // by default, markers scale with the width of strokes
        let _ = writeln!(style, "[data-b={id}] .d > path {{ stroke-width: {}; }}", board.scale());
    }
    for theme in Theme::ALL {
        let _ = writeln!(style, "[data-theme={}] {{ {} }}", theme.name(), variables(theme));
    }
    // after the themes and with the element, so that it prevails over each of them
    let _ = writeln!(style, "@media print {{ html[data-theme] {{ {} }} }}", variables(Theme::Print));
    for (side, kind) in sides_and_kinds() {
        let class = marker_class(code(kind, side));
        let _ = writeln!(style, ".{class} {{ marker: url(#{class}); }}");
    }
    for (class, _) in HIGHLIGHTS {
        for Board { id, .. } in BOARDS.iter() {
            let _ = writeln!(style, "[data-b={id}] .{class} {{ marker: url(#{class}-{id}); }}");
        }
    }
    for color in MarkColor::ALL {
        let name = color.name();
        let _ = writeln!(style, ".arrow.{name} {{ fill: var(--mark-{name}); }}");
        let _ = writeln!(style, ".arrow.{name}, .edge.{name} {{ stroke: {}; }}", mark_edge(color));
        let _ = writeln!(style, ".circle.{name} {{ stroke: var(--mark-{name}); }}");
    }
    compact(&style, &[&SPACED[..], &["}\n"]].concat())
}

/// Returns the CSS variables with the colours of a theme.
fn variables(theme: Theme) -> String {
    let mut text = String::new();
    for shade in Shade::ALL {
        let _ = write!(text, "--{}: {}; ", shade_name(shade), theme.cell(shade, Highlight::None));
    }
    let highlights = [
        ("moved-light", Shade::Light, Highlight::LastMove, 7),
        ("moved", Shade::Dark, Highlight::LastMove, 7),
        ("check", Shade::Dark, Highlight::Check, 14),
    ];
    for (name, shade, highlight, width) in highlights {
        // as in pictures, a theme without colours has outlines
        let _ = match theme.is_colorless() {
            true => write!(text, "--{name}: none; --{name}-line: {width}; "),
            false => write!(text, "--{name}: {}; --{name}-line: 0; ", theme.cell(shade, highlight)),
        };
    }
    for color in MarkColor::ALL {
        let _ = write!(text, "--mark-{}: {}; ", color.name(), mark_color(color, theme));
    }
    let _ = write!(text, "--line-between: {}; ", if theme.is_colorless() { "#000" } else { "none" });
    for (name, side) in [("white", Color::White), ("black", Color::Black)] {
        let PieceColors { fill, border, line } = PieceColors::of(side, theme);
        let _ = write!(text, "--{name}: {fill}; --{name}-border: {border}; --{name}-line: {line}; ");
    }
    text
}

/// Lists the pieces of both sides.
fn sides_and_kinds() -> impl Iterator<Item = (Color, PieceKind)> {
    Color::ALL.into_iter().flat_map(|side| PieceKind::ALL.map(|kind| (side, kind)))
}

/// Writes the drawings that diagrams refer to: the pieces and the empty boards.
fn write_drawings(options: &PictureOptions, out: &mut String) {
    *out += "<svg width=0 height=0 class=drawings aria-hidden=true><defs>\n";
    let path = |class: &str, data: &str| format!("<path class={class} d=\"M0 0{data}\"/>");
    let symbol = |id: char, paths: &str| {
        format!(
            "<symbol id={id} width=100 height=100 viewBox=\"0 0 100 100\" overflow=visible>{paths}</symbol>\n"
        )
    };
    for kind in PieceKind::ALL {
        let PieceOutline { body, line } = outline(kind);
        *out += &symbol(char::from(kind.letter()), &(path("body", body) + &path("line", line)));
    }
    for (side, kind) in sides_and_kinds() {
        let (id, class) = (marker_class(code(kind, side)), side.fold_wb('w', 'b'));
        let _ = writeln!(
            out,
            "<marker id={id} class={class} viewBox=\"0 0 100 100\" refX=50 refY=50 markerWidth=100 \
             markerHeight=100 overflow=visible><use href=#{} /></marker>",
            char::from(kind.letter())
        );
    }
    *out += &symbol('a', &path("awaiting", awaiting_mark().body));
    for board in BOARDS.iter() {
        write_board(board, options, out);
    }
    *out += "</defs></svg>\n";
}

/// Writes an empty board: the cells alone, for the script, and the cells with the labels, for diagrams.
fn write_board(board: &Board, options: &PictureOptions, out: &mut String) {
    let Board { id, geometry, .. } = board;
    let _ = write!(out, "<g id={id}-cells>");
    for shade in Shade::ALL {
        let cells = geometry.cells.iter().filter(|cell| cell.shade == shade);
        let outlines: String = cells.map(|cell| outline_of(geometry.shape, cell.centre)).collect();
        if !outlines.is_empty() {
            let _ = write!(out, "<path class={} d=\"{outlines}\"/>", shade_name(shade));
        }
    }
    *out += "</g>\n";
    for (class, classes) in HIGHLIGHTS {
        let outline = outline_of(geometry.shape, Point::default());
        let _ = writeln!(
            out,
            "<marker id={class}-{id} overflow=visible><path class=\"{classes}\" d=\"{outline}\"/></marker>"
        );
    }
    let _ = write!(out, "<g id={id} transform=scale({})><use href=#{id}-cells", board.scale());
    if options.flipped {
        let _ = write!(out, " transform=\"rotate(180 {} {})\"", geometry.size.x / 2, geometry.size.y / 2);
    }
    *out += " /><g class=label>";
    if options.coordinates {
        for label in &geometry.labels {
            let turned = if options.flipped { geometry.opposite(label.centre) } else { label.centre };
            let _ = write!(out, "<text x={} y={}>{}</text>", turned.x, turned.y + 10, XmlText(&label.text));
        }
    }
    *out += "</g></g>\n";
}

const fn shade_name(shade: Shade) -> &'static str {
    match shade {
        Shade::Light => "light",
        Shade::Dark => "dark",
        Shade::Coloured => "coloured",
    }
}

/// Returns the outline of a cell as SVG path data.
fn outline_of(shape: CellShape, Point { x, y }: Point) -> String {
    let corners = shape.corners().iter().zip("M".chars().chain(iter::repeat('L')));
    let corners = corners.map(|(corner, command)| format!("{command}{} {}", x + corner.x, y + corner.y));
    corners.collect::<String>() + "z"
}

/// Returns the facts that the script needs: the boards, the options, the words and the keys.
fn facts(options: &FormatOptions, hides_moves: bool) -> Value {
    let FormatOptions { language, picture, move_text, .. } = options;
    let [square, hex] = &*BOARDS;
    json!({
        "boards": {
            square.id: board_facts(square, San::words(language)),
            hex.id: board_facts(hex, CtlAn::words(language)),
        },
        "flipped": picture.flipped,
        "coordinates": picture.coordinates,
        "marks": picture.marks,
        "hidesMoves": hides_moves,
        "figurines": move_text.letters.is_none(),
        // the space around the board of the player, for its labels and for parts that stick out of cells
        "margin": if picture.coordinates { Geometry::MARGIN } else { 6 },
        "themes": Theme::ALL.map(Theme::name),
        "words": words(language),
        "annotations": annotations(language),
        "keys": keys::facts(language),
        "start": language.initial_position,
    })
}

/// Returns what annotations mean, by their numbers.
fn annotations(language: &Language) -> BTreeMap<u8, &'static str> {
    (0..=u8::MAX).filter_map(|number| Some((number, Nag(number).meaning(language)?))).collect()
}

/// The words that pages share with the viewer.
const SHARED_WORDS: &str = "go_to go_to_hint bad_target no_such_move no_such_game no_variation is_first_game \
                            is_last_game stopped pace clocks comments_help no_comment no_comment_on no_comment_back \
                            no_mistake_on no_mistake_back no_reference no_way_back";

/// Returns the words of pages, including those that they share with other formats and the viewer.
fn words(language: &Language) -> BTreeMap<&'static str, &'static str> {
    let is_shared = |(name, _): &(&str, &str)| SHARED_WORDS.split(' ').any(|shared| shared == *name);
    let shared = language.viewer.entries().into_iter().filter(is_shared);
    language.page.entries().into_iter().chain(shared).chain([("opening", language.opening)]).collect()
}

/// What the script says of positions, by the names of the texts without `spoken_`.
const SAID: &str = "move castles_king castles_queen goes takes check mate stalemate and and_before_i no_pieces pocket \
                    nothing awaiting checks_given turn turn_in_check";

fn board_facts(board: &Board, language: &Language) -> Value {
    let cell = |(cell, name): (usize, &String)| {
        let place = board.geometry.cells[cell];
        json!([name, place.centre.x, place.centre.y, shade_name(place.shade)])
    };
    let label = |label: &crate::rules::LabelPlace| json!([label.text, label.centre.x, label.centre.y]);
    let kinds = PieceKind::ALL.map(|kind| {
        let names = kind.names(language);
        let facts = json!([board.letter_of(kind).to_string(), names.alone, names.several, names.of_one]);
        json!([char::from(kind.letter()).to_string(), facts])
    });
    let lines = board.lines.iter().map(|(label, cells)| json!([label, cells]));
    let said = language.entries().into_iter().filter_map(|(name, text)| {
        let name = name.strip_prefix("spoken_").filter(|name| SAID.split(' ').any(|said| said == *name));
        name.zip(Some(text))
    });
    let said: BTreeMap<_, _> = said.collect();
    json!({
        "start": board.start.parts(),
        "size": [board.geometry.size.x, board.geometry.size.y],
        "outline": outline_of(board.geometry.shape, Point::default()),
        "cells": board.names.iter().enumerate().map(cell).collect::<Vec<_>>(),
        "labels": board.geometry.labels.iter().map(label).collect::<Vec<_>>(),
        "order": board.diagram.cells_by_column(),
        "lines": lines.collect::<Vec<_>>(),
        // an array, because the order of the kinds matters and an object in JSON does not keep it
        "kinds": kinds,
        "white": [language.white_side, language.white],
        "black": [language.black_side, language.black],
        "said": said,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::ENGLISH;

    #[test]
    fn the_script_uses_every_word() {
        // the names of buttons are those of their commands
        let is_button =
            |word: &str| [',', '{'].iter().any(|gap| SCRIPT.contains(&format!("{gap}{word}:\"M")));
        let in_help = keys::facts(&ENGLISH).to_string();
        for (word, text) in words(&ENGLISH) {
            let is_used =
                SCRIPT.contains(&format!("words.{word}")) || is_button(word) || in_help.contains(text);
            assert!(is_used, "{word}");
        }
    }
}
