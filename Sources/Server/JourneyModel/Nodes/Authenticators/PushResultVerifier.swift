import Primitives

/// Looks what came of the push.
package struct PushResultVerifier: ProvesUser {
    package static let type = NodeType(
        "PushResultVerifierNode", alias: "pushResult", title: "Push Result Verifier Node", "Looks what came of the push.")
    package static let state = StateUse(reads: ["pushMessageId"])

    /// The outcome of a push without an answer so far.
    package static let waiting = "WAITING"
    /// The outcome of a push that was not answered in time.
    package static let expired = "EXPIRED"
    /// The outcomes of an answered push.
    package static let (approved, denied) = ("TRUE", "FALSE")

    package let outcomes = [approved, denied, expired, waiting]

    package init() {}
}
