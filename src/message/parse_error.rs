//! Errors of texts that cannot be read, which say no more than what is expected.

/// Defines an error without fields, whose only message is a text of `Language::command_line`.
macro_rules! parse_error {
    ($(#[$doc:meta])* $name:ident = $text:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
        #[error("{}", self.message(&$crate::message::ENGLISH))]
        pub struct $name;

        impl $name {
            /// Describes in a language what is expected.
            pub fn message(self, language: &$crate::message::Language) -> &'static str {
                language.command_line.$text
            }
        }
    };
}
pub(crate) use parse_error;
