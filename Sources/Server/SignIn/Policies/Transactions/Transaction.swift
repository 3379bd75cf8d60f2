package import Foundation
import Primitives

/// The approval of one access: asked for by a policy, given by the user in a journey, used by the access that it was asked for.
///
/// It goes one way only: `created`, `authenticated`, `completed`. Each step is one conditional update, so of any number of attempts at it,
/// however close and on whichever node, one succeeds.
package struct Transaction: Sendable, Equatable {
    /// The state of a transaction: asked for, approved by the user, or used.
    package enum Status: String, Sendable { case created, authenticated, completed }

    /// A random UUID, in small letters.
    package let id: String
    package let status: Status
    /// The user whose access it is, and the session.
    package let user: UUID
    /// The handle of the session.
    package let session: String
    /// The policy set that it was asked for.
    package let policySet: String
    /// The name of the policy that asks for it.
    package let policy: String
    /// The resource of the access, as the request named it.
    package let resource: String
    /// The journey in which it is approved.
    package let journey: String
    /// The time from which it is worth nothing, approved or not.
    package let expires: Date
}
