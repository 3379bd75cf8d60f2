import Primitives

/// A list of JSON of which one element can't be read: that one is set aside, and says nothing of the others.
///
/// Elements are the objects in the outermost arrays of the text, found by their brackets and quotation marks alone.
enum SalvagedList {
    /// The member of what stands in an unreadable element's place: why it is. No app writes such a name.
    private static let mark = "\u{0}unreadable"

    /// The reason for which an element couldn't be read; nil for one that was.
    static func reason(_ element: JSONValue) -> String? { element[mark]?.string }

    /// The value of a text.
    /// - Throws: ``JSONError`` for what is wrong elsewhere than in one element.
    static func read(_ text: [UInt8], limits: JSONLimits) throws(JSONError) -> JSONValue {
        let first: JSONError
        do { return try JSONValue(parsing: text, limits: limits) } catch { first = error }
        guard [.malformed, .duplicateMember, .tooDeep].contains(first.code) else { throw first }
        var (mended, done) = ([UInt8](), 0)
        for element in elements(of: text) {
            guard let reason = problem(text[element], limits) else { continue }
            mended += text[done..<element.lowerBound]
            mended += JSONValue.object([mark: .string(reason)]).encoded
            done = element.upperBound
        }
        guard done > 0 else { throw first }
        mended += text[done...]
        var limits = limits
        // The text in place of an element may be longer than it.
        limits.bytes = max(limits.bytes, mended.count)
        return try JSONValue(parsing: mended, limits: limits)
    }

    private static func problem(_ element: ArraySlice<UInt8>, _ limits: JSONLimits) -> String? {
        do { _ = try JSONValue(parsing: element, limits: limits) } catch { return error.reason }
        return nil
    }

    /// The places of the elements, in order. Brackets that don't match end the search.
    private static func elements(of text: [UInt8]) -> [Range<Int>] {
        var (found, open, start) = ([Range<Int>](), [UInt8](), Int?.none)
        var (isInText, position) = (false, 0)
        while position < text.count {
            let byte = text[position]
            switch byte {
            case UInt8(ascii: "\\") where isInText: position += 1
            case UInt8(ascii: "\""): isInText.toggle()
            case _ where isInText: break
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                // In an array, and in no other around it.
                if byte == UInt8(ascii: "{"), open.last == UInt8(ascii: "["), open.count(where: { $0 == UInt8(ascii: "[") }) == 1 {
                    start = position
                }
                open.append(byte)
                guard open.count <= deepest else { return found }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard let last = open.popLast(), last + 2 == byte else { return found }
                if byte == UInt8(ascii: "}"), let begin = start, open.last == UInt8(ascii: "["),
                    open.count(where: { $0 == UInt8(ascii: "[") }) == 1
                {
                    found.append(begin..<(position + 1))
                    start = nil
                }
            default: break
            }
            position += 1
        }
        return found
    }

    /// The most brackets that are followed; an element that has more may be an unreadable one.
    private static let deepest = 64
}
