package import DevicePolicies
package import Directory
import Foundation
import Foundations
package import JourneyMessages
import JourneyModel
import Primitives
import SignIn
import Store

/// Runs journeys: from a request to begin, over the answers to each step, to a session or a refusal.
///
/// A step that only asks reads and writes nothing: the state is sealed in the step. A node that verifies, decides or changes
/// something, and the completion, spend the state in the transaction of their effect (``SpendTicket``).
package struct JourneyEngine: Sendable {
    /// The services that nodes call.
    package let domain: JourneyServices
    package let sealer: StateSealer
    /// The journeys of all realms, parsed once for each revision of the configuration.
    package let journeys: JourneyCache
    /// The runtime that runs scripts; nil when nothing does.
    package let scripts: ScriptRuntime?
    /// The observer that watches the runs; nil in a server.
    var observer: (any JourneyObserver)?
    /// Makes the links by which suspended runs continue; nil where there are none.
    package let links: ResumeLinks?
    /// Requests that wait for the result of an earlier one with the same answer.
    let waits: AnswerWaits

    /// Starts a journey.
    package func start(_ request: JourneyStart) async throws -> JourneyReply {
        try await JourneyRunError.mapping {
            switch try await advised(request) {
            case .run(let request): try await run(request)
            case .satisfied(let completion): .success(completion)
            }
        }
    }

    private func run(_ request: JourneyStart) async throws -> JourneyReply {
        let journey = try await self.journey(request)
        if let satisfied = request.satisfied(journey, at: domain.platform.time.now) { return .success(satisfied) }
        let now = domain.platform.time.now
        var walk = Walk(
            Turn(
                starting: request.state(journey, at: now, random: domain.platform.random),
                in: context(request.realm, request.client, at: now), zeroPage: request.allowedZeroPage),
            into: journey, journeys, observer)
        let end = try await walk.start()
        return try await reply(end, consume walk)
    }

    /// The context of a request to a run.
    func context(_ realm: Realm, _ client: ClientContext, at now: Date) -> RunContext {
        RunContext(realm, client, domain, scripts: scripts, links: links, at: now)
    }

    /// Continues with an answered step; its `authId` carries the state.
    ///
    /// - Parameter noSession: true has the run end without a session, though it was begun to make one. A later request can only ask for less.
    package func advance(
        _ answer: Step, noSession: Bool = false, in realm: Realm, from client: ClientContext
    ) async throws -> JourneyReply {
        let repeated = RepeatedAnswer(answer, noSession: noSession, in: realm, from: client, domain)
        return try await answering(repeated) {
            let own = try await advance(answer, commanding: nil, noSession: noSession, in: realm, from: client, repeated)
            return (own.reply, own.unspent)
        } again: {
            $0.reply
        }
    }

    /// Continues with an answered step of a flow, or with what is done about the device that it asks. A flow tells by its own record what
    /// became of a command, so that its answers aren't given a result again.
    ///
    /// - Returns: also why the device's rules refuse that.
    package func advance(
        _ answer: Step, commanding command: FlowDeviceCommand?, in realm: Realm, from client: ClientContext
    ) async throws -> (reply: JourneyReply, refusal: SecondFactorError?) {
        try await JourneyRunError.mapping {
            let own = try await advance(answer, commanding: command, noSession: false, in: realm, from: client, nil)
            return (own.reply, own.refusal)
        }
    }

    private func advance(
        _ answer: Step, commanding command: FlowDeviceCommand?, noSession: Bool, in realm: Realm, from client: ClientContext,
        _ repeated: RepeatedAnswer?
    ) async throws -> (reply: JourneyReply, refusal: SecondFactorError?, unspent: SpendTicket?) {
        let now = domain.platform.time.now
        var state = try sealer.open(answer.authID, realm: realm.id, binding: client.binding, at: now)
        guard !state.isSuspended else { throw JourneyRunError(.spent) }
        if noSession { state.request.noSession = true }
        var turn = Turn(answering: Answers(answer), state, in: context(realm, client, at: now), repeated: repeated)
        turn.command = command
        var walk = try await Walk(resuming: turn, journeys, observer)
        let end = try await walk.resume()
        let (refusal, unspent) = (walk.turn.refusal, end == .step ? walk.turn.unspentTicket : nil)
        return (try await reply(end, consume walk), refusal, unspent)
    }

    /// Whether a realm has a journey of a name that any client may begin; one whose definition is of no use can't be begun.
    package func offers(_ name: String, in realm: Realm) async throws -> Bool {
        guard !name.isEmpty, let journey = try await usableJourney(name, in: realm) else { return false }
        return journey.traits.isEnabled && !journey.traits.isInnerOnly && !journey.traits.isTransactional
    }

    /// A journey by its name; nil when there is none, or its definition is of no use. That the database fails isn't an answer.
    private func usableJourney(_ name: String, in realm: Realm) async throws -> JourneyDefinition? {
        do { return try await journeys.journey(name, in: realm.id) } catch let error as JourneyRunError where error.code == .internal {
            return nil
        }
    }

    /// The journey that a request asks for.
    private func journey(_ request: JourneyStart) async throws -> JourneyDefinition {
        let name = request.journey ?? request.realm.settings[JourneySettings.self].defaultJourney
        guard name.utf8.count <= JourneyLimits.name, let journey = try await journeys.journey(name, in: request.realm.id) else {
            throw JourneyRunError(.unknownJourney)
        }
        guard journey.traits.isEnabled, !journey.traits.isInnerOnly, !journey.traits.isTransactional || request.transaction != nil else {
            throw JourneyRunError(.disabled)
        }
        return journey
    }

    /// The reply to a request whose walk has ended: a step, a session, or a refusal.
    package func reply(_ end: Walk.End, _ walk: consuming Walk) async throws -> JourneyReply {
        switch end {
        case .step:
            let (answer, run) = (walk.turn.takenAnswer, walk.turn.state.run)
            let step = try step(walk)
            await keep(AnswerResult(.step(step), run: run), of: answer)
            return .step(step)
        case .suspended: return .step(try await suspend(walk))
        case .success: return .success(try await complete(walk))
        case .failure: throw try await fail(walk)
        }
    }

    /// The step that the walk came to rest at.
    private func step(_ walk: Walk) throws -> Step {
        let page = walk.turn.page
        var callbacks = walk.turn.callbacks
        // At the end, where it moves no question from its place.
        if let notice = walk.turn.notice, !callbacks.isEmpty, callbacks.count < StepLimits.callbacks {
            callbacks.append(TextStatement(notice, .error).callback)
        }
        guard (1...StepLimits.callbacks).contains(callbacks.count) else {
            throw JourneyRunError.fault("a step with \(callbacks.count) callbacks")
        }
        return Step(
            authID: try sealer.seal(try keptState(walk), realm: walk.turn.realm.id, binding: walk.turn.client.binding), stage: page?.stage,
            header: page?.header, description: page?.description, callbacks: Step.numbered(callbacks, inPage: page != nil))
    }

    /// The state as it is kept until the run continues: with no secret that isn't needed any more.
    func keptState(_ walk: Walk) throws -> JourneyState {
        var state = walk.turn.state
        state.steps += 1
        guard state.steps <= JourneyLimits.steps else { throw JourneyRunError(.tooManySteps) }
        guard !state.secrets.isEmpty else { return state }
        let needed = walk.neededSecrets
        if !needed.contains("*") { state.secrets = state.secrets.filter { needed.contains($0.key) } }
        return state
    }
}
