package import DeviceMessages
package import Directory
package import Foundation
import Foundations
import JourneyMessages
import MultiFactor
package import OAuth
package import OAuthMessages
package import Primitives
package import Sessions
package import SignIn

/// Sign-ins without redirects: the client shows what is asked, and sends what is done (`docs/protocols/platform.md` 6.2).
///
/// A flow is a run of the one engine whose state the server keeps, so that all rules of journeys, passwords and devices hold in it.
package struct Flows: Sendable {
    package let engine: JourneyEngine
    /// The services that the engine's nodes call.
    package var domain: JourneyServices { engine.domain }

    package init(_ engine: JourneyEngine) { self.engine = engine }

    /// The party that a flow is with.
    package struct Party: Sendable {
        package let realm: Realm
        package let issuer: Issuer
        /// The issuer that mobile payloads are for.
        package let devices: DeviceIssuer
        /// The client; its binding is the value of its cookie.
        package let client: ClientContext

        package init(realm: Realm, issuer: Issuer, devices: DeviceIssuer, client: ClientContext) {
            self.realm = realm
            self.issuer = issuer
            self.devices = devices
            self.client = client
        }
    }

    /// Begins a flow for an authorization request that wants a user to sign in.
    package func begin(_ demand: SignInDemand, session: UserSession?, token: Secret?, with party: Party) async throws -> Flow {
        let now = domain.platform.time.now
        let application = try demand.request.required("client_id")
        var record = FlowRecord(
            id: domain.platform.random.uuid(), realm: party.realm.id, application: application, request: demand.request.encoded,
            issuer: party.issuer.name, binding: FlowRecords.hash(party.client.binding ?? ""),
            standing: .failed(code: "", message: ""), created: now, expires: now.addingTimeInterval(FlowRecords.inactivity))
        record = try await started(record, demand, session, token, party)
        try await domain.signIn.flows.insert(record, in: party.realm, from: party.client.address)
        return try await flow(record, party)
    }

    /// A flow that is completed without asking the user.
    package func completed(_ response: FormBody, of application: String, session: UserSession, with party: Party) async throws -> Flow {
        let now = domain.platform.time.now
        let record = FlowRecord(
            id: domain.platform.random.uuid(), realm: party.realm.id, application: application, request: "", issuer: party.issuer.name,
            binding: FlowRecords.hash(party.client.binding ?? ""),
            standing: .completed(session: session.handle, response: Secret(response.encoded)), created: now,
            expires: now.addingTimeInterval(FlowRecords.inactivity))
        try await domain.signIn.flows.insert(record, in: party.realm, from: party.client.address)
        return try await flow(record, party)
    }

    /// Reads where a flow stands; while a device is asked, whether it has answered.
    /// - Throws: ``FlowError`` `.unknown`.
    package func read(_ id: UUID, with party: Party) async throws -> Flow {
        let record = try await record(id, party)
        guard case .waiting(let state, _) = record.standing else {
            return try await flow(record.standing.isWaiting ? try await touched(record) : record, party)
        }
        guard let device = try await standing(state, party).device,
            try await domain.multiFactor.deviceAuthentications.authentication(device, in: party.realm).status.isMoving
        else { return try await flow(try await touched(record), party) }
        return try await advanced(record, Step(unanswered: state), nil, party).flow
    }

    /// The record of a flow with its client's cookie.
    package func record(_ id: UUID, _ party: Party) async throws -> FlowRecord {
        guard let record = try await domain.signIn.flows.flow(id, binding: party.client.binding ?? "", in: party.realm.id) else {
            throw Self.unknown(id)
        }
        return record
    }

    /// The error for a flow that isn't there, is over, or is another client's.
    package static func unknown(_ id: UUID) -> FlowError {
        FlowError(.unknown, "there is no flow \(id.text), or it is over; begin again")
    }

    /// The standing of the run behind a flow, from its sealed state.
    package func standing(_ state: String, _ party: Party) async throws -> RunStanding {
        do { return try await engine.standing(of: state, in: party.realm, from: party.client) } catch let error as JourneyRunError {
            throw error.code == .internal ? error : FlowError(.unknown, "the flow is over; begin again")
        }
    }

    private func touched(_ record: FlowRecord) async throws -> FlowRecord {
        var touched = record
        touched.expires = domain.platform.time.now.addingTimeInterval(FlowRecords.inactivity)
        try await domain.signIn.flows.update(touched)
        return touched
    }

    /// Makes what is to be told of a flow.
    package func flow(_ record: FlowRecord, _ party: Party, cookie: Secret? = nil) async throws -> Flow {
        func flow(_ status: Flow.Status) -> Flow {
            Flow(id: record.id, application: record.application, status: status, created: record.created, expires: record.expires)
        }
        switch record.standing {
        case .waiting(let state, let asks):
            let standing = try await standing(state, party)
            var waiting = flow(.usernamePasswordRequired)
            if let id = standing.device {
                let device = try await domain.multiFactor.deviceAuthentications.authentication(id, in: party.realm)
                waiting = flow(device.status.inFlow)
                waiting.device = device
            } else {
                waiting = flow(Self.status(asks) ?? .usernamePasswordRequired)
                waiting.allowsRecovery = try await mayRecover(standing, party)
            }
            if let user = standing.user { waiting.user = try await domain.directory.users.user(user, in: party.realm.id) }
            return waiting
        case .recovering: return flow(.recoveryRequired)
        case .completed(let session, let response):
            var completed = flow(.completed)
            completed.session = session
            completed.response = try FormBody(parsing: response.reveal())
            completed.cookie = cookie
            return completed
        case .failed(let code, let message):
            var failed = flow(.failed)
            failed.failure = (code, message)
            return failed
        }
    }

    /// Returns the status by which a flow tells what a step asks; nil when it can't.
    package static func status(_ asks: [String]) -> Flow.Status? {
        switch asks {
        case [CallbackType.name.name, CallbackType.password.name]: .usernamePasswordRequired
        case [CallbackType.name.name]: .signOnRequired
        case [CallbackType.password.name]: .passwordRequired
        default: nil
        }
    }
}

extension DeviceAuthentication.Status {
    /// Whether it may continue without the client.
    fileprivate var isMoving: Bool { self == .pushRequired || isFinal }

    /// The status in a flow. One that is over is on its way: the next look takes the run on.
    fileprivate var inFlow: Flow.Status {
        switch self {
        case .selectionRequired: .selectionRequired
        case .assertionRequired: .assertionRequired
        case .passcodeRequired: .passcodeRequired
        case .pushTimedOut: .pushTimedOut
        case .pushRequired, .completed, .failed: .pushRequired
        }
    }
}
