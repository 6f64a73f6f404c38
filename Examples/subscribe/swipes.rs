// Prints a line for each swipe, for example "swipe left 2". Needs Rust's standard library only.
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::{env, process, thread, time::Duration};

const CALL: &[u8] =
    b"{\"method\":\"org.gestured.Gestures.Subscribe\",\"parameters\":{\"notation\":\"swipe\"},\"more\":true}\0";

/// The text or number of a member. The service writes no spaces, and escapes quotes inside of strings, so that the name in
/// quotes with a colon is always the member. Programs with more than a few members use a JSON crate.
fn member<'a>(message: &'a str, name: &str) -> Option<&'a str> {
    let value = message.split_once(&format!("\"{name}\":"))?.1;
    Some(match value.strip_prefix('"') {
        Some(text) => text.split_once('"')?.0,
        None => value.split([',', '}']).next()?,
    })
}

fn follow(path: &str) -> std::io::Result<()> {
    let (mut stream, mut bytes) = (BufReader::new(UnixStream::connect(path)?), vec![]);
    stream.get_mut().write_all(CALL)?;
    while stream.by_ref().take(1 << 20).read_until(0, &mut bytes)? > 0 && bytes.pop() == Some(0) { // at most 1 MiB
        let message = String::from_utf8_lossy(&std::mem::take(&mut bytes)).into_owned();
        if let (Some(direction), Some(fingers)) = (member(&message, "direction"), member(&message, "fingers")) {
            println!("swipe {direction} {fingers}");
        } else if member(&message, "error").is_some() {
            eprintln!("{message}");
            process::exit(1);
        }
    }
    Ok(())
}

fn main() {
    let path = env::args().nth(1).unwrap_or("/run/gestured/gestured.sock".into());
    loop {
        follow(&path).unwrap_or_else(|error| eprintln!("{path}: {error}"));
        thread::sleep(Duration::from_secs(1)); // The service restarts: connect again.
    }
}
