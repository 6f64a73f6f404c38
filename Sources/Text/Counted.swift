/// Returns a count with its noun, e.g. `no clients`, `1 client` or `2 touches`.
///
/// - Parameter noun: the singular. Its plural must be regular.
package func counted(_ count: some BinaryInteger, _ noun: String) -> String {
    count == 0 ? "no \(plural(of: noun))" : count == 1 ? "1 \(noun)" : "\(Int64(clamping: count)) \(plural(of: noun))"
}

/// Returns how often something happens: `once`, or e.g. `3 times`.
package func times(_ count: some BinaryInteger) -> String { count == 1 ? "once" : counted(count, "time") }

private func plural(of noun: String) -> String {
    for end in ["s", "ch", "sh"] where noun.utf8.suffix(end.utf8.count).elementsEqual(end.utf8) { return noun + "es" }
    return noun + "s"
}
