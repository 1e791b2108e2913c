//! Link arguments that a Node-API addon needs on each platform.

fn main() {
    napi_build::setup();
    // A worker thread that ends would unload the addon, and with it the code that a strip in the
    // background is still running.
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
    }
}
