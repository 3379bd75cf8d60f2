/// A node that acts for the user who has proved who they are, and for no other; a run without one fails at it
/// ([decision 20](../../../../docs/decisions/0020-identity-nodes.md)).
package protocol ActsForProvenUser: NodeDeclaration {}

/// A node at which a user may prove who they are, or in whose script or inner journey.
package protocol ProvesUser: NodeDeclaration {}

extension PlacedNode {
    private var parts: [any NodeDeclaration] { [node] + ((node as? Page)?.children ?? []).map(\.node) }

    /// Whether the node, or one on it, acts for the user who has proved who they are.
    var actsForProvenUser: Bool { parts.contains { $0 is any ActsForProvenUser } }

    /// Whether a user may prove who they are at the node, or at one on it.
    package var mayProveUser: Bool { parts.contains { $0 is any ProvesUser } }
}
