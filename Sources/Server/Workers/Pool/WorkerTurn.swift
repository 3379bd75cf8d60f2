import Primitives

/// The party that a piece of work is done for, as the pool deals out turns: groups take turns, and in a group its parties do.
package struct WorkerTurn: Hashable, Sendable {
    /// The group, such as a realm.
    package let group: String
    /// The party in the group, such as a network prefix.
    package let party: String

    package init(_ group: String, _ party: String = "") {
        self.group = group
        self.party = party
    }
}
