// The one gate by which bytes from outside become text (docs/decisions/0109-text-from-outside.md).
//
// Swift brings a text into its normal form wherever it is compared, hashed or searched as one, and sorts the marks behind a letter for that, in time
// that grows with the square of their number. The length of one run of marks matters: with at most 30, as Unicode Standard Annex 15 bounds
// them (§13, the stream-safe format), all of it takes time that grows with the length. No word of any language has more.

extension String {
    /// The text that bytes from outside are.
    ///
    /// - Parameter limit: the most bytes.
    /// - Returns: nil for more bytes, for what isn't well-formed UTF-8, and for a text that isn't stream-safe.
    package init?(foreign bytes: some Collection<UInt8>, upTo limit: Int = .max) {
        guard bytes.count <= limit, let text = String(wellFormed: bytes), text.isStreamSafe else { return nil }
        self = text
    }

    /// The text that bytes are in UTF-8; nil for what isn't well-formed.
    init?(wellFormed bytes: some Collection<UInt8>) {
        if #available(iOS 18.0, macOS 15.0, *) {
            self.init(validating: bytes, as: UTF8.self)
        } else {
            self.init(decoding: bytes, as: UTF8.self)
            // Bytes that aren't well-formed are replaced by others.
            guard utf8.elementsEqual(bytes) else { return nil }
        }
    }

    /// The text that bytes are that this program wrote itself, or took as text before. For bytes from outside there is ``init(foreign:upTo:)``.
    @inlinable package init(own bytes: some Collection<UInt8>) { self.init(decoding: bytes, as: UTF8.self) }

    /// Whether the text has at most ``StreamSafety/mostMarks`` marks in a row.
    package var isStreamSafe: Bool {
        utf8.withContiguousStorageIfAvailable(StreamSafety.holds) ?? Array(utf8).withUnsafeBufferPointer(StreamSafety.holds)
    }

    /// The text without its percent escapes; nil when one is broken, and for bytes that are no ``init(foreign:upTo:)``.
    package init?(percentDecoding text: some StringProtocol) {
        guard text.utf8.contains(UInt8(ascii: "%")) else {
            self.init(text)
            return
        }
        var (bytes, rest) = ([UInt8](), text.utf8[...])
        bytes.reserveCapacity(rest.count)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(Hexadecimal.value), let low = rest.popFirst().flatMap(Hexadecimal.value) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        self.init(foreign: bytes)
    }
}

extension StringProtocol {
    /// Whether all of the text is visible ASCII or spaces.
    @inlinable package var isPlainASCII: Bool { utf8.allSatisfy { 0x20...0x7E ~= $0 } }
}

extension StringProtocol where UTF8View: BidirectionalCollection {
    /// The longest beginning of whole code points that has at most so many bytes.
    @inlinable
    package func beginning(bytes most: Int) -> SubSequence {
        guard let end = utf8.index(utf8.startIndex, offsetBy: most, limitedBy: utf8.endIndex), end < utf8.endIndex else { return self[...] }
        var cut = end
        while cut > utf8.startIndex, utf8[cut] & 0xC0 == 0x80 { cut = utf8.index(before: cut) }
        return self[..<cut]
    }
}

// Texts are cut by bytes, since one Character may be all of a text.

extension String {
    /// The longest beginning of whole code points that has at most so many bytes.
    @inlinable package func prefix(_ most: Int) -> Substring { beginning(bytes: most) }
}

extension Substring {
    /// The longest beginning of whole code points that has at most so many bytes.
    @inlinable package func prefix(_ most: Int) -> Substring { beginning(bytes: most) }
}

/// The bound on marks in a row.
package enum StreamSafety {
    /// The most marks and invisible format characters that may follow each other.
    package static let mostMarks = 30

    /// Whether well-formed UTF-8 keeps within it.
    package static func holds(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = bytes.baseAddress else { return true }
        var (position, marks) = (0, 0)
        while position < bytes.count {
            let first = bytes[position]
            if first < 0x80 {
                (marks, position) = (0, position + 1)
                while bytes.count - position >= 8, JSONText.isASCII(UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)) {
                    position += 8
                }
                continue
            }
            let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            guard position + length <= bytes.count else { return false }
            marks = mayBegin(first) && isMark(scalar(bytes, position, length)) ? marks + 1 : 0
            guard marks <= mostMarks else { return false }
            position += length
        }
        return true
    }

    /// Whether marks begin with a byte at all: those of most alphabets, and most of the ideographs, don't, and needn't be looked up.
    private static func mayBegin(_ first: UInt8) -> Bool {
        switch first {
        case 0xC2...0xCB, 0xCE...0xD1, 0xD3...0xD5, 0xE4...0xE9, 0xEB, 0xEC: false
        default: true
        }
    }

    private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int, _ length: Int) -> Unicode.Scalar? {
        var value = UInt32(bytes[position]) & (0x7F >> UInt32(length))
        for next in 1..<length { value = value << 6 | UInt32(bytes[position + next] & 0x3F) }
        return Unicode.Scalar(value)
    }

    private static func isMark(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .format: return true
        // The narrow sound marks of Japanese, which become marks where compatibility counts.
        default: return scalar.value == 0xFF9E || scalar.value == 0xFF9F
        }
    }
}
