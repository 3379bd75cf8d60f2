/// A deviation of a payload from the AAMVA card design standards, which was tolerated.
public struct LicenceFinding: Sendable, Hashable {
    /// The weight of a deviation.
    public enum Severity: Int, Sendable, Hashable, Comparable {
        /// Another way of writing the same value.
        case note
        /// A departure from the structure or the form of a value; one reading is left.
        case tolerated
        /// A reading by a rule of thumb, which may be wrong.
        case reconstructed

        public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
    }

    /// The kind of deviation.
    public let kind: LicenceFindingKind
    /// The element with the deviation; nil for those of the header, the directory and subfiles.
    public let element: LicenceElementID?
    /// The bytes of the payload, as it was scanned.
    public let range: Range<Int>

    /// The weight.
    public var severity: Severity { kind.severity }
}
