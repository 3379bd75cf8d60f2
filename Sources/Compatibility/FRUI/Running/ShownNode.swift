import CallbackBridge
import FRAuth
import FRCore
import JourneyForms
import JourneyMessages
import Primitives

/// The node of a journey that is shown, as forms know it.
@MainActor
final class ShownNode {
    private(set) var node: Node?
    /// The indices of the callbacks that the app's own cells answer.
    var ownRows: Set<Int> = []

    /// The callbacks with their answers so far.
    var callbacks: [JourneyMessages.Callback] { node?.all.map(\.wire) ?? [] }

    /// Waits for the answer to a call of the SDK.
    func turn<Outcome>(_ call: (@escaping NodeCompletion<Outcome>) -> Void) async throws -> JourneyTurn<Outcome> {
        let answer: Handoff<(Outcome?, Node?, (any Error)?)> = await withCheckedContinuation { continuation in
            call { result, node, error in continuation.resume(returning: Handoff((result, node, error))) }
        }
        let (result, node, error) = answer.value
        self.node = node
        ownRows = []
        if let node { return .step(step(of: node)) { [self] answered in try await send(answered, from: node) } }
        if let result { return .success(result) }
        throw error ?? AuthError.invalidGenericType
    }

    /// Lets callbacks answer themselves.
    /// - Throws: `AuthError.unsupportedCallback` for one whose module isn't part of the app.
    func work(_ indices: [Int], above presenter: IdPPresenter?, usesPasskeys: Bool) async throws {
        guard let node else { return }
        let screen = DeviceScreen(node: node, presenter: presenter, usesPasskeys: usesPasskeys)
        for index in indices {
            guard let callback = node.all[index] as? any DeviceAnswered else {
                throw AuthError.unsupportedCallback("\(node.all[index].type): the app has no module for it")
            }
            try await callback.answer(on: screen)
        }
    }

    private func send<Outcome>(_ step: Step, from node: Node) async throws -> JourneyTurn<Outcome> {
        for (index, answered) in step.callbacks.enumerated() where !ownRows.contains(index) {
            node.all[index].wire.input = answered.input
        }
        return try await turn { node.next(completion: $0) }
    }

    private func step(of node: Node) -> Step {
        Step(
            authID: node.authId, stage: node.stage, header: node.pageHeader, description: node.pageDescription,
            callbacks: node.all.map(\.wire))
    }
}
