/// The payload of the two-dimensional barcode of a driver licence or identification card: all versions of the AAMVA card design standards,
/// 01 to 11, and the cards before them.
///
/// Cards and scanners deviate from the standards in many ways. Reading tolerates each deviation that ``LicenceFindingKind`` lists, and
/// reports it.
public struct LicencePayload: Sendable, Hashable {
    /// The most bytes of a payload. A symbol rarely has 2 KiB.
    public static let mostBytes = 8192

    /// The header.
    public let header: LicenceHeader
    /// The subfiles, in their order.
    public let subfiles: [LicenceSubfile]
    /// The values.
    public let data: LicenceData
    /// The fields of the documented licence object, as encoded.
    public let fields: LicenceFields
    /// The element that each field was read from; of a field of several, the first. Fields that the issuer's number gave have none.
    public let sources: [LicenceField: LicenceElement]
    /// The deviations from the standards, in the order in which they were found.
    public let findings: [LicenceFinding]

    /// Reads a payload.
    ///
    /// - Parameter bytes: the symbol's bytes, not a text that a decoder made of them.
    /// - Throws: ``LicencePayloadError`` for what is no payload, or for more bytes than ``mostBytes``.
    public init(parsing bytes: some Collection<UInt8>) throws(LicencePayloadError) {
        guard bytes.count <= Self.mostBytes else {
            throw LicencePayloadError(.tooLarge, "The symbol has \(bytes.count) bytes; at most \(Self.mostBytes) are read.")
        }
        var reader = PayloadReader(Array(bytes))
        (header, subfiles) = try reader.read()
        var values = LicenceValueReader(header: header, subfiles: subfiles)
        values.read()
        data = values.data
        fields = values.fields
        sources = values.sources
        findings = reader.findings + values.findings
    }

    /// The reliance that a caller may place on the reading: the weightiest deviation; nil for a payload without one.
    public var worst: LicenceFinding.Severity? { findings.map(\.severity).max() }
}
