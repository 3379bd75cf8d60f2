/// The mark that some programs write before a text in UTF-8 (U+FEFF as `EF BB BF`). It says how the text is encoded, and is no part of it
/// (RFC 3629 §6): it is skipped where a file or a body begins, and nowhere else.
package enum ByteOrderMark {
    private static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The text behind the mark; all of it where there is none.
    package static func skipped<Bytes: Collection<UInt8>>(in text: Bytes) -> Bytes.SubSequence {
        text.starts(with: bytes) ? text.dropFirst(bytes.count) : text[...]
    }
}

extension JSONValue {
    /// Parses the JSON of a file, or of the body of a request or an answer. A byte order mark before it is skipped, which RFC 8259 §8.1 allows
    /// to a reader; within other texts there is none, and ``init(parsing:limits:)`` takes none.
    /// - Throws: ``JSONError`` as ``init(parsing:limits:)``.
    package init(body bytes: some Collection<UInt8>, limits: JSONLimits = .standard) throws(JSONError) {
        try self.init(parsing: ByteOrderMark.skipped(in: bytes), limits: limits)
    }

    /// Parses the JSON of a body that was taken for text.
    /// - Throws: ``JSONError`` as ``init(parsing:limits:)``.
    package init(body text: String, limits: JSONLimits = .standard) throws(JSONError) {
        try self.init(body: Array(text.utf8), limits: limits)
    }
}
