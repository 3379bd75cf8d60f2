import DevicePolicies
import DeviceRegistry
package import Foundation
import Foundations
import JourneyMessages
package import OAuth
import OAuthMessages
package import Primitives
package import Sessions
package import SignIn

extension Flows {
    /// Does something in a flow.
    ///
    /// - Throws: ``FlowError``; ``SecondFactorError`` for what the device's rules refuse.
    package func perform(_ action: FlowAction, in id: UUID, with party: Party) async throws -> Flow {
        let record = try await record(id, party)
        if case .recovery(let command) = action { return try await recover(command, record, party) }
        if case .reset = action, record.standing.isWaiting { return try await reset(record, party) }
        guard case .waiting(let state, let asks) = record.standing else {
            throw record.standing.isWaiting
                ? Self.notAsked("anything but the code for a new password") : FlowError(.wrongState, "the flow is over")
        }
        let standing = try await standing(state, party)
        switch action {
        case .reset, .recovery: throw Self.notAsked("that")
        case .device(let command):
            guard standing.device != nil else { throw FlowError(.wrongState, "no device is asked") }
            let (flow, refusal) = try await advanced(record, Step(unanswered: state), command, party)
            if let refusal { throw refusal }
            return flow
        case .lookUp(let username):
            guard standing.device == nil, Self.status(asks) == .signOnRequired else { throw Self.notAsked("a user name alone") }
            return try await advanced(record, Self.answer(state, [username]), nil, party).flow
        case .checkPassword(let username, let password):
            let answers = try Self.answers(username, password, to: standing.device == nil ? Self.status(asks) : nil)
            let flow = try await advanced(record, Self.answer(state, answers), nil, party).flow
            // A step that asks for the password again doesn't say why.
            if flow.user == nil, [.usernamePasswordRequired, .passwordRequired, .signOnRequired].contains(flow.status) {
                throw FlowError(.wrongPassword, "the user name or the password is wrong")
            }
            return flow
        }
    }

    private static func answers(_ username: String?, _ password: Secret, to status: Flow.Status?) throws -> [String] {
        switch (status, username) {
        case (.usernamePasswordRequired, let name?): return [name, password.reveal()]
        case (.usernamePasswordRequired, nil): throw FlowError(.wrongState, "the user name is missing")
        case (.passwordRequired, _): return [password.reveal()]
        default: throw notAsked("a password")
        }
    }

    private static func notAsked(_ what: String) -> FlowError { FlowError(.wrongState, "the flow doesn't ask for \(what) now") }

    /// The step with its inputs filled in, in order.
    private static func answer(_ state: String, _ values: [String]) -> Step {
        let inputs = values.enumerated().map { Callback.Field("IDToken\($0.offset + 1)", .string($0.element)) }
        return Step(authID: state, callbacks: [Callback("", input: inputs)])
    }

    private func reset(_ record: FlowRecord, _ party: Party) async throws -> Flow {
        let outcome = try await domain.oauth.authorization.respond(
            to: try FormBody(parsing: record.request), session: nil, in: party.realm, issuer: party.issuer, devices: party.devices,
            takesFlows: true)
        guard case .signIn(let demand) = outcome else { throw Self.unknown(record.id) }
        var fresh = record
        fresh.reset()
        fresh.request = demand.request.encoded
        fresh = try await started(fresh, demand, nil, nil, party)
        try await domain.signIn.flows.update(fresh)
        return try await flow(fresh, party)
    }

    /// Begins the run.
    package func started(
        _ record: FlowRecord, _ demand: SignInDemand, _ session: UserSession?, _ token: Secret?, _ party: Party
    ) async throws -> FlowRecord {
        var start = JourneyStart(
            realm: party.realm, journey: demand.journey, forceAuth: demand.isForced, session: session, sessionToken: token,
            mobilePayload: try await domain.oauth.authorization.payload(of: demand.request, in: party.realm), client: party.client)
        start.lifetime = FlowRecords.lifetime
        // The client that shows a flow calls the browser's WebAuthn itself, until it says that it can't.
        start.passkeys = .full
        let reply = try await engine.start(start)
        return try await settled(record, reply, party).record
    }

    /// Takes the run a step further, and keeps where it has come to.
    func advanced(
        _ record: FlowRecord, _ step: Step, _ command: FlowDeviceCommand?, _ party: Party
    ) async throws -> (flow: Flow, refusal: SecondFactorError?) {
        let reply: JourneyReply
        var refusal: SecondFactorError?
        do {
            (reply, refusal) = try await engine.advance(step, commanding: command, in: party.realm, from: party.client)
        } catch let error as JourneyRunError {
            return (try await failed(record, error, party), nil)
        }
        let (settled, cookie) = try await settled(record, reply, party)
        try await domain.signIn.flows.update(settled)
        return (try await flow(settled, party, cookie: cookie), refusal)
    }

    private func failed(_ record: FlowRecord, _ error: JourneyRunError, _ party: Party) async throws -> Flow {
        switch error.code {
        case .spent: throw FlowError(.busy, "another request goes on with the flow, or was cut off; read the flow, or begin again")
        case .timedOut, .forged, .unknownSuspension: throw Self.unknown(record.id)
        case .failed, .locked, .tooManySteps:
            var failed = record
            failed.epoch += 1
            failed.standing = .failed(code: "AUTHENTICATION_FAILED", message: error.message ?? "the user could not be authenticated")
            try await domain.signIn.flows.update(failed)
            return try await flow(failed, party)
        case .unknownJourney, .disabled, .overloaded, .throttled, .internal: throw error
        }
    }

    /// A flow where the run has come to.
    private func settled(
        _ record: FlowRecord, _ reply: JourneyReply, _ party: Party
    ) async throws -> (record: FlowRecord, cookie: Secret?) {
        var record = record
        record.expires = domain.platform.time.now.addingTimeInterval(FlowRecords.inactivity)
        switch reply {
        case .step(let step):
            let standing = try await standing(step.authID, party)
            record.epoch = record.base + standing.epoch
            // A text that says why something is asked again makes no other question of it.
            let asks = step.callbacks.filter { $0.output("about") == nil }.map(\.type.name)
            if standing.device != nil || Self.status(asks) != nil {
                record.standing = .waiting(state: step.authID, asks: asks)
            } else {
                record.standing = .failed(
                    code: "NOT_SUPPORTED", message: "the sign-in asks what a flow can't show; assign the application a sign-on policy")
            }
            return (record, nil)
        case .success(let completion):
            guard let token = completion.token, let session = completion.session else {
                record.standing = .failed(code: "NOT_SUPPORTED", message: "the sign-in makes no session")
                return (record, nil)
            }
            return try await answered(record, session, token, party)
        }
    }

    /// Issues what the authorization request is after.
    private func answered(
        _ record: FlowRecord, _ session: UserSession, _ token: Secret, _ party: Party
    ) async throws -> (record: FlowRecord, cookie: Secret?) {
        var record = record
        record.epoch += 1
        let outcome = try await domain.oauth.authorization.respond(
            to: try FormBody(parsing: record.request), session: token, in: party.realm, issuer: party.issuer, devices: party.devices,
            takesFlows: true)
        guard case .answer(let response, _) = outcome else {
            record.standing = .failed(code: "AUTHENTICATION_FAILED", message: "the sign-in isn't the one that was asked for")
            return (record, nil)
        }
        record.standing = .completed(session: session.handle, response: Secret(response.encoded))
        record.binding = FlowRecords.hash(token.reveal())
        return (record, token)
    }
}
