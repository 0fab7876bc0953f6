//! Points LALRPOP at the folders of grammars; each `NAME.lalrpop` becomes `$OUT_DIR/NAME.rs`.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for folder in ["grammar", "examples/glinski"] {
        lalrpop::Configuration::new()
            .set_in_dir(folder)
            .set_out_dir(std::env::var("OUT_DIR")?)
            .emit_rerun_directives(true)
            .process()?;
    }
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}
