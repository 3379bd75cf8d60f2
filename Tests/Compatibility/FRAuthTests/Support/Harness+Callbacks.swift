import ClientTesting
import FRAuth
import JourneyMessages
import Primitives
import Testing

extension Harness {
    /// Shows an app callbacks as the SDK hands them out, and gives back the step that the app sent then.
    func step(_ callbacks: JourneyMessages.Callback..., answering: ([DocumentedCallback]) throws -> Void) async throws -> Step {
        try await step(callbacks, answering: answering)
    }

    /// The same, for the values of the first inputs.
    func answers(
        _ callbacks: JourneyMessages.Callback..., answering: ([DocumentedCallback]) throws -> Void
    ) async throws -> [JSONValue?] {
        try await step(callbacks, answering: answering).callbacks.map { $0.input.first?.value }
    }

    private func step(_ callbacks: [JourneyMessages.Callback], answering: ([DocumentedCallback]) throws -> Void) async throws -> Step {
        let (asked, sent) = try await exchange(callbacks, answering)
        #expect(sent.callbacks.map(\.output) == asked.callbacks.map(\.output))
        return sent
    }

    /// The same, where the app needn't send all callbacks back.
    func sent(_ callbacks: JourneyMessages.Callback..., answering: ([DocumentedCallback]) throws -> Void) async throws -> Step {
        try await exchange(callbacks, answering).sent
    }

    private func exchange(
        _ callbacks: [JourneyMessages.Callback], _ answering: ([DocumentedCallback]) throws -> Void
    ) async throws -> (asked: Step, sent: Step) {
        let step = Step(authID: "state-1", callbacks: Step.numbered(callbacks))
        server.on("authenticate") { _ in .json(step.json) }
        try FRAuth.start(options: Harness.options)
        let first: Outcome<Token> = await outcome { FRSession.authenticate(authIndexValue: "Login", completion: $0) }
        let node = try #require(first.node)
        try answering(node.callbacks)
        let _: Outcome<Token> = await outcome { node.next(completion: $0) }
        return (step, try Step(json: try #require(server.requests.last).json))
    }

    /// What an app gets of a step with these callbacks.
    func received(_ callbacks: JourneyMessages.Callback...) async throws -> Outcome<Token> {
        let step = Step(authID: "state-1", callbacks: Step.numbered(callbacks))
        server.on("authenticate") { _ in .json(step.json) }
        try FRAuth.start(options: Harness.options)
        return await outcome { FRSession.authenticate(authIndexValue: "Login", completion: $0) }
    }
}
