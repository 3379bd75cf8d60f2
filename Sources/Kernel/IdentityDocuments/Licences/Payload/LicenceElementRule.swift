import Primitives

/// The rule of a data element in the AAMVA card design standards: the versions that define it, its length and its characters.
public struct LicenceElementRule: Sendable, Hashable {
    /// The place of an element in a version.
    public enum Presence: Sendable, Hashable {
        /// The element must be there.
        case mandatory
        /// The element may be there.
        case optional
        /// The version doesn't define the element.
        case undefined
    }

    /// The identifier.
    public let id: LicenceElementID
    /// The meaning in a few words.
    public let meaning: String
    /// Whether the length is the same for all values, which are filled with blanks.
    public let isFixed: Bool
    /// Whether licences alone have the element, and identification cards don't.
    public let isForLicencesOnly: Bool
    private let length: Int
    private let earlier: (length: Int, until: Int)?
    private let presences: [Presence]

    /// The most characters that a version allows.
    public func length(in version: Int) -> Int {
        if let earlier, version <= earlier.until { return earlier.length }
        return length
    }

    /// The place of the element in a version; versions after the latest known one count as that one.
    public func presence(in version: Int) -> Presence {
        switch version {
        case ...1: presences[0]
        case 2...5: presences[version - 1]
        case 6...10: presences[5]
        default: presences[6]
        }
    }

    /// Every element that a version defines.
    public static let all: [LicenceElementRule] = LicenceElementCatalogue.rows.split(separator: "\n").compactMap {
        LicenceElementRule(row: $0)
    }
    static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }

    /// A row of the catalogue: identifier, presence in 01, 02, 03, 04, 05, 06-10 and 11, length, meaning.
    private init?(row: Substring) {
        let parts = row.split(separator: " ", maxSplits: 3).map(String.init)
        guard parts.count == 4, let id = LicenceElementID(parts[0]), parts[1].utf8.count == 7 else { return nil }
        let lengths = parts[2].split(separator: ",").map(String.init)
        guard let last = lengths.last, let length = Int(decimal: last.utf8.filter { 0x30...0x39 ~= $0 }) else {
            return nil
        }
        self.id = id
        self.length = length
        meaning = parts[3]
        isFixed = last.utf8.contains(UInt8(ascii: "F"))
        isForLicencesOnly = last.utf8.contains(UInt8(ascii: "*"))
        presences = parts[1].utf8.map { $0 == UInt8(ascii: "M") ? .mandatory : $0 == UInt8(ascii: "o") ? .optional : .undefined }
        earlier = lengths.count == 2 ? Self.earlier(lengths[0]) : nil
    }

    /// The length of earlier versions: `4@3` for four characters up to version 03.
    private static func earlier(_ text: String) -> (length: Int, until: Int)? {
        let numbers = text.split(separator: "@").compactMap { Int(decimal: $0) }
        return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }

    public static func == (left: LicenceElementRule, right: LicenceElementRule) -> Bool { left.id == right.id }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
