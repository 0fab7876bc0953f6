//! Tables of problems: each row has a variant, its code, and its text, whose placeholders are the fields.

use std::borrow::Cow;
use std::fmt::Display;

use shakmaty::{ByColor, Color};

use super::{Code, Language, PlyNumber, fill};
use crate::text::Span;

/// The values that replace the placeholders of a text, each after the name of its placeholder. Of
/// two values with the same name, the first counts.
pub(crate) type Values = Vec<(&'static str, String)>;

/// A field of a problem, which its text may name.
pub(crate) trait TextValue {
    /// Adds the values that the field has in a language. `name` is the name of the field. The
    /// default adds none. It suits fields that no text names, because they only select a text or
    /// serve a fix.
    fn add_to(&self, _values: &mut Values, _name: &'static str, _language: &Language) {}
}

impl TextValue for Color {}
impl TextValue for ByColor<char> {}
impl TextValue for Code {}
impl TextValue for bool {}
impl TextValue for PlyNumber {}
impl TextValue for Span {}
impl TextValue for Vec<Span> {}

impl<T: TextValue> TextValue for Option<T> {
    fn add_to(&self, values: &mut Values, name: &'static str, language: &Language) {
        self.iter().for_each(|value| value.add_to(values, name, language));
    }
}

macro_rules! displayed {
    ($($type:ty),*) => {
        $(impl TextValue for $type {
            fn add_to(&self, values: &mut Values, name: &'static str, _language: &Language) {
                values.push((name, self.to_string()));
            }
        })*
    };
}
displayed!(String, &'static str, char, u8, u32, usize);

/// Returns a text with its placeholders replaced by the values. Without values it returns the text
/// unchanged.
pub(crate) fn filled<'t>(text: impl Into<Cow<'t, str>>, values: &Values) -> String {
    let text = text.into();
    if values.is_empty() {
        return text.into_owned();
    }
    let values: Vec<_> = values.iter().map(|(name, value)| (*name, value as &dyn Display)).collect();
    fill(&text, &values)
}

/// Defines an enum of problems. Each row has a variant, its code and its text, and after these the values that are
/// not fields. Then comes its help, after `=>` a text with placeholders for the same values, after `=>?` a whole help
/// or `None`. After `=>` beside the language is the help of all the other rows. `row_code`, `row_text` and `row_help`
/// return code, text and help; with `describe`, the enum implements `Describe` by them. `fixes`, if it is named there,
/// is a function of the enum outside the macro, where rustfmt formats it.
macro_rules! problems {
    (
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident($language:ident $(=> $other_help:expr)?) {
            $(
                $(#[$doc:meta])*
                $variant:ident $(($($inner:ident: $inner_type:ty),+))? $({ $($field:ident: $type:ty),+ $(,)? })?
                    = $code:expr, $text:expr $(, $value_name:ident = $value:expr)*
                    $(=> $help:expr)? $(=>? $whole_help:expr)?;
            )*
        }
        $(describe $(with $fixes:ident)?;)?
    ) => {
        $(#[$meta])*
        $visibility enum $name {
            $($(#[$doc])* $variant $(($($inner_type),+))? $({ $($field: $type),+ })?,)*
        }

        #[allow(
            dead_code, unused_mut, unused_variables,
            reason = "not each text has values, nor each problem a help, nor each code depends on each field"
        )]
        impl $name {
            fn row_code(&self) -> $crate::message::Code {
                match self {
                    $($name::$variant $(($($inner),+))? $({ $($field),+ })? => $code,)*
                }
            }

            fn row_values(&self, $language: &$crate::message::Language) -> $crate::message::problem::Values {
                let mut values = $crate::message::problem::Values::new();
                match self {
                    $($name::$variant $(($($inner),+))? $({ $($field),+ })? => {
                        $(values.push((stringify!($value_name), $value.to_string()));)*
                        $($($crate::message::problem::TextValue::add_to(
                            $field, &mut values, stringify!($field), $language,
                        );)+)?
                    })*
                }
                values
            }

            fn row_text(&self, $language: &$crate::message::Language) -> String {
                match self {
                    $($name::$variant $(($($inner),+))? $({ $($field),+ })? => {
                        $crate::message::problem::filled($text, &self.row_values($language))
                    })*
                }
            }

            fn row_help(&self, $language: &$crate::message::Language) -> Option<String> {
                let own: Option<String> = match self {
                    $($name::$variant $(($($inner),+))? $({ $($field),+ })? => None
                        $(.or(Some($crate::message::problem::filled($help, &self.row_values($language)))))?
                        $(.or($whole_help))?,)*
                };
                [own $(, Some($other_help.to_owned()))?].into_iter().flatten().next()
            }
        }

        $(
            impl $crate::message::Describe for $name {
                fn code(&self) -> $crate::message::Code {
                    self.row_code()
                }

                fn message(&self, language: &$crate::message::Language) -> String {
                    self.row_text(language)
                }

                fn help(&self, language: &$crate::message::Language) -> Option<String> {
                    self.row_help(language)
                }

                $(fn $fixes(
                    &self, source: &$crate::text::Source, span: $crate::text::Span,
                ) -> Vec<$crate::message::Fix> {
                    $name::$fixes(self, source, span)
                })?
            }
        )?
    };
}
pub(crate) use problems;
