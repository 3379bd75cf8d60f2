package import Foundation
import Primitives

/// The thing that a quota counts by: a network prefix, a user, a realm.
package protocol QuotaSource: Hashable, Sendable {
    var realm: UUID { get }
    /// The source as a text of its realm, which no source of another type has. Nothing but a keyed hash of it is kept.
    var name: String { get }
}
