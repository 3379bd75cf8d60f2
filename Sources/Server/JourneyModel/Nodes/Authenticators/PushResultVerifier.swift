import Primitives

/// Looks what came of the push.
package struct PushResultVerifier: NodeDeclaration {
    package static let type = NodeType(
        "PushResultVerifierNode", alias: "pushResult", title: "Push Result Verifier Node", "Looks what came of the push.")
    package static let state = StateUse(reads: ["pushMessageId"])

    package static let waiting = "WAITING"
    package static let expired = "EXPIRED"
    package static let (approved, denied) = ("TRUE", "FALSE")

    package let outcomes = [approved, denied, expired, waiting]

    package init() {}
}
