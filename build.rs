//! Generates the parts of the program that are not written by hand, as files in `$OUT_DIR`:
//!
//! - `NAME.rs`: the parser that LALRPOP makes of each grammar `NAME.lalrpop`;
//! - `pages.rs`: the pages that explain messages, in each language;
//! - `texts.rs`: the texts in each language, from its table;
//! - `outlines.rs`: the outlines of the pieces, from their drawing;
//! - `languages.rs`: the codes of languages;
//! - `letters.rs` and `word_letters.rs`: the letters with accents, and the letters that words are made of;
//! - `openings.rs`: the openings by their positions, which are found by playing their moves.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use shakmaty::san::San;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position};
use toml_edit::{Document, Table};

fn main() -> Result<(), Box<dyn Error>> {
    let example = env::var_os("CARGO_FEATURE_GLINSKI").map(|_| "examples/glinski");
    for folder in std::iter::once("grammar").chain(example) {
        lalrpop::Configuration::new()
            .set_in_dir(folder)
            .set_out_dir(env::var("OUT_DIR")?)
            .emit_rerun_directives(true)
            .process()?;
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("pages.rs"), pages()?)?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("texts.rs"), texts()?)?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("outlines.rs"), outlines()?)?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("themes.rs"), themes()?)?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("languages.rs"), languages())?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("letters.rs"), letters())?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("word_letters.rs"), word_letters()?)?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("openings.rs"), openings()?)?;
    if env::var("CARGO_CFG_TARGET_OS")? == "linux" && env::var("CARGO_CFG_TARGET_ENV")? == "gnu" {
        // the loader relocates half a megabyte of addresses at each start; packed, the relocations
        // take a fiftieth of the space
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}

/// The languages of the program: their tags, which name the files of each, and the names of their constants. English
/// comes first, because its table says which texts there are.
const LANGUAGES: [(&str, &str); 3] = [("en", "ENGLISH"), ("es", "SPANISH"), ("ca", "CATALAN")];

/// Returns the definition of a constant that lists the languages by their tags, each with its pages by their names.
fn pages() -> Result<String, Box<dyn Error>> {
    let mut list = String::from("const PAGES: &[(&str, &[(&str, &str)])] = &[\n");
    for (tag, _) in LANGUAGES {
        let folder = if tag == "en" { "docs/explain".to_owned() } else { format!("docs/explain/{tag}") };
        println!("cargo::rerun-if-changed={folder}");
        let mut files: Vec<_> =
            fs::read_dir(&folder)?.map(|file| Ok(file?.path())).collect::<Result<_, std::io::Error>>()?;
        files.retain(|file| file.extension().is_some_and(|extension| extension == "md"));
        files.push(Path::new(&folder.replace("/explain", "")).join("cescacs.md"));
        files.sort_by_key(|file| file.file_stem().unwrap_or_default().to_owned());
        writeln!(list, "({tag:?}, &[")?;
        for file in files {
            let path = env::current_dir()?.join(file);
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            writeln!(list, "({name:?}, include_str!({:?})),", path.to_string_lossy())?;
        }
        list += "]),\n";
    }
    Ok(list + "];\n")
}

/// Returns the types of the tables of texts, and the texts in each language. The English table decides which texts
/// there are. If another table lacks one, the compiler names it.
fn texts() -> Result<String, Box<dyn Error>> {
    let mut definitions = String::new();
    for (tag, name) in LANGUAGES {
        let path = format!("src/message/lang/{tag}.toml");
        println!("cargo::rerun-if-changed={path}");
        let texts = fs::read_to_string(&path)?;
        let texts = Document::parse(texts).map_err(|error| format!("{path}: {error}"))?;
        if tag == "en" {
            definitions += &types_of(texts.as_table());
        }
        definitions += &constants_of(name, texts.as_table());
    }
    Ok(definitions)
}

/// Returns the definitions of the types of a table and its parts, for the macro in `message/lang/mod.rs`.
fn types_of(texts: &Table) -> String {
    let (mut types, mut parts) = (String::new(), String::new());
    for (part, kind, texts) in parts_of(texts) {
        types += &format!("languages! {{ {kind} {{\n{} }} }}\n", names_in(texts));
        parts += &format!("@ {part}: {kind},\n");
    }
    types + &format!("languages! {{ Language {{\n{}{parts}& cescacs: Language, }} }}\n", names_in(texts))
}

/// Returns the definitions of the texts in one language, and of those that differ in C'escacs.
fn constants_of(name: &str, texts: &Table) -> String {
    let parts = parts_of(texts);
    let parts = parts.map(|(part, kind, texts)| format!("{part}: &{kind} {{\n{}}},\n", entries_of(texts)));
    let (entries, parts) = (entries_of(texts), parts.collect::<String>());
    let cescacs = texts["cescacs"].as_table().map(entries_of).unwrap_or_default();
    format!(
        "/// The texts in one language.\n\
         pub static {name}: Language = Language {{\n{entries}{parts}cescacs: &{name}_OF_CESCACS }};\n\
         static {name}_OF_CESCACS: Language = Language {{\n{cescacs}..{name} }};\n"
    )
}

/// Returns the parts of a table, each with its type, such as `CommandLineTexts` of `command_line`.
fn parts_of(texts: &Table) -> impl Iterator<Item = (&str, String, &Table)> {
    let tables = texts.iter().filter_map(|(part, item)| Some((part, item.as_table()?)));
    tables.filter(|(part, _)| *part != "cescacs").map(|(part, texts)| {
        let words = part.split('_').map(|word| word[..1].to_uppercase() + &word[1..]);
        (part, words.collect::<String>() + "Texts", texts)
    })
}

/// Returns the texts directly in a table, as the fields of a value of its type.
fn entries_of(table: &Table) -> String {
    let texts = table.iter().filter_map(|(name, item)| Some((name, item.as_str()?)));
    texts.map(|(name, text)| format!("{name}: {text:?},\n")).collect()
}

/// Returns the names of the texts directly in a table.
fn names_in(table: &Table) -> String {
    table.iter().filter(|(_, item)| item.is_str()).map(|(name, _)| format!("{name},\n")).collect()
}

/// Returns the definitions of constants that list the codes of languages, in order: those of ISO
/// 639-1, those of ISO 639-3, and the codes of ISO 639-3 that have one of ISO 639-1, each with it.
/// The first two are arrays of bytes: lists of texts would be five times as large, and the loader
/// would have to relocate them at each start.
fn languages() -> String {
    let mut of_two: Vec<_> = isolang::languages().filter_map(|language| language.to_639_1()).collect();
    let mut of_three: Vec<_> = isolang::languages().map(|language| language.to_639_3()).collect();
    let definition = |name: &str, letters: usize, codes: &mut Vec<&str>| {
        codes.sort_unstable();
        let list: String = codes.iter().map(|code| format!("*b\"{code}\", ")).collect();
        format!("static {name}: [[u8; {letters}]; {}] = [{list}];\n", codes.len())
    };
    let both = |language: isolang::Language| Some((language.to_639_3(), language.to_639_1()?));
    let mut pairs: Vec<_> = isolang::languages().filter_map(both).collect();
    pairs.sort_unstable();
    let list: String = pairs.iter().map(|(three, two)| format!("(*b\"{three}\", \"{two}\"), ")).collect();
    let shorter = format!("static SHORTER: [([u8; 3], &str); {}] = [{list}];\n", pairs.len());
    definition("ISO_639_1", 2, &mut of_two) + &definition("ISO_639_3", 3, &mut of_three) + &shorter
}

/// Returns the definition of a constant that lists, in order, the code points of the letters that
/// lose more than their case when they become plain, each with the code point of its plain letter.
fn letters() -> String {
    let lower = |letter: char| letter.to_lowercase().collect::<Vec<_>>();
    let pairs: Vec<_> = ('\u{80}'..='\u{ffff}')
        .map(|letter| (letter, secular::lower_lay_char(letter)))
        .filter(|(letter, plain)| lower(*letter) != lower(*plain))
        .map(|(letter, plain)| (u32::from(letter), u32::from(plain)))
        .collect();
    format!("static PLAIN: [(u16, u16); {}] = {pairs:?};\n", pairs.len())
}

/// Returns the definition of a constant that lists, in order, the ranges of letters, marks and numbers.
fn word_letters() -> Result<String, Box<dyn Error>> {
    let class = regex_syntax::parse(r"[\p{L}\p{M}\p{N}]")?;
    let regex_syntax::hir::HirKind::Class(regex_syntax::hir::Class::Unicode(class)) = class.kind() else {
        return Err("no class of characters".into());
    };
    let ranges: Vec<_> = class.iter().map(|range| (range.start(), range.end())).collect();
    Ok(format!("static WORD_LETTERS: [(char, char); {}] = {ranges:?};\n", ranges.len()))
}

/// Returns the definition of a constant that lists the groups of `src/picture/pieces.svg`, each with its name and
/// the data of its paths by their classes.
fn outlines() -> Result<String, Box<dyn Error>> {
    let file = "src/picture/pieces.svg";
    println!("cargo::rerun-if-changed={file}");
    let text = fs::read_to_string(file)?;
    let drawing = roxmltree::Document::parse(&text)?;
    let mut list = "const OUTLINES: &[(&str, PieceOutline)] = &[\n".to_owned();
    for group in drawing.descendants().filter(|node| node.has_tag_name("g")) {
        let path = |class: &str| {
            let path = group.children().find(|node| node.attribute("class") == Some(class));
            path.and_then(|path| path.attribute("d")).unwrap_or_default()
        };
        let name = group.attribute("id").unwrap_or_default();
        let [body, line] = ["body", "line"].map(path);
        writeln!(list, "    ({name:?}, PieceOutline {{ body: {body:?}, line: {line:?} }}),")?;
    }
    list += "];\n";
    Ok(list)
}

/// Returns the definition of a constant that lists the colours of the themes in `src/picture/themes.tsv`.
fn themes() -> Result<String, Box<dyn Error>> {
    let file = "src/picture/themes.tsv";
    println!("cargo::rerun-if-changed={file}");
    let text = fs::read_to_string(file)?;
    let rgb = |hex: &str| format!("Rgb::hex(0x{hex})");
    let mut list = String::new();
    for line in text.lines().skip(1) {
        let [name, cells @ .., frame, label] = &*line.split('\t').collect::<Vec<_>>() else {
            return Err(line.into());
        };
        write!(list, "    Palette {{ name: {name:?}, cells: [")?;
        for cell in cells {
            let [picture, terminal, indexed, ansi] = *cell.split(' ').collect::<Vec<_>>() else {
                return Err(line.into());
            };
            let (picture, rgb) = (rgb(picture), rgb(terminal));
            write!(
                list,
                "TerminalColor {{ picture: {picture}, rgb: {rgb}, indexed: {indexed}, ansi: {ansi} }}, "
            )?;
        }
        writeln!(list, "], frame: {}, label: {} }},", rgb(frame), rgb(label))?;
    }
    Ok(format!("static PALETTES: [Palette; Theme::ALL.len()] = [\n{list}];\n"))
}

/// Returns the definitions of constants that hold the table of openings: the keys of their positions in
/// order; for each key the ECO code as `100 * letter + number`, where A is 0, and the place of the name as
/// `128 * offset + length`, in bytes; the text of all names; and the number of plies of the longest line.
fn openings() -> Result<String, Box<dyn Error>> {
    let file = "src/rules/openings/openings.tsv";
    println!("cargo::rerun-if-changed={file}");
    let lines = fs::read_to_string(file)?;
    let rows: Vec<[&str; 3]> = lines
        .lines()
        .skip(1)
        .map(|line| line.split('\t').collect::<Vec<_>>().try_into().map_err(|_| line))
        .collect::<Result<_, _>>()?;
    let names = Names::new(rows.iter().map(|[_, name, _]| *name));
    let (mut table, mut most_plies) = (Vec::new(), 0);
    for [eco, name, moves] in rows {
        let (key, plies) = position_after(moves)?;
        let (letter, number) = eco.split_at(1);
        let letter = letter.bytes().next().map_or(0, |letter| u16::from(letter - b'A'));
        table.push((key, 100 * letter + number.parse::<u16>()?, names.place(name)));
        most_plies = plies.max(most_plies);
    }
    table.sort_unstable();
    let text = &names.text;
    let (keys, codes, places): (Vec<_>, Vec<_>, Vec<_>) = table.iter().copied().collect();
    let count = table.len();
    Ok(format!(
        "static KEYS: [u64; {count}] = {keys:?};\nstatic ECO_CODES: [u16; {count}] = {codes:?};\n\
         static PLACES: [u32; {count}] = {places:?};\nstatic NAMES: &str = {text:?};\n\
         const MOST_PLIES: u32 = {most_plies};\n"
    ))
}

/// Plays moves such as `1. e4 c5`, and returns the key of the position after them and the number of plies.
fn position_after(moves: &str) -> Result<(u64, usize), Box<dyn Error>> {
    let (mut position, mut plies) = (Chess::default(), 0);
    for san in moves.split(' ').filter(|word| !word.ends_with('.')) {
        let san: San = san.trim_end_matches(['+', '#']).parse()?;
        position.play_unchecked(san.to_move(&position)?);
        plies += 1;
    }
    Ok((position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0, plies))
}

/// The names of openings in one text. A name that begins another is stored as a part of it.
struct Names {
    text: String,
    offsets: BTreeMap<String, usize>,
}

impl Names {
    fn new<'a>(names: impl Iterator<Item = &'a str>) -> Names {
        let mut sorted: Vec<_> = names.collect();
        sorted.sort_unstable();
        let mut names = Names { text: String::new(), offsets: BTreeMap::new() };
        for (at, name) in sorted.iter().enumerate() {
            names.offsets.insert((*name).to_owned(), names.text.len());
            if sorted.get(at + 1).is_none_or(|next| !next.starts_with(name)) {
                names.text += name;
            }
        }
        names
    }

    /// Returns the offset of a name times 128, plus its length.
    fn place(&self, name: &str) -> usize {
        assert!(name.len() < 128, "{name} is too long");
        self.offsets[name] * 128 + name.len()
    }
}
