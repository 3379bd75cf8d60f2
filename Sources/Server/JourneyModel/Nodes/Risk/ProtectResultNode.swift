import Primitives

/// Says how what was evaluated ended. A success teaches what is usual for the user, if the user has proved who they are.
package struct ProtectResultNode: NodeDeclaration {
    package static let type = NodeType(
        "product-PingOneProtectResultNode", alias: "riskResult", title: "PingOne Protect Result",
        "Says how a sign-in ended whose risk was evaluated.")
    package static let settings = [
        NodeSetting<Self>("status", \.status, "How it ended.")
    ]
    package static let state = StateUse(reads: [ProtectState.id])

    /// The way in which the sign-in ended, by AM's names.
    package enum Status: String, CaseIterable, SettingValue {
        case success = "SUCCESS"
        case failed = "FAILED"
    }

    package var status = Status.success

    package init() {}
}
