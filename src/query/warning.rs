//! What is hardly meant in a question.

use crate::message::{Code, Describe, Diagnostic, Language, Severity, fill};
use crate::text::Span;

/// A name in a question that is hardly meant: another one is much like it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoubtfulName {
    /// The name that may be meant.
    pub(super) similar: &'static str,
}

impl Describe for DoubtfulName {
    fn code(&self) -> Code {
        Code::QueryDoubtfulName
    }

    fn message(&self, language: &Language) -> String {
        language.query.doubtful_name.to_owned()
    }

    fn help(&self, language: &Language) -> Option<String> {
        Some(fill(language.query.similar_name, &[("similar", &self.similar)]))
    }
}

impl DoubtfulName {
    /// Returns the warning about a name at a place.
    pub(super) fn at(similar: &'static str, span: Span) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(DoubtfulName { similar }, span, None) }
    }
}
