import Primitives

/// Parameters of `application/x-www-form-urlencoded`, in a body or in a query, in order.
///
/// The reader is lenient where real clients need it (`docs/protocols/step-protocol.md` 0, rule 14): raw spaces, `:` and `/` are taken as
/// they are. A broken percent escape, invalid UTF-8, too many or too long parameters are refused.
public struct FormBody: Sendable, Equatable {
    /// All parameters, decoded, in their order; a name may stand there more than once.
    public private(set) var parameters: [Parameter]

    /// A name and its value, both decoded.
    public struct Parameter: Sendable, Equatable {
        /// The decoded name.
        public var name: String
        /// The decoded value; empty when there is nothing after `=`, or no `=`.
        public var value: String

        /// Makes a parameter of a name and a value that are not percent-encoded.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Bounds: 128 parameters, 64 KiB.
    public static let maximumParameters = 128
    /// The largest encoded size that is read, in bytes.
    public static let maximumBytes = 1 << 16

    /// Makes a body of names and values that are not percent-encoded; empty by default.
    public init(_ parameters: [(String, String)] = []) { self.parameters = parameters.map { Parameter($0, $1) } }

    /// Reads a form body or query string (without `?`).
    /// - Throws: ``OAuthError/Code/invalidRequest`` when there are too many bytes or parameters, a broken percent escape, or invalid UTF-8.
    public init(parsing text: some Collection<UInt8>) throws(OAuthError) {
        guard text.count <= Self.maximumBytes else {
            throw OAuthError(.invalidRequest, "parameters of \(text.count) bytes; at most \(Self.maximumBytes) are taken")
        }
        // One copy into a type that the compiler knows: going through a caller's collection costs a call for every byte.
        try self.init(bytes: Array(text))
    }

    private init(bytes: [UInt8]) throws(OAuthError) {
        parameters = []
        parameters.reserveCapacity(8)
        var rest = bytes[...]
        while !rest.isEmpty {
            let pair = rest.prefix { $0 != UInt8(ascii: "&") }
            rest = rest[pair.endIndex...].dropFirst()
            guard !pair.isEmpty else { continue }
            guard parameters.count < Self.maximumParameters else {
                throw OAuthError(.invalidRequest, "more than \(Self.maximumParameters) parameters")
            }
            let middle = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            parameters.append(Parameter(try Self.decode(pair[..<middle]), try Self.decode(pair[middle...].dropFirst())))
        }
    }

    /// Reads a form body or query string (without `?`).
    /// - Throws: ``OAuthError/Code/invalidRequest`` when there are too many bytes or parameters, a broken percent escape, or invalid UTF-8.
    public init(parsing text: String) throws(OAuthError) { try self.init(parsing: [UInt8](text.utf8)) }

    /// The value of a parameter; nil when it is missing.
    /// - Throws: `invalid_request` when it is given twice (RFC 6749 §3.1).
    public func value(_ name: String) throws(OAuthError) -> String? {
        var value: String?
        for parameter in parameters where parameter.name == name {
            guard value == nil else { throw OAuthError(.invalidRequest, "the parameter \(name) stands twice") }
            value = parameter.value
        }
        return value
    }

    /// The longest value of a parameter of a protocol, in bytes.
    public static let longestPlain = 32 << 10

    /// The value of a parameter of a protocol, which is of visible ASCII and spaces (RFC 6749 Appendix A); nil when it is missing. Texts
    /// of users, in any alphabet, are read by ``value(_:)``.
    /// - Throws: `invalid_request` when it is given twice, holds other characters, or is longer than ``longestPlain``.
    public func plain(_ name: String) throws(OAuthError) -> String? {
        guard let value = try value(name) else { return nil }
        guard value.isPlainASCII, value.utf8.count <= Self.longestPlain else {
            throw OAuthError(.invalidRequest, "the parameter \(name) is of visible ASCII and spaces, at most \(Self.longestPlain) of them")
        }
        return value
    }

    /// The value of a parameter of OAuth, of which one without a value is as one that is missing (RFC 6749 §3.1, §3.2). Where an empty
    /// value is a bad answer rather than none, ask for ``plain(_:)``.
    /// - Throws: `invalid_request` as ``plain(_:)``.
    public func given(_ name: String) throws(OAuthError) -> String? {
        try plain(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The value of a parameter of a protocol that must be there and not be empty.
    /// - Throws: ``OAuthError/Code/invalidRequest`` when it is missing or empty, and as ``plain(_:)``.
    public func required(_ name: String) throws(OAuthError) -> String {
        guard let value = try given(name) else { throw Self.missing(name) }
        return value
    }

    /// The value of a parameter that must be there and not be empty, and may be of any alphabet.
    /// - Throws: ``OAuthError/Code/invalidRequest`` when it is missing, empty, or is given twice.
    public func requiredText(_ name: String) throws(OAuthError) -> String {
        guard let value = try value(name), !value.isEmpty else { throw Self.missing(name) }
        return value
    }

    private static func missing(_ name: String) -> OAuthError { OAuthError(.invalidRequest, "the parameter \(name) is missing") }

    /// Appends a parameter, or nothing when its value is nil.
    public mutating func append(_ name: String, _ value: String?) {
        if let value { parameters.append(Parameter(name, value)) }
    }

    /// The percent-encoded text: everything but unreserved characters is escaped, a space as `%20`.
    public var encoded: String {
        parameters.map { "\(String(percentEncoding: $0.name))=\(String(percentEncoding: $0.value))" }.joined(separator: "&")
    }
}

extension FormBody {
    private static func decode(_ text: ArraySlice<UInt8>) throws(OAuthError) -> String {
        // Most is plain ASCII, and that the library reads quickly.
        if text.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "%") }) {
            return text.withUnsafeBufferPointer { String(own: $0) }
        }
        guard let text = String(foreign: try unescaped(text)) else {
            throw OAuthError(.invalidRequest, "a parameter that is not UTF-8, or has too many marks in a row")
        }
        return text
    }

    private static func unescaped(_ text: ArraySlice<UInt8>) throws(OAuthError) -> ArraySlice<UInt8> {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            switch text[index] {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard index + 2 < text.endIndex, let high = Hexadecimal.value(text[index + 1]), let low = Hexadecimal.value(text[index + 2])
                else {
                    throw OAuthError(.invalidRequest, "a broken percent escape in a parameter")
                }
                bytes.append(high << 4 | low)
                index += 2
            case let byte: bytes.append(byte)
            }
            index += 1
        }
        return bytes[...]
    }
}
