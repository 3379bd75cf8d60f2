import Primitives

/// Finds the texts of the screens: the app's by the key that iOS's document has, the app's by Android's key, or the default.
struct ScreenWords: Sendable {
    let resources: any AppResources

    /// A text.
    /// - Parameters:
    ///   - android: the key of Android's document, whose text has no parts to fill in.
    ///   - parts: the parts that are filled in, in the default's order.
    func callAsFunction(_ text: some ScreenText, android: AndroidText? = nil, _ parts: String...) -> String {
        if let own = own(text) { return Self.filled(own, parts) }
        if let android, let own = own(android) { return own }
        return Self.filled(text.standard, parts)
    }

    private func own<Text: ScreenText>(_ text: Text) -> String? { resources.text(text.key, table: Text.table) }

    /// Puts parts in the place of `%@` and `%1$@`. An app's text with too many places keeps them.
    private static func filled(_ text: String, _ parts: [String]) -> String {
        var result = text
        for (index, part) in parts.enumerated() {
            let place = ["%\(index + 1)$@", "%@"].lazy.compactMap { result.firstRange(of: $0) }.first
            if let place { result.replaceSubrange(place, with: part) }
        }
        return result
    }
}
