/// A machine readable zone of a travel document (ICAO Doc 9303-3 to 9303-7), read from text or from the candidates of its cells.
///
/// A character that its place can't hold is repaired, and so is a field whose check digit fails, if exactly one substitution of look-alikes
/// or candidates makes all digits hold. Every repair is reported. A check digit is never changed so that it holds.
public struct MachineReadableZone: Sendable, Hashable {
    /// The format.
    public let format: ZoneFormat
    /// The lines after the repairs.
    public let lines: [String]
    /// The fields, in the order of their cells.
    public let fields: [ZoneFieldReading]
    /// The outcome of the composite check digit; uncovered for visas.
    public let composite: ZoneCheckState
    /// The name.
    public let name: ZoneName
    /// The date of birth; nil for one that the calendar doesn't have.
    public let birthDate: ZoneDate?
    /// The date of expiry; nil for one that the calendar doesn't have.
    public let expiryDate: ZoneDate?
    /// The sex; nil when it can't be read.
    public let sex: DocumentSex?
    /// The repairs of all cells, those of check digits included, in their order.
    public let repairs: [ZoneRepair]
    /// The findings.
    public let findings: [ZoneFinding]

    /// Reads a zone from lines of ASCII, each behind the other or separated by line ends.
    ///
    /// Blanks are left out, and small letters are read as capital ones; both are reported.
    /// - Parameter today: the day by which centuries are found.
    /// - Throws: ``ZoneError`` for what is no zone of Doc 9303.
    public init(parsing text: some Collection<UInt8>, today: CalendarDate) throws(ZoneError) {
        let text = try ZoneText(text)
        self.init(try ZoneReader(text.lines, isSeen: false, findings: text.findings), today: today)
    }

    /// Reads a zone from the candidates of its cells.
    ///
    /// - Parameters:
    ///   - cells: the lines, each with its cells, each with its candidates in any order. A cell has at least one.
    ///   - today: the day by which centuries are found.
    /// - Throws: ``ZoneError`` for what is no zone of Doc 9303.
    public init(cells: [[[ZoneCandidate]]], today: CalendarDate) throws(ZoneError) {
        self.init(try ZoneReader(cells, isSeen: true, findings: []), today: today)
    }

    private init(_ reader: ZoneReader, today: CalendarDate) {
        var reader = reader
        reader.repair()
        format = reader.format
        lines = reader.characters.map { line in line.map(\.description).joined() }
        composite = reader.state(of: .composite)
        name = reader.readName()
        birthDate = reader.readDate(.birthDate, century: .past, today: today)
        expiryDate = reader.readDate(.expiryDate, century: .near, today: today)
        sex = reader.readSex()
        reader.reportStates()
        fields = reader.fieldReadings()
        repairs = reader.repairs
        findings = reader.findings
    }

    /// A field; nil where the format doesn't have it.
    public subscript(field: ZoneField) -> ZoneFieldReading? { fields.first { $0.field == field } }

    /// Whether every check digit of the format holds.
    public var allChecksHold: Bool {
        fields.allSatisfy { $0.check == .holds || $0.check == .uncovered } && (composite == .holds || composite == .uncovered)
    }
}
