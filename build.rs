//! Points LALRPOP at the folders of grammars, each of whose `NAME.lalrpop` becomes `$OUT_DIR/NAME.rs`,
//! and lists the translated pages of messages in `$OUT_DIR/translated_pages.rs`.

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
