//! The commands and outputs that the documents show.

use crate::project;

#[test]
fn the_commands_of_the_readme() {
    trycmd::TestCases::new().case(project().join("README.md")).env("LC_ALL", "C");
}
