//! Points LALRPOP at the folders of grammars, each of whose `NAME.lalrpop` becomes `$OUT_DIR/NAME.rs`,
//! lists the translated pages of messages in `$OUT_DIR/translated_pages.rs` and the codes of languages in
//! `$OUT_DIR/languages.rs`, and takes the outlines of
//! the pieces from their drawing into `$OUT_DIR/outlines.rs`.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    for folder in ["grammar", "examples/glinski"] {
        lalrpop::Configuration::new()
            .set_in_dir(folder)
            .set_out_dir(env::var("OUT_DIR")?)
            .emit_rerun_directives(true)
            .process()?;
    }
    let pages = ["ca", "es"].map(pages_in).into_iter().collect::<Result<String, _>>()?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("translated_pages.rs"), pages)?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("outlines.rs"), outlines()?)?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("languages.rs"), languages())?;
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}

/// Returns the definition of a constant, named after a language, that lists the pages in it.
fn pages_in(language: &str) -> Result<String, Box<dyn Error>> {
    let folder = format!("docs/explain/{language}");
    println!("cargo::rerun-if-changed={folder}");
    let mut files = fs::read_dir(&folder)?.collect::<Result<Vec<_>, _>>()?;
    files.sort_by_key(fs::DirEntry::file_name);
    let mut list = format!("pub(super) const {}: &[(&str, &str)] = &[\n", language.to_uppercase());
    for file in files {
        let path = env::current_dir()?.join(file.path());
        let digits = path.file_stem().unwrap_or_default().to_string_lossy();
        writeln!(list, "    ({digits:?}, include_str!({:?})),", path.to_string_lossy())?;
    }
    list += "];\n";
    Ok(list)
}

/// Returns the definition of a constant that lists the codes of languages in order: those of ISO 639-1
/// and of ISO 639-3.
fn languages() -> String {
    let codes = |language: isolang::Language| [language.to_639_1(), Some(language.to_639_3())];
    let mut codes: Vec<_> = isolang::languages().flat_map(codes).flatten().collect();
    codes.sort_unstable();
    format!("/// The codes of ISO 639-1 and ISO 639-3, in order.\nconst LANGUAGES: &[&str] = &{codes:?};\n")
}

/// Returns the definition of a constant that lists the groups of `src/picture/pieces.svg`: the name of
/// each, and the data of its paths by their classes.
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
        let (name, body, line) = (group.attribute("id").unwrap_or_default(), path("body"), path("line"));
        writeln!(list, "    ({name:?}, PieceOutline {{ body: {body:?}, line: {line:?} }}),")?;
    }
    list += "];\n";
    Ok(list)
}
