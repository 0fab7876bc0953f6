//! Points LALRPOP at the folder of grammars; each `grammar/NAME.lalrpop` becomes `$OUT_DIR/NAME.rs`.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    lalrpop::Configuration::new()
        .set_in_dir("grammar")
        .set_out_dir(std::env::var("OUT_DIR")?)
        .emit_rerun_directives(true)
        .process()?;
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}
