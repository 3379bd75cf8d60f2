/// Bounds on foreign JSON.
public struct JSONLimits: Sendable, Equatable {
    /// The longest text, in bytes.
    public var bytes: Int
    /// The depth to which arrays and objects may nest.
    public var depth: Int
    /// The number of values that the whole text may hold.
    public var values: Int
    /// Whether a string that isn't stream-safe is refused: one with more than 30 combining marks in a row (Unicode Standard Annex 15 §13).
    package var isStreamSafe = true

    /// Makes JSON limits of its members, which are taken unchecked. By default `depth` is `64`, and `values` is `100_000`.
    public init(bytes: Int, depth: Int = 64, values: Int = 100_000) {
        self.bytes = bytes
        self.depth = depth
        self.values = values
    }

    /// 1 MiB, 64 levels, 100 000 values.
    public static let standard = JSONLimits(bytes: 1 << 20)

    /// The limits of what was written here: any text that was taken once can be read again.
    package static func own(bytes: Int = standard.bytes) -> JSONLimits {
        var limits = JSONLimits(bytes: bytes)
        limits.isStreamSafe = false
        return limits
    }
}

/// The refusal of a text as JSON.
public struct JSONError: CodedError, CustomStringConvertible {
    /// The kind of refusal: a bound of ``JSONLimits`` (length, depth, number of values), a repeated name in an object, or no JSON at all.
    public enum Code: Sendable, Equatable { case tooLong, tooDeep, tooManyValues, duplicateMember, malformed }

    /// The kind of refusal, by which a caller tells errors apart.
    public let code: Code
    /// The explanation for developers, a continuation of a sentence such as "the body is".
    public let reason: String

    /// Makes a JSON error of its members, which are taken unchecked.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { reason }
}

/// A bounded RFC 8259 parser: strict syntax, valid UTF-8 and Unicode escapes only, no member twice.
///
/// Most texts become the tree of a ``JSONValue``. A member that is a long list may be read value after value instead, by
/// ``object(in:limits:apart:_:)``, where the tree would cost more than what is read from it.
package struct JSONReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var depthLeft: Int
    private var valuesLeft: Int
    private let isStreamSafe: Bool
    /// True from the beginning of an array until its first element.
    private var isAtStart = false

    static func read(_ input: some Collection<UInt8>, limits: JSONLimits) throws(JSONError) -> JSONValue {
        try read(input, limits: limits) { (reader) throws(JSONError) in try reader.value() }
    }

    /// Reads a text that is one object, of which the caller reads one member. In what is returned that member is `null`.
    ///
    /// - Parameters:
    ///   - name: the member's.
    ///   - read: takes exactly one value from the reader. It isn't called when there is no such member.
    /// - Throws: ``JSONError``, ``JSONError/Code/malformed`` also for a text that is another value; what `read` throws.
    package static func object(
        in input: some Collection<UInt8>, limits: JSONLimits, apart name: String,
        _ read: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) -> JSONObject {
        try Self.read(input, limits: limits) { (reader) throws(JSONError) in
            try reader.begin(UInt8(ascii: "{"), "an object")
            defer { reader.depthLeft += 1 }
            return try reader.objectMembers { (reader, member) throws(JSONError) in
                guard member == name else { return try reader.value() }
                try read(&reader)
                return .null
            }
        }
    }

    private static func read<Value>(
        _ input: some Collection<UInt8>, limits: JSONLimits, _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        guard input.count <= limits.bytes else {
            throw JSONError(.tooLong, "JSON of \(input.count) bytes; at most \(limits.bytes) are taken")
        }
        let result: Result<Value, JSONError> = withContiguous(input) { bytes in
            Result { () throws(JSONError) in
                var reader = JSONReader(bytes: bytes, limits)
                let value = try body(&reader)
                reader.skipSpace()
                guard reader.position == bytes.count else { throw reader.malformed("text after the value") }
                return value
            }
        }
        return try result.get()
    }

    private static func withContiguous<T>(_ input: some Collection<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
        input.withContiguousStorageIfAvailable(body) ?? Array(input).withUnsafeBufferPointer(body)
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, _ limits: JSONLimits) {
        self.bytes = bytes
        depthLeft = limits.depth
        valuesLeft = limits.values
        isStreamSafe = limits.isStreamSafe
    }

    /// Reads the next value, whole.
    package mutating func value() throws(JSONError) -> JSONValue {
        try count()
        guard let first = peek else { throw malformed("no value") }
        switch first {
        case UInt8(ascii: "{"): return .object(try nested { (reader) throws(JSONError) in try reader.objectMembers() })
        case UInt8(ascii: "["): return .array(try nested { (reader) throws(JSONError) in try reader.arrayElements() })
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw malformed("no value")
        }
    }

    /// Enters the next value, which must be an array; ``nextElement()`` continues.
    package mutating func beginArray() throws(JSONError) {
        try begin(UInt8(ascii: "["), "an array")
        isAtStart = true
    }

    /// Goes to the next element of the array that was entered last, or leaves the array when it has ended: then false.
    package mutating func nextElement() throws(JSONError) -> Bool {
        if isAtStart {
            isAtStart = false
            if !take(after: UInt8(ascii: "]")) { return true }
        } else {
            if take(after: UInt8(ascii: ",")) { return true }
            guard take(after: UInt8(ascii: "]")) else { throw malformed("an array is not closed") }
        }
        depthLeft += 1
        return false
    }

    private mutating func begin(_ first: UInt8, _ what: String) throws(JSONError) {
        try count()
        guard peek == first else { throw malformed("\(what) was expected") }
        try enter()
    }

    /// Counts a value, and goes to its first byte.
    private mutating func count() throws(JSONError) {
        valuesLeft -= 1
        guard valuesLeft >= 0 else { throw JSONError(.tooManyValues, "too many values in one JSON text") }
        skipSpace()
    }

    private mutating func enter() throws(JSONError) {
        depthLeft -= 1
        guard depthLeft >= 0 else { throw JSONError(.tooDeep, "JSON nested too deeply, at byte \(position)") }
        position += 1
    }

    private mutating func nested<T>(_ body: (inout JSONReader) throws(JSONError) -> T) throws(JSONError) -> T {
        try enter()
        defer { depthLeft += 1 }
        return try body(&self)
    }

    private mutating func objectMembers() throws(JSONError) -> JSONObject {
        try objectMembers { (reader, _) throws(JSONError) in try reader.value() }
    }

    @inline(__always)
    private mutating func objectMembers(
        _ value: (inout JSONReader, String) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONObject {
        var members: [JSONObject.Member] = []
        var places = MemberPlaces()
        if take(after: UInt8(ascii: "}")) { return JSONObject() }
        members.reserveCapacity(Self.usualMembers)
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw malformed("no member name") }
            let name = try string()
            guard places.place(of: name, in: members) == nil else {
                throw JSONError(.duplicateMember, "the member \(name.prefix(64)) stands twice in one object")
            }
            guard take(after: UInt8(ascii: ":")) else { throw malformed("no colon after a member name") }
            members.append(JSONObject.Member(name, try value(&self, name)))
        } while take(after: UInt8(ascii: ","))
        guard take(after: UInt8(ascii: "}")) else { throw malformed("an object is not closed") }
        return JSONObject(unique: members)
    }

    /// The number of members that most objects have at most: space for so many is made at once.
    private static let usualMembers = 4

    /// The number of elements that most arrays have at most, likewise.
    private static let usualElements = 8

    private mutating func arrayElements() throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        if take(after: UInt8(ascii: "]")) { return elements }
        elements.reserveCapacity(Self.usualElements)
        repeat { elements.append(try value()) } while take(after: UInt8(ascii: ","))
        guard take(after: UInt8(ascii: "]")) else { throw malformed("an array is not closed") }
        return elements
    }
}

// MARK: - Scalars

extension JSONReader {
    private mutating func literal(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let length = text.utf8CodeUnitCount
        let end = position + length
        guard end <= bytes.count,
            bytes[position..<end].elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: length))
        else { throw malformed("an unknown word") }
        position = end
        return value
    }

    /// RFC 8259 §6.
    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        if peek == UInt8(ascii: "-") { position += 1 }
        if peek == UInt8(ascii: "0") { position += 1 } else { try digits() }
        var isWhole = true
        if peek == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            try digits()
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            isWhole = false
            position += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        if isWhole, let integer = integer(from: start) { return .integer(integer) }
        let text = String(own: bytes[start..<position])
        guard let number = Double(text), number.isFinite else { throw malformed("a number out of range") }
        return .number(number)
    }

    /// The whole number whose sign and digits stand before the position; nil for one that 64 bits don't hold.
    private func integer(from start: Int) -> Int64? {
        let isNegative = bytes[start] == UInt8(ascii: "-")
        var value: Int64 = 0
        for byte in bytes[(isNegative ? start + 1 : start)..<position] {
            let (shifted, isOver) = value.multipliedReportingOverflow(by: 10)
            let digit = Int64(byte - UInt8(ascii: "0"))
            // Downwards for a negative one, as the least has no positive counterpart.
            let (next, isPast) = isNegative ? shifted.subtractingReportingOverflow(digit) : shifted.addingReportingOverflow(digit)
            guard !isOver, !isPast else { return nil }
            value = next
        }
        return value
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
        guard position > start else { throw malformed("a number without digits") }
    }

    private mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        var isASCII = true
        if let base = bytes.baseAddress {
            while bytes.count - position >= 8 {
                let word = UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)
                guard !JSONText.isInterrupted(word) else { break }
                isASCII = isASCII && JSONText.isASCII(word)
                position += 8
            }
        }
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
            isASCII = isASCII && byte < 0x80
            position += 1
        }
        if peek == UInt8(ascii: "\"") {
            let text = UnsafeBufferPointer(rebasing: bytes[start..<position])
            position += 1
            return isASCII ? String(own: text) : try utf8(text)
        }
        return try escapedString(from: start)
    }

    private mutating func escapedString(from start: Int) throws(JSONError) -> String {
        var text = Array(bytes[start..<position])
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try utf8(text)
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw malformed("a control character in a string")
            default: text.append(byte)
            }
        }
        throw malformed("a string is not closed")
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        guard let byte = peek else { throw malformed("a string is not closed") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: String(Character(try unicodeEscape())).utf8)
        default: throw malformed("an unknown escape")
        }
    }

    private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, peek == UInt8(ascii: "\\") else { throw malformed("half of a surrogate pair") }
        position += 1
        guard peek == UInt8(ascii: "u") else { throw malformed("half of a surrogate pair") }
        position += 1
        let second = try hexadecimal()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        else { throw malformed("half of a surrogate pair") }
        return scalar
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Hexadecimal.value(byte) else {
                throw malformed("a Unicode escape without four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    private func utf8(_ bytes: some Collection<UInt8>) throws(JSONError) -> String {
        guard let text = String(wellFormed: bytes) else { throw malformed("not UTF-8") }  // As init(foreign:), with reasons.
        guard !isStreamSafe || text.isStreamSafe else { throw malformed("more than \(StreamSafety.mostMarks) marks in a row") }
        return text
    }
}

// MARK: - Positions

extension JSONReader {
    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// Skips space, and the byte when it is next.
    private mutating func take(after byte: UInt8) -> Bool {
        skipSpace()
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private func malformed(_ what: String) -> JSONError { JSONError(.malformed, "not JSON: \(what), at byte \(position)") }
}
