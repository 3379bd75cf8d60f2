public import Foundation
import JourneyMessages
import Journeys
import Primitives

/// A step of a journey: answer its callbacks, then call ``next(completion:)``.
public final class Node: NSObject {
    /// The server's questions, in the order to show them, without scripts for browsers.
    public var callbacks: [Callback] { all.filter { !$0.isScript } }
    /// The journey's state, which changes with every step.
    public let authId: String
    /// An identifier of the journey that the step belongs to, the same for all its steps.
    public var authServiceId: String { walk.id }
    /// A hint for the user interface, from the page or from a metadata callback.
    public let stage: String?
    /// The page's header in the user's language; nil outside pages.
    public let pageHeader: String?
    /// The page's description in the user's language; nil outside pages.
    public let pageDescription: String?
    /// The callbacks with the scripts for browsers, in the order of the wire.
    package let all: [Callback]
    private let step: Step
    private let walk: Walk

    /// - Throws: ``AuthError/invalidCallbackResponse(_:)`` when a callback lacks what it asks about, or the error of an app's own class.
    init(_ step: Step, walk: Walk) throws {
        self.step = step
        self.walk = walk
        all = try step.callbacks.map(CallbackFactory.shared.callback)
        for callback in all { (callback as? any NodeMember)?.join(all) }
        authId = step.authID
        stage = step.stage ?? Self.stage(in: step)
        pageHeader = step.header
        pageDescription = step.description
    }

    /// Sends the answers, and brings the result, the next node or an error.
    public func next<T>(completion: @escaping NodeCompletion<T>) {
        let callbacks = zip(all, step.callbacks).filter { $0.0.isSent }.map { $0.sent(inPlaceOf: $1) }
        walk.go(completion) { [walk, step] () async throws in
            try await walk.runtime.journey.next(step, sending: callbacks, in: walk.journey)
        }
    }

    /// The same as ``next(completion:)``, for a journey that ends with a user.
    public func nextWithUserCompletion(completion: @escaping NodeCompletion<FRUser>) { next(completion: completion) }

    /// The same as ``next(completion:)``, for a journey that ends with OAuth 2.0 tokens.
    public func nextWithAccessTokenCompletion(completion: @escaping NodeCompletion<AccessToken>) { next(completion: completion) }

    /// The same as ``next(completion:)``, for a journey that ends with a session token.
    public func nextWithTokenCompletion(completion: @escaping NodeCompletion<Token>) { next(completion: completion) }

    /// The stage and the callbacks, without what the user answered.
    public override var debugDescription: String { "Node(stage: \(stage ?? "none"), callbacks: \(callbacks.map(\.debugDescription)))" }

    /// A page may put its stage into a metadata callback (`docs/protocols/step-protocol.md` 2.2).
    private static func stage(in step: Step) -> String? {
        step.callbacks.lazy.compactMap { if case .metadata(let data) = $0.kind { data["stage"]?.string } else { nil } }.first
    }
}

extension Callback {
    /// A text that is a script for browsers.
    fileprivate var isScript: Bool { (self as? TextOutputCallback)?.messageType == .script }

    /// Whether it is part of the answer. Texts that are scripts, or of a type that the enumeration lacks, are not: the server's scripts see
    /// the callbacks that were returned.
    fileprivate var isSent: Bool { ![.script, .unknown].contains((self as? TextOutputCallback)?.messageType) }
}
