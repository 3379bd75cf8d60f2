import Primitives

/// The name in a zone: components of the primary and the secondary identifier. What is a blank, a hyphen or a comma in print separates
/// them.
public struct ZoneName: Sendable, Hashable {
    /// The primary identifier, as a rule the family name.
    public let primary: [String]
    /// The secondary identifier, as a rule the given names; empty where there is none.
    public let secondary: [String]
    /// Whether a letter fills the field's last cell, so that the name may be cut off there, and components before it too.
    public let mayBeTruncated: Bool

    /// A name of its components.
    public init(primary: [String], secondary: [String], mayBeTruncated: Bool = false) {
        self.primary = primary
        self.secondary = secondary
        self.mayBeTruncated = mayBeTruncated
    }

    /// The parts of a name field. The second value is false for a field that doesn't begin with a letter or has letters behind three
    /// fillers.
    static func parsed(_ field: [ZoneCharacter]) -> (name: ZoneName, isWellFormed: Bool) {
        let end = field.lastIndex { $0 != .filler }.map { $0 + 1 } ?? 0
        let shown = field[..<end]
        let gap = shown.indices.first { shown[$0...].starts(with: [.filler, .filler]) }
        let secondary = gap.map { shown[($0 + 2)...] } ?? []
        let name = ZoneName(
            primary: components(shown[..<(gap ?? end)]), secondary: components(secondary), mayBeTruncated: end == field.count)
        let hasLetters = shown.first.map { $0 != .filler } ?? false
        let hasGap = secondary.indices.contains { secondary[$0] == .filler && ($0 == secondary.startIndex || secondary[$0 - 1] == .filler) }
        return (name, hasLetters && !hasGap)
    }

    private static func components(_ part: ArraySlice<ZoneCharacter>) -> [String] {
        part.split(separator: .filler).map { String(own: $0.map(\.ascii)) }
    }
}
