package import Foundation
import Primitives

/// The result of a passcode.
package enum PasscodeVerdict: Sendable, Equatable {
    case accepted
    /// It isn't right, or was used before, which is not told apart.
    case wrong
    /// It was right, and is used up: it is refused like a wrong one, and is no guess.
    case used
    /// It would be right at a time beyond the tolerance.
    case unsynchronized
    /// Too many were wrong; none is looked at before then.
    case locked(until: Date)
}
