import Foundation
import JourneyMessages
import Journeys
import Primitives

/// A step of a journey: answer its callbacks, then call ``next(completion:)``.
public final class Node {
    /// What the server asks, in the order to show it.
    public let callbacks: [Callback]
    /// The journey's state, which changes with every step.
    public let authId: String
    /// A hint for the user interface, from the page or from a metadata callback.
    public let stage: String?
    public let pageHeader: String?
    public let pageDescription: String?
    private let step: Step
    private let walk: Walk

    init(_ step: Step, walk: Walk) {
        self.step = step
        self.walk = walk
        callbacks = step.callbacks.map(CallbackFactory.shared.callback)
        authId = step.authID
        stage = step.stage ?? Self.stage(in: step)
        pageHeader = step.header
        pageDescription = step.description
    }

    /// Sends the answers, and brings the result, the next node or an error.
    public func next<T>(completion: @escaping NodeCompletion<T>) {
        var answered = step
        answered.callbacks = callbacks.map(\.sent)
        walk.go(completion) { [walk, answered] () async throws in try await walk.runtime.journey.next(answered, in: walk.journey) }
    }

    /// A page may put its stage into a metadata callback (`pingam-protocol.md` 2.2).
    private static func stage(in step: Step) -> String? {
        step.callbacks.lazy.compactMap { if case .metadata(let data) = $0.kind { data["stage"]?.string } else { nil } }.first
    }
}
