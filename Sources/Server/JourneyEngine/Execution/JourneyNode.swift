package import JourneyModel
import Primitives

/// A node that runs: a declaration and what it does.
package protocol JourneyNode: NodeDeclaration {
    /// Runs the node: asks through the turn, reads what was answered, acts.
    func step(_ turn: inout Turn) async throws -> NodeResult
}

extension NodeDeclaration {
    /// Runs a node of a journey.
    ///
    /// - Throws: the errors of its step, and a fault when its kind has none.
    package func run(_ turn: inout Turn) async throws -> NodeResult {
        guard let node = self as? any JourneyNode else { throw JourneyRunError.fault("nodes of the kind \(Self.type.alias) have no step") }
        return try await node.step(&turn)
    }
}

/// The result of a node's turn.
package enum NodeResult: Sendable, Equatable {
    /// Its question isn't answered yet: send the step, and run the node again with the answer.
    case waiting
    /// Wait until the link is opened that ``Turn/suspend(_:)`` was told of, then run the node again.
    case suspended
    /// Continue along this outcome.
    case outcome(String)
    /// Run another journey, then continue along `true` or `false`.
    case enter(journey: String)
}
