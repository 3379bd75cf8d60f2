import Primitives
import ResourceMessages

/// Texts, of which a value is one, or has one.
struct TextSet: Sendable, Equatable {
    let texts: [String]
    private let bytes: Set<[UInt8]>

    init(_ texts: [String] = []) {
        self.texts = texts
        bytes = Set(texts.map { Array($0.utf8) })
    }

    var cost: Int { texts.count }

    func holds(for value: RiskValue?) -> Bool { value?.texts?.contains { bytes.contains(Array($0.utf8)) } ?? false }
}

/// Ranges of addresses, of which one has a value.
struct RangeSet: Sendable, Equatable {
    var ranges: [IPRange] = []

    var cost: Int { ranges.count }

    func holds(for value: RiskValue?) -> Bool {
        guard let address = value?.text.flatMap(IPAddress.init) else { return false }
        return ranges.contains { $0.contains(address) }
    }
}

/// A value, or one of several, in a list of texts: `STRING_LIST` and `GROUPS_INTERSECTION`.
public struct ListMembership: Sendable, Equatable {
    var path = RiskPath()
    var list = TextSet()

    /// The form of a condition of one of the two types.
    static func form(_ name: String) -> Form<ListMembership> {
        .object(
            name, [Member("contains", \.path, .path, .required), Member("list", \.list, .texts).unless(\.list.texts.isEmpty)],
            from: { ListMembership() })
    }

    func holds(in values: RiskValues) -> Bool { list.holds(for: values[path]) }
}

/// An address in one of some ranges: `IP_RANGE`.
public struct RangeMembership: Sendable, Equatable {
    var path = RiskPath()
    var ranges = RangeSet()

    static let form = Form.object(
        "IPRangeCondition",
        [Member("contains", \.path, .path, .required), Member("ipRange", \.ranges, .ranges).unless(\.ranges.ranges.isEmpty)],
        from: { RangeMembership() })

    func holds(in values: RiskValues) -> Bool { ranges.holds(for: values[path]) }
}

/// An address that equals another: `IP_COMPARISON`.
public struct AddressComparison: Sendable, Equatable {
    /// The other address, or where it stands.
    enum Other: Sendable, Equatable {
        case path(RiskPath)
        case address(IPAddress)
    }

    var path = RiskPath()
    var other = Other.path(RiskPath())

    static let form = Form.object(
        "IPComparisonCondition",
        [Member("value", \.path, .path, .required), Member("equals", \.other, .addressOrPath, .required)],
        from: { AddressComparison() })

    func holds(in values: RiskValues) -> Bool {
        guard let one = values[path]?.text.flatMap(IPAddress.init) else { return false }
        return switch other {
        case .path(let path): one == values[path]?.text.flatMap(IPAddress.init)
        case .address(let address): one == address
        }
    }
}

extension Form where Value == TextSet {
    /// Up to 1000 texts.
    static var texts: Form {
        let list = Form<[String]>.list(.lines(1...256), count: 0...ConditionBudget.cost)
        return Form(list.shape) {
            list.read($0, &$1).map { TextSet($0) }
        } write: {
            list.write($0.texts)
        }
    }
}

extension Form where Value == RangeSet {
    /// Up to 1000 ranges.
    static var ranges: Form {
        let list = Form<[IPRange]>.addresses
        return Form(list.shape) {
            list.read($0, &$1).map { RangeSet(ranges: $0) }
        } write: {
            list.write($0.ranges)
        }
    }
}

extension Form where Value == AddressComparison.Other {
    fileprivate static var addressOrPath: Form {
        Form(.called("address, or path such as ${event.ip}", .text(.init(length: 2...RiskPath.longest + 3)))) { json, reading in
            if let path = json.string.flatMap(RiskPath.init) { return .path(path) }
            if let address = json.string.flatMap(IPAddress.init) { return .address(address) }
            reading.refuse(.invalid, "it is an address, or a path such as ${event.ip}")
            return nil
        } write: { other in
            switch other {
            case .path(let path): Form<RiskPath>.path.write(path)
            case .address(let address): .string(address.text)
            }
        }.naming(by: RiskPath.naming)
    }
}
