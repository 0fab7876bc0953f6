//! Enums of what has one text in every language, each variant with its text in one row.

/// Defines an enum, and the function that returns the text of a variant.
macro_rules! worded {
    (
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident($language:ident) {
            $($(#[$doc:meta])* $variant:ident = $text:expr;)*
        }
        $(#[$function_meta:meta])*
        $function_visibility:vis fn $function:ident;
    ) => {
        $(#[$meta])*
        $visibility enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            $(#[$function_meta])*
            $function_visibility const fn $function(self, $language: &$crate::message::Language) -> &'static str {
                match self {
                    $($name::$variant => $text,)*
                }
            }
        }
    };
}
pub(crate) use worded;
