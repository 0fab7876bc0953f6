//! What is hardly meant in a question.

use super::variants::VariantSet;
use crate::message::{Code, Describe, Diagnostic, Language, Severity, fill};
use crate::notation::Variant;
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

/// A test that can match in some kinds of chess only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnlyInVariants {
    /// Those in which it can.
    variants: Vec<Variant>,
}

impl OnlyInVariants {
    /// Returns the warning about a test at a place.
    pub(super) fn at(variants: VariantSet, span: Span) -> Diagnostic {
        let problem = OnlyInVariants { variants: variants.iter().collect() };
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(problem, span, None) }
    }
}

impl Describe for OnlyInVariants {
    fn code(&self) -> Code {
        Code::QueryOnlyInVariants
    }

    fn message(&self, language: &Language) -> String {
        let names: Vec<_> = self.variants.iter().map(|variant| variant.name()).collect();
        fill(language.query.only_in_variants, &[("variants", &names.join(", "))])
    }

    fn help(&self, language: &Language) -> Option<String> {
        let name = self.variants.first()?.name();
        Some(fill(language.query.only_in_variants_help, &[("variant", &name)]))
    }
}
