//! Writes what a package installs beside the program: its man page in each language, a completion script for each
//! shell, the entry of a desktop with its icon, the types of its files and the entry of catalogues of software.
//! `packaging/README.md` says who needs it.
//!
//!     cargo run --locked --example assets -- FOLDER
//!
//! FOLDER, such as `/usr/share` or `~/.local/share`, gets the folders in which others look for such files. The files
//! are the same for every target, so a program for another machine is packed with what is written on this one.

use std::error::Error;
use std::fs;
use std::path::Path;

use clap::ValueEnum;
use clap_complete::Shell;
use escaque::LanguageCode;
use escaque::app::{Question, answer};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [folder] = arguments.as_slice() else { return Err("usage: assets FOLDER".into()) };
    let folder = Path::new(folder);
    for &language in LanguageCode::value_variants() {
        // pages in English stand beside the folders of other languages
        let subfolder = match language {
            LanguageCode::En => String::new(),
            _ => language.to_possible_value().map(|name| format!("{}/", name.get_name())).unwrap_or_default(),
        };
        let mut page = Vec::new();
        answer(Question::Man, language, false, None, &mut page)?;
        write(folder, &format!("man/{subfolder}man1/escaque.1"), &page)?;
    }
    for &shell in Shell::value_variants() {
        if let Some(path) = path_of_completions(shell) {
            let mut script = Vec::new();
            answer(Question::Completions(shell), LanguageCode::En, false, None, &mut script)?;
            write(folder, path, &script)?;
        }
    }
    write(folder, "applications/escaque.desktop", include_bytes!("../../packaging/escaque.desktop"))?;
    write(folder, "icons/hicolor/scalable/apps/escaque.svg", include_bytes!("../../packaging/escaque.svg"))?;
    write(folder, "metainfo/escaque.metainfo.xml", include_bytes!("../../packaging/escaque.metainfo.xml"))?;
    write(folder, "mime/packages/escaque.xml", include_bytes!("../../packaging/escaque.xml"))?;
    Ok(())
}

/// Returns where a shell looks for the completions of programs, or `None` for a shell of which this is not known.
fn path_of_completions(shell: Shell) -> Option<&'static str> {
    Some(match shell {
        Shell::Bash => "bash-completion/completions/escaque",
        Shell::Elvish => "elvish/lib/escaque.elv",
        Shell::Fish => "fish/vendor_completions.d/escaque.fish",
        // looks nowhere by itself: its profile has to name the script
        Shell::PowerShell => "powershell/escaque.ps1",
        Shell::Zsh => "zsh/site-functions/_escaque",
        _ => return None,
    })
}

fn write(folder: &Path, path: &str, content: &[u8]) -> Result<(), Box<dyn Error>> {
    let path = folder.join(path);
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(&path, content).map_err(|error| format!("{}: {error}", path.display()).into())
}
