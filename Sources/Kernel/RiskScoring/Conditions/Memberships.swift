import Primitives
import RiskSignals

/// A value, or one of several, in a list of texts: `STRING_LIST` and `GROUPS_INTERSECTION`.
public struct ListMembership: Sendable, Equatable {
    let path: RiskPath
    private let list: Set<[UInt8]>

    init(_ members: RiskMembers, _ budget: inout ConditionBudget) throws(RiskError) {
        path = try members.path("contains")
        let texts = try members.texts("list", atMost: ConditionBudget.cost, of: 256)
        try budget.spend(texts.count)
        list = Set(texts.map { Array($0.utf8) })
    }

    func holds(in values: RiskValues) -> Bool { values[path]?.texts?.contains { list.contains(Array($0.utf8)) } ?? false }
}

/// An address in one of some ranges: `IP_RANGE`.
public struct RangeMembership: Sendable, Equatable {
    let path: RiskPath
    let ranges: [IPRange]

    init(_ members: RiskMembers, _ budget: inout ConditionBudget) throws(RiskError) {
        path = try members.path("contains")
        ranges = try members.ranges("ipRange")
        try budget.spend(ranges.count)
    }

    func holds(in values: RiskValues) -> Bool {
        guard let address = values[path]?.text.flatMap(IPAddress.init) else { return false }
        return ranges.contains { $0.contains(address) }
    }
}

/// An address that equals another: `IP_COMPARISON`.
public struct AddressComparison: Sendable, Equatable {
    let path: RiskPath
    let other: RiskPath?
    let literal: IPAddress?

    init(_ members: RiskMembers) throws(RiskError) {
        path = try members.path("value")
        let text = try members.text("equals", atMost: RiskPath.longest + 3)
        other = RiskPath(text)
        literal = IPAddress(text)
        guard other != nil || literal != nil else { throw members.wrong("equals", "an address or a path") }
    }

    func holds(in values: RiskValues) -> Bool {
        guard let one = values[path]?.text.flatMap(IPAddress.init) else { return false }
        return one == literal ?? other.flatMap { values[$0]?.text }.flatMap(IPAddress.init)
    }
}

extension RiskMembers {
    /// Ranges of addresses, up to 1000.
    func ranges(_ name: String) throws(RiskError) -> [IPRange] {
        let texts = try texts(name, atMost: ConditionBudget.cost, of: 49)
        let ranges = texts.compactMap(IPRange.init)
        guard ranges.count == texts.count else { throw wrong(name, "addresses, or ranges such as 192.0.2.0/24") }
        return ranges
    }
}
