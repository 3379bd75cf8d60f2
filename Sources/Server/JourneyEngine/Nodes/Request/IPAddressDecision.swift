import Primitives
import Foundations

/// Decides whether the client's address lies in one of some ranges. AM has such nodes from partners only.
struct IPAddressDecision: JourneyNode {
    static let type = NodeType(
        "IPAddressDecisionNode", alias: "ipAddressDecision", title: "IP Address Decision",
        "Whether the client's address lies in one of some ranges.")
    static let settings = [NodeSetting<Self>("addresses", \.ranges, required: true, "Ranges such as 192.0.2.0/24 and 2001:db8::/32.")]

    var ranges: [String] = []
    let outcomes = [Outcome.yes, Outcome.no]

    var objections: [SettingObjection] {
        ranges.filter { AddressRange($0) == nil }.map { SettingObjection("addresses", "\($0.prefix(64)) is no range of addresses") }
    }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let address = turn.client.address
        let isIn = ranges.compactMap(AddressRange.init).contains { $0.contains(address) }
        return .outcome(isIn ? Outcome.yes : Outcome.no)
    }
}
