import Primitives

/// Decides whether the client's address lies in one of some ranges. AM has such nodes from partners only.
package struct IPAddressDecision: NodeDeclaration {
    package static let type = NodeType(
        "IPAddressDecisionNode", alias: "ipAddressDecision", title: "IP Address Decision",
        "Whether the client's address lies in one of some ranges.")
    package static let settings = [
        NodeSetting<Self>("addresses", \.ranges, required: true, "Ranges such as 192.0.2.0/24 and 2001:db8::/32.")
    ]

    package var ranges: [String] = []
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}

    package var objections: [SettingObjection] {
        ranges.filter { AddressRange($0) == nil }.map { SettingObjection("addresses", "\($0.prefix(64)) is no range of addresses") }
    }
}
