//! Tests how well the colours of boards can be told apart, in every theme and on every terminal.

use ratatui::style::Color;

use super::screen::evaluation::{BLACK, WHITE};
use super::theme::{ColorDepth, TextStyles, piece_color};
use crate::picture::{
    Ground, Highlight, PieceColors, Rgb, TEXTS, TextColor, Theme, flat_mark, mark_color, mark_edge,
};
use crate::rules::Shade;
use crate::syntax::MarkColor;

/// Lists the themes whose pieces have no ground of their own.
fn plain_themes() -> impl Iterator<Item = Theme> {
    Theme::ALL.into_iter().filter(|theme| !theme.has_piece_grounds())
}

const DEPTHS: [ColorDepth; 3] = [ColorDepth::Sixteen, ColorDepth::Palette256, ColorDepth::TrueColor];

/// Returns the red, green and blue of a colour in a terminal: xterm, where users may choose them.
fn shown(color: Color) -> [u8; 3] {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    match color {
        Color::Rgb(r, g, b) => [r, g, b],
        Color::Indexed(grey @ 232..) => [8 + 10 * (grey - 232); 3],
        Color::Indexed(index @ 16..) => {
            let index = usize::from(index - 16);
            [index / 36, index / 6 % 6, index % 6].map(|step| STEPS[step])
        }
        Color::Indexed(0) => [0, 0, 0],
        Color::Indexed(1) => [0xcd, 0, 0],
        Color::Indexed(2) => [0, 0xcd, 0],
        Color::Indexed(3) => [0xcd, 0xcd, 0],
        Color::Indexed(4) => [0, 0, 0xee],
        Color::Indexed(5) => [0xcd, 0, 0xcd],
        Color::Indexed(6) => [0, 0xcd, 0xcd],
        Color::Indexed(7) => [0xe5, 0xe5, 0xe5],
        Color::Indexed(8) => [0x7f, 0x7f, 0x7f],
        Color::Indexed(15) => [0xff, 0xff, 0xff],
        Color::Indexed(9) => [0xff, 0, 0],
        Color::Indexed(10) => [0, 0xff, 0],
        Color::Indexed(11) => [0xff, 0xff, 0],
        Color::Indexed(14) => [0, 0xff, 0xff],
        Color::Indexed(13) => [0xff, 0, 0xff],
        other => panic!("{other:?} is the colour of no cell, no piece, no mark and no text"),
    }
}

fn linear(rgb: [u8; 3]) -> [f64; 3] {
    rgb.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    })
}

/// Returns the relative luminance as WCAG 2.2 defines it.
fn luminance(rgb: [u8; 3]) -> f64 {
    let [r, g, b] = linear(rgb);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Returns the contrast of two colours as WCAG 2.2 defines it, from 1 to 21.
fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// Returns a colour in CIE L*a*b*, whose first coordinate is the lightness from 0 to 100.
fn lab(rgb: [u8; 3]) -> [f64; 3] {
    let [r, g, b] = linear(rgb);
    let f = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.950_47);
    let y = f(luminance(rgb));
    let z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.088_83);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Returns the distance of two colours, of which about 2 can just be seen (CIE76).
fn distance(one: [u8; 3], other: [u8; 3]) -> f64 {
    lab(one).into_iter().zip(lab(other)).map(|(one, other)| (one - other).powi(2)).sum::<f64>().sqrt()
}

fn cell(theme: Theme, shade: Shade, highlight: Highlight, depth: ColorDepth) -> [u8; 3] {
    shown(depth.color(theme.cell_color(shade, highlight)).unwrap())
}

/// Lists the shades with each highlight.
fn cells() -> impl Iterator<Item = (Shade, Highlight)> {
    Shade::ALL.into_iter().flat_map(|shade| Highlight::ALL.map(|highlight| (shade, highlight)))
}

fn piece(side: shakmaty::Color, depth: ColorDepth) -> [u8; 3] {
    shown(depth.color(piece_color(side)).unwrap())
}

/// Pieces without a ground of their own stand out from every cell by 3 to 1, as WCAG wants it of graphical
/// objects. Of the 256 colours no green is dark enough for white pieces, light enough for black ones, and
/// darker than the other shades, so there black ones have 2.6 to 1.
#[test]
fn pieces_stand_out_from_every_cell() {
    for depth in [ColorDepth::Palette256, ColorDepth::TrueColor] {
        for theme in plain_themes() {
            for (shade, highlight) in cells() {
                let cell = cell(theme, shade, highlight, depth);
                let white = contrast(cell, piece(shakmaty::Color::White, depth));
                let black = contrast(cell, piece(shakmaty::Color::Black, depth));
                let is_dark_green =
                    (theme, shade, depth) == (Theme::Green, Shade::Dark, ColorDepth::Palette256);
                let least = if is_dark_green { 2.6 } else { 3.0 };
                let name = format!("{theme:?} {shade:?} {highlight:?} {depth:?}");
                assert!(white >= 3.0 && black >= least, "{name}: white {white:.2}, black {black:.2}");
            }
        }
    }
}

/// Every text stands out from its ground by 5 to 1: with many colours also from grounds that are not quite black or
/// white, those of Nord and Catppuccin among them.
#[test]
fn texts_stand_out_from_their_ground() {
    let grounds = [
        (Ground::Dark, [[0; 3], [0x18; 3], [0x2e, 0x34, 0x40]]),
        (Ground::Light, [[0xff; 3], [0xfa; 3], [0xef, 0xf1, 0xf5]]),
    ];
    for (ground, shades) in grounds {
        for depth in DEPTHS {
            let texts = TextStyles::new(depth, Some(ground));
            let count = if depth == ColorDepth::Sixteen { 1 } else { shades.len() };
            for (text, ..) in TEXTS {
                let color = texts.colored(text).fg.expect("a text has a colour");
                for shade in &shades[..count] {
                    let contrast = contrast(shown(color), *shade);
                    assert!(contrast >= 5.0, "{text:?} {depth:?} on {shade:?}: {contrast:.2}");
                }
            }
            let hit = texts.hit();
            let [text, ground] = [hit.fg, hit.bg].map(|color| shown(color.expect("a hit has colours")));
            assert!(contrast(text, ground) >= 5.0, "{depth:?}");
        }
    }
}

/// Where the ground is not known, texts stand out from white and from black by 3.8 to 1, and secondary texts and comments
/// by 4.3 to 1, of the 4.58 that is possible; with sixteen colours they have the colour of the terminal. Both parts of
/// an evaluation stand out by 1.5 to 1.
#[test]
fn texts_and_evaluations_stand_out_from_light_and_dark_terminals() {
    for depth in [ColorDepth::Palette256, ColorDepth::TrueColor] {
        let texts = TEXTS.map(|(text, ..)| {
            let least = if matches!(text, TextColor::Faint | TextColor::Comment) { 4.3 } else { 3.8 };
            (TextStyles::new(depth, None).colored(text).fg.expect("a text has a colour"), least)
        });
        let shares = [WHITE, BLACK].map(|color| (depth.color(color).expect("a share has a colour"), 1.5));
        for (color, least) in texts.into_iter().chain(shares) {
            for ground in [[0; 3], [255; 3]] {
                let contrast = contrast(shown(color), ground);
                assert!(contrast >= least, "{color:?} on {ground:?}: {contrast:.2}");
            }
        }
    }
    let bare = TextStyles::new(ColorDepth::Sixteen, None);
    assert!(TEXTS.iter().all(|(text, ..)| bare.colored(*text).fg.is_none()));
}

/// The texts are in the order of their kinds, by which they are looked up.
#[test]
fn texts_are_in_their_order() {
    assert!(TEXTS.iter().enumerate().all(|(at, (text, ..))| *text as usize == at));
}

/// In pictures black pieces stand out from every cell by 4.5 to 1, and white ones by 3 to 1: by their inside or by
/// their border, whichever is more unlike the cell. Arrows and circles have an edge, too.
#[test]
fn pieces_and_marks_stand_out_in_pictures() {
    for theme in Theme::ALL.into_iter().filter(|theme| !theme.is_colorless()) {
        for (shade, highlight) in cells() {
            let Rgb(cell) = theme.cell(shade, highlight);
            let stands_out = |colors: [Rgb; 2], least: f64, what: &dyn std::fmt::Debug| {
                let most = colors.map(|Rgb(color)| contrast(cell, color)).into_iter().fold(0.0, f64::max);
                assert!(most >= least, "{theme:?} {shade:?} {highlight:?} {what:?}: {most:.2}");
            };
            for (side, least) in [(shakmaty::Color::White, 3.0), (shakmaty::Color::Black, 4.5)] {
                let PieceColors { fill, border, .. } = PieceColors::of(side, theme);
                stands_out([fill, border], least, &side);
            }
            for mark in MarkColor::ALL {
                stands_out([mark_color(mark, theme), mark_edge(mark)], 2.0, &mark);
            }
        }
    }
}

/// In pictures the shades differ in lightness, and the last move is unlike all of them and unlike a check.
#[test]
fn highlights_are_unlike_all_shades_in_pictures() {
    for theme in Theme::ALL.into_iter().filter(|theme| !theme.is_colorless()) {
        let [light, dark, coloured] = Shade::ALL.map(|shade| theme.cell(shade, Highlight::None).0);
        for (one, other) in [(light, coloured), (coloured, dark), (light, dark)] {
            let difference = (lab(one)[0] - lab(other)[0]).abs();
            assert!(difference >= 9.5, "{theme:?}: {one:?} {other:?} {difference:.1}");
        }
        for shade in Shade::ALL {
            let Rgb(moved) = theme.cell(shade, Highlight::LastMove);
            let Rgb(check) = theme.cell(shade, Highlight::Check);
            for other in [light, dark, coloured, check] {
                let distance = distance(moved, other);
                assert!(distance >= 22.0, "{theme:?}: {moved:?} {other:?} {distance:.1}");
            }
        }
    }
}

/// On blue and on green boards the last move stands out from every shade by its lightness, too.
#[test]
fn the_last_move_differs_in_lightness() {
    for theme in [Theme::Blue, Theme::Green] {
        for (one, other) in Shade::ALL.into_iter().flat_map(|one| Shade::ALL.map(|other| (one, other))) {
            let Rgb(moved) = theme.cell(one, Highlight::LastMove);
            let contrast = contrast(moved, theme.cell(other, Highlight::None).0);
            assert!(contrast >= 1.5, "{theme:?} {one:?} {other:?}: {contrast:.2}");
        }
    }
}

/// Arrows and circles stand out from every cell, by their lightness or by their hue.
#[test]
fn marks_stand_out_from_every_cell() {
    for depth in DEPTHS {
        for theme in Theme::ALL {
            for mark in MarkColor::ALL {
                let rgb = flat_mark(mark, theme).picture;
                let mark = shown(depth.of_board(rgb, theme).unwrap());
                for (shade, highlight) in cells() {
                    let cell = cell(theme, shade, highlight, depth);
                    let name = format!("{theme:?} {shade:?} {highlight:?} {depth:?} {mark:?}");
                    let (contrast, distance) = (contrast(cell, mark), distance(cell, mark));
                    // there are eight hues, of which marks have the lighter ones
                    let least = if depth == ColorDepth::Sixteen { 17.0 } else { 24.0 };
                    let is_light = depth == ColorDepth::Sixteen
                        || theme.has_piece_grounds()
                        || contrast >= 1.7
                        || distance >= 35.0;
                    assert!(is_light && distance >= least, "{name}: {contrast:.2}, {distance:.1}");
                }
            }
        }
    }
}

/// The shades differ in lightness, not only in hue.
#[test]
fn shades_differ_in_lightness() {
    for (depth, least) in [(ColorDepth::Palette256, 6.5), (ColorDepth::TrueColor, 9.5)] {
        for theme in Theme::ALL {
            let lightness = Shade::ALL.map(|shade| lab(cell(theme, shade, Highlight::None, depth))[0]);
            for (one, other) in [(0, 1), (1, 2), (0, 2)] {
                let difference = (lightness[one] - lightness[other]).abs();
                assert!(difference >= least, "{theme:?} {depth:?}: {lightness:.1?}");
            }
        }
    }
}

/// The last move and a check are unlike all shades and unlike each other.
#[test]
fn highlights_are_unlike_all_shades() {
    for depth in DEPTHS {
        for theme in Theme::ALL {
            let shades = Shade::ALL.map(|shade| cell(theme, shade, Highlight::None, depth));
            let check = cell(theme, Shade::Light, Highlight::Check, depth);
            let moved = Shade::ALL.map(|shade| cell(theme, shade, Highlight::LastMove, depth));
            let others = shades.iter().chain([&check]);
            let pairs = others.flat_map(|other| moved.map(|moved| (moved, *other)));
            // greys are told apart by their lightness alone
            let least = if theme == Theme::Print { 19.0 } else { 35.0 };
            for (one, other) in pairs.chain(shades.map(|shade| (check, shade))) {
                let distance = distance(one, other);
                assert!(distance >= least, "{theme:?} {depth:?}: {one:?} {other:?} {distance:.1}");
            }
        }
    }
}

/// Among the sixteen colours all shades, highlights and pieces are different ones.
#[test]
fn the_sixteen_colours_are_told_apart() {
    for theme in Theme::ALL {
        let depth = ColorDepth::Sixteen;
        let mut colors: Vec<_> =
            Shade::ALL.iter().map(|shade| cell(theme, *shade, Highlight::None, depth)).collect();
        colors.extend([Highlight::LastMove, Highlight::Check].map(|of| cell(theme, Shade::Light, of, depth)));
        colors.extend(shakmaty::Color::ALL.map(|side| piece(side, depth)));
        for (at, one) in colors.iter().enumerate() {
            for other in &colors[..at] {
                let distance = distance(*one, *other);
                assert!(distance >= 9.0, "{theme:?}: {one:?} {other:?} {distance:.1}");
            }
        }
    }
}
