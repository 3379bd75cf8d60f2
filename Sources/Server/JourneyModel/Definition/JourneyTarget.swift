import Primitives

/// The target to which an outcome leads.
package enum JourneyTarget: Sendable, Hashable {
    case node(String)
    case success
    case failure

    /// The ids that AM gives the two static nodes in every deployment (`docs/protocols/journey-nodes.md` 1.3).
    package static let successID = "70e691a5-1e33-4ac3-a356-e7b6d60d92e0"
    /// AM's id of the failure node.
    package static let failureID = "e301438c-0bd0-429c-ab0c-66126501069a"

    /// A target by our name, by AM's id, or a node's id.
    package init(_ text: String) {
        switch text {
        case "success", Self.successID: self = .success
        case "failure", Self.failureID: self = .failure
        default: self = .node(text)
        }
    }

    /// The name in our files.
    package var name: String {
        switch self {
        case .node(let id): id
        case .success: "success"
        case .failure: "failure"
        }
    }
}
