package import Directory
import Foundation
import Foundations
package import JourneyMessages
import JourneyModel
import Primitives
import SignIn
import Store

extension JourneyEngine {
    /// The longest id of a link that is looked at.
    private static let longestID = 128

    /// Continues with a suspended run whose link was opened, on whatever device. The link is spent by that, whatever comes of it.
    ///
    /// - Throws: ``JourneyRunError`` `.unknownSuspension` for a link that is unknown, of another realm, used or too old.
    package func resume(_ suspendedID: String, in realm: Realm, from client: ClientContext) async throws -> JourneyReply {
        try await resumed(suspendedID, in: realm, from: client).reply
    }

    /// The same, with the name of the run, by which a client knows it again that it began with.
    package func resumed(
        _ suspendedID: String, in realm: Realm, from client: ClientContext
    ) async throws -> (reply: JourneyReply, run: String) {
        guard (1...Self.longestID).contains(suspendedID.utf8.count) else { throw JourneyRunError(.unknownSuspension) }
        // A link came by mail, and programs open it too: it takes the same cookie to be given the result again.
        let opening = client.binding == nil ? nil : RepeatedAnswer(opening: suspendedID, in: realm, from: client, domain)
        return try await answering(opening) {
            guard let turn = try await turn(of: Secret(suspendedID), realm, client, opening) else {
                throw JourneyRunError(.unknownSuspension)
            }
            var walk = try await Walk(resuming: turn, journeys, observer)
            let end = try await walk.resume()
            return ((try await reply(end, consume walk), turn.state.run), nil)
        } again: {
            ($0.reply, $0.run ?? "")
        }
    }

    /// The name of the run that a step belongs to; nil for a step that isn't this client's.
    package func run(of step: Step, in realm: Realm, from client: ClientContext) -> String? {
        try? sealer.open(step.authID, realm: realm.id, binding: client.binding, at: domain.platform.time.now).run
    }

    private func turn(of id: Secret, _ realm: Realm, _ client: ClientContext, _ opening: RepeatedAnswer?) async throws -> Turn? {
        let (now, claim) = (domain.platform.time.now, opening?.claim)
        return try await domain.platform.database.write { transaction in
            guard let kept = try domain.signIn.suspended.take(id, realm: realm.id, at: now, in: transaction) else { return nil }
            let turn = Turn(
                resuming: try SuspendedRun(kept, at: now).state, in: context(realm, client, at: now), repeated: opening)
            try claim?.take(at: now, in: transaction)
            try turn.record.append(.journeyResumed, user: turn.state.user, in: transaction)
            return turn
        }
    }

    /// Keeps a run until its link is opened, and sends the link: in this order, so that no link leads to nothing.
    ///
    /// The run's ticket is spent, so no other state of the run continues, and no client has a second link sent by sending a step again.
    package func suspend(_ walk: Walk) async throws -> Step {
        var turn = walk.turn
        guard let suspension = turn.suspension else { throw JourneyRunError.fault("a node waits for a link that it doesn't name") }
        // Its answer is the session's token, which the device that opens the link must not get.
        guard turn.state.request.approval == nil else {
            throw JourneyRunError.fault("a run that approves a transaction can't wait for a link")
        }
        let (spend, record, realm) = (try await turn.spending(), turn.record, turn.realm)
        var state = try keptState(walk)
        state.epoch = turn.state.epoch
        let seconds =
            suspension.minutes.map { min($0, JourneyLimits.suspension) * 60 } ?? realm.settings[JourneySettings.self].suspendedLifetime
        let until = turn.now.addingTimeInterval(TimeInterval(seconds))
        let run = SuspendedRun(
            state, lifetime: walk.journey.traits.timeout.map { $0 * 60 } ?? realm.settings[JourneySettings.self].journeyLifetime)
        let sealable = run.sealable
        if turn.state.user == nil {
            try await domain.directory.quotas.require(
                .suspendedJourney, bytes: Quotas.row + sealable.withBytes(\.count), from: turn.client.address, in: realm)
        }
        try await domain.platform.database.write { [user = state.user] transaction in
            try spend(transaction)
            try domain.signIn.suspended.keep(sealable, as: suspension.id, of: user, realm: realm.id, until: until, in: transaction)
            try record.append(.journeySuspended, user: user, in: transaction)
        }
        try await send(suspension, in: realm)
        let step = try step(telling: suspension.text, state, until: until, turn)
        await keep(AnswerResult(.step(step), run: state.run), of: turn.takenAnswer)
        return step
    }

    /// Sends the link, also for a client that goes away meanwhile: a link that was sent must work.
    private func send(_ suspension: Suspension, in realm: Realm) async throws {
        let sending = Task { [database = domain.platform.database] in
            do { try await suspension.send() } catch {
                try await database.write { try SuspendedJourneys.remove(suspension.id, realm: realm.id, in: $0) }
                throw error
            }
        }
        try await sending.value
    }

    /// Makes the step that tells the user. Its `authId`, which clients want to have, says of the run only that it takes no answer.
    private func step(telling text: String, _ state: JourneyState, until: Date, _ turn: Turn) throws -> Step {
        var waiting = JourneyState(run: state.run, expires: until, frames: state.frames)
        waiting.isSuspended = true
        return Step(
            authID: try sealer.seal(waiting, realm: turn.realm.id, binding: turn.client.binding),
            callbacks: Step.numbered([TextStatement(text).suspendedCallback], inPage: false))
    }
}
