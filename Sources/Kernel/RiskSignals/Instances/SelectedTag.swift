public import Primitives

/// A tag that an administrator gives elements of pages: a click on one that a CSS selector finds, or on what is in it, is the tag.
public struct SelectedTag: Sendable, Hashable {
    /// The number of tags that an environment declares, and the length of a selector in bytes.
    public static let (most, longestSelector) = (50, 256)

    /// The tag's name: a word of the program.
    public let name: String
    /// The selector (CSS Selectors Level 4), which only the browser can judge.
    public let selector: String

    /// Reads `name=selector`, such as `placeOrder=#checkout button.buy`; nil for another text.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), let name = String(foreign: bytes[..<equals]) else { return nil }
        let selector = bytes[(equals + 1)...].drop { $0 == UInt8(ascii: " ") }
        guard case .word = SignalWord(ofProgram: name), (1...Self.longestSelector).contains(selector.count),
            selector.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        self.name = name
        self.selector = String(own: selector)
    }

    /// The JSON object of the wire.
    public var json: JSONValue { ["tag": .string(name), "selector": .string(selector)] }
}
