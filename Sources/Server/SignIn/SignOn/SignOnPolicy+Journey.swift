package import Foundation
import Primitives

extension SignOnPolicy {
    private static let journeyPrefix = "signOnPolicy:"

    /// The name of the journey that it is run as.
    package var journeyName: String { Self.journeyPrefix + id.text }

    /// The policy that a journey of this name is; nil for a journey that is stored as such.
    package static func id(ofJourney name: String) -> UUID? {
        guard name.hasPrefix(journeyPrefix) else { return nil }
        return UUID(text: String(name.dropFirst(journeyPrefix.count)))
    }

    /// Whether a user who has completed it has done at least what another policy asks.
    package func covers(_ other: SignOnPolicy) -> Bool {
        other.actions.allSatisfy { wanted in
            actions.contains { $0.isSame(as: wanted) }
        }
    }
}

extension SignOnAction {
    /// Whether two actions ask the same, wherever they stand.
    fileprivate func isSame(as other: SignOnAction) -> Bool {
        var same = other
        (same.id, same.priority) = (id, priority)
        return self == same
    }
}
