import Primitives

/// A payload to be written: for test documents, and for the tests of readers.
public struct LicenceDraft: Sendable, Hashable {
    /// An element of a draft.
    public struct Element: Sendable, Hashable {
        /// The identifier.
        public let id: LicenceElementID
        /// The value, as it is encoded.
        public let value: String

        /// An element with its value.
        public init(_ id: LicenceElementID, _ value: String) {
            self.id = id
            self.value = value
        }
    }

    /// A subfile of a draft.
    public struct Subfile: Sendable, Hashable {
        /// The two letters of its type.
        public let type: String
        /// The elements, in their order.
        public let elements: [Element]

        /// A subfile of elements.
        public init(type: String, elements: [Element]) {
            self.type = type
            self.elements = elements
        }
    }

    /// The version, 0-99.
    public let version: Int
    /// The issuer identification number, up to six digits.
    public let issuerNumber: Int
    /// The issuer's own version, 0-99; it isn't written in version 01 and before.
    public let jurisdictionVersion: Int
    /// The subfiles, in their order.
    public var subfiles: [Subfile]

    /// A draft of its parts.
    public init(version: Int, issuerNumber: Int, jurisdictionVersion: Int = 0, subfiles: [Subfile]) {
        self.version = version
        self.issuerNumber = issuerNumber
        self.jurisdictionVersion = jurisdictionVersion
        self.subfiles = subfiles
    }

    /// The payload's bytes, in ISO 8859-1.
    ///
    /// - Throws: ``LicencePayloadError`` of the code `unwritable` for a number without room in the header, a value that is longer than the
    /// version
    ///   allows, has control characters or others than ISO 8859-1's, and for a subfile that begins or ends beyond 9999 bytes.
    public func bytes() throws(LicencePayloadError) -> [UInt8] {
        guard 0...99 ~= version, 0...999_999 ~= issuerNumber, 0...99 ~= jurisdictionVersion, 1...99 ~= subfiles.count else {
            throw LicencePayloadError(.unwritable, "A number of the header is out of its range.")
        }
        var header = "@\n\u{1E}\rANSI \(padded(issuerNumber, 6))\(padded(version, 2))"
        if version >= 2 { header += padded(jurisdictionVersion, 2) }
        header += padded(subfiles.count, 2)
        var offset = header.utf8.count + 10 * subfiles.count
        var bodies: [UInt8] = []
        for subfile in subfiles {
            let body = try bytes(of: subfile)
            guard offset <= 9999, body.count <= 9999 else {
                throw LicencePayloadError(.unwritable, "A subfile begins or ends beyond 9999 bytes.")
            }
            header += subfile.type + padded(offset, 4) + padded(body.count, 4)
            bodies += body
            offset += body.count
        }
        return Array(header.utf8) + bodies
    }

    private func bytes(of subfile: Subfile) throws(LicencePayloadError) -> [UInt8] {
        guard subfile.type.utf8.count == 2, subfile.type.utf8.allSatisfy({ 0x41...0x5A ~= $0 }) else {
            throw LicencePayloadError(.unwritable, "A subfile's type is two capital letters.")
        }
        var bytes = Array(subfile.type.utf8)
        for element in subfile.elements {
            bytes += element.id.text.utf8
            bytes += try latin(element)
            bytes.append(0x0A)
        }
        return bytes + [0x0D]
    }

    private func latin(_ element: Element) throws(LicencePayloadError) -> [UInt8] {
        let scalars = element.value.unicodeScalars
        guard scalars.allSatisfy({ 0x20...0x7E ~= $0.value || 0xA0...0xFF ~= $0.value }) else {
            throw LicencePayloadError(.unwritable, "The element \(element.id) has a character that isn't one of ISO 8859-1's visible ones.")
        }
        if let rule = element.id.rule, scalars.count > rule.length(in: version), element.value != "NONE" {
            throw LicencePayloadError(.unwritable, "The element \(element.id) has at most \(rule.length(in: version)) characters.")
        }
        return scalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }
}
