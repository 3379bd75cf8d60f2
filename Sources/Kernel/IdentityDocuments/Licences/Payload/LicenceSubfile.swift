import Primitives

/// A subfile of a payload: `DL` for a licence, `ID` for an identification card, `EN` for an enhanced one, `Z` and a letter for the issuer's
/// own data.
public struct LicenceSubfile: Sendable, Hashable {
    /// The two letters of its type.
    public let type: String
    /// The bytes of the payload, as it was scanned.
    public let range: Range<Int>
    /// The elements, in their order, with doubled and unknown ones.
    public let elements: [LicenceElement]

    /// Whether the issuer alone knows what the elements mean.
    public var isOfJurisdiction: Bool { type.utf8.first == UInt8(ascii: "Z") }

    /// The first element with an identifier and a value; the first with the identifier when none has a value.
    public func element(_ id: LicenceElementID) -> LicenceElement? {
        let all = elements.filter { $0.id == id }
        return all.first { !$0.isAbsent } ?? all.first
    }
}
