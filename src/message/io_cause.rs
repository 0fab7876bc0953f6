//! The errors of the system and of decompressors, in the language of the user.

use std::io::{self, ErrorKind};

use super::{Language, fill};
use crate::text::InputError;

/// How the text of the error ends or goes on that a process has too many open files. There is no [`ErrorKind`] for it, and
/// `tempfile` hides its number.
const TOO_MANY_FILES: &str = if cfg!(windows) { "(os error 4)" } else { "(os error 24)" };

/// Describes the cause of an error of input or output. A cause without a text of its own is described in
/// the words of the system, with its number.
pub(crate) fn io_cause(error: &io::Error, language: &Language) -> String {
    let inner = error.get_ref();
    match inner.and_then(|inner| inner.downcast_ref()) {
        Some(InputError::Changed) => return language.io_changed.to_owned(),
        Some(InputError::NotCopied(cause)) => {
            return fill(language.io_not_copied, &[("cause", &io_cause(cause, language))]);
        }
        Some(InputError::NoGamesInRows) => return language.io_no_games_in_rows.to_owned(),
        None => {}
    }
    let text = match error.kind() {
        ErrorKind::NotFound => language.io_not_found,
        ErrorKind::PermissionDenied => language.io_permission_denied,
        ErrorKind::IsADirectory => language.io_is_a_folder,
        ErrorKind::NotADirectory => language.io_not_a_folder,
        ErrorKind::StorageFull => language.io_storage_full,
        ErrorKind::QuotaExceeded => language.io_quota_exceeded,
        ErrorKind::FileTooLarge => language.io_file_too_large,
        ErrorKind::ReadOnlyFilesystem => language.io_read_only,
        ErrorKind::BrokenPipe => language.io_broken_pipe,
        ErrorKind::TimedOut => language.io_timed_out,
        ErrorKind::Interrupted => language.io_interrupted,
        ErrorKind::OutOfMemory => language.io_out_of_memory,
        ErrorKind::UnexpectedEof => language.io_ends_early,
        // an error of the system has no inner error; one of a decompressor has, in words of its
        // own, such as LZ4's names of errors
        ErrorKind::InvalidData => language.io_damaged,
        ErrorKind::InvalidInput | ErrorKind::Other if inner.is_some() => language.io_damaged,
        // Rust has this kind but no stable name for it
        kind if format!("{kind:?}") == "FilesystemLoop" => language.io_link_loop,
        _ if error.to_string().contains(TOO_MANY_FILES) => language.io_too_many_files,
        _ => return error.to_string(),
    };
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::ENGLISH;
    use crate::message::lang::{CATALAN, SPANISH};

    #[test]
    fn each_kind_has_words_and_the_others_those_of_the_system() {
        let words = |error: io::Error| [&ENGLISH, &SPANISH, &CATALAN].map(|l| io_cause(&error, l));
        for (error, expected) in [
            (
                ErrorKind::NotFound.into(),
                ["there is no such file", "no existe ese archivo", "no existeix aquest fitxer"],
            ),
            (
                io::Error::from_raw_os_error(if cfg!(windows) { 4 } else { 24 }),
                ["too many files are open", "hay demasiados archivos abiertos", "hi ha massa fitxers oberts"],
            ),
            (ErrorKind::IsADirectory.into(), ["it is a folder", "es una carpeta", "és una carpeta"]),
            (
                io::Error::other("Data corruption detected"),
                ["its data are damaged", "sus datos están dañados", "les seves dades estan malmeses"],
            ),
            (
                InputError::NotCopied(ErrorKind::StorageFull.into()).into(),
                [
                    "it cannot be copied to a temporary file: there is no space left",
                    "no se puede copiar en un archivo temporal: no queda espacio",
                    "no es pot copiar en un fitxer temporal: no queda espai",
                ],
            ),
        ] {
            assert_eq!(words(error), expected);
        }
        let unknown = io::Error::from_raw_os_error(5);
        assert_eq!(words(io::Error::from_raw_os_error(5)), [(); 3].map(|()| unknown.to_string()));
    }
}
