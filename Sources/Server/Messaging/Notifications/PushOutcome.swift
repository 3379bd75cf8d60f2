package import Foundation
import Primitives

/// The result of one attempt to hand a message to a provider. The names are the provider's own, of those that it documents.
package enum PushOutcome: Sendable, Equatable {
    /// The provider has it.
    case delivered
    /// The address is dead: to be forgotten.
    case unregistered(String)
    /// It won't be taken however often it is sent.
    case refused(String)
    /// The credentials aren't accepted; others may be.
    case unauthorized(String)
    /// It may be taken later, after so many seconds if the provider says so.
    case unavailable(String, retryAfter: TimeInterval? = nil)

    /// The label in the metrics.
    var label: String {
        switch self {
        case .delivered: "delivered"
        case .unregistered: "unregistered"
        case .refused: "refused"
        case .unauthorized: "unauthorized"
        case .unavailable: "unavailable"
        }
    }
}
