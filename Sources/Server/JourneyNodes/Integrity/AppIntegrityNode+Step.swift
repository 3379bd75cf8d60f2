import DeviceIntegrity
import DeviceRegistry
import Directory
import Foundation
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension AppIntegrityNode: JourneyNode {
    /// The reference to a key that no app has: an app that is given it forgets the key that it has, and attests a new one.
    private static let noKey = "::"

    package func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let challenge = turn["challenge"]?.string else { return ask(nil, &turn) }
        guard let answer = turn.ask(AppIntegrityQuestion.appAttest(challenge: challenge, attestation: nil)) else {
            return turn.wasSubmitted ? try await fail("the app gave no answer", &turn) : .waiting
        }
        let app = try await attestedApp(turn)
        do {
            switch answer {
            case .appAttest(let assertion?, let clientData, let keyID, _):
                return try await verify(assertion, over: try ClientData(clientData, for: challenge, of: app), keyID, app, &turn)
            case .appAttest(nil, _, let keyID, let attestation):
                return try await register(attestation ?? "", keyID, challenge, app, &turn)
            case .failed(let text):
                forget(&turn)
                return try await BindingAnswer.outcome(ofError: text, among: errors, &turn)
            case .playIntegrity: return try await fail("the app has no App Attest", &turn)
            }
        } catch let error as IntegrityError {
            return try await fail("\(error.code.rawValue): \(error.reason)", &turn)
        }
    }

    private func attestedApp(_ turn: Turn) async throws -> AttestedApp {
        let found = try await turn.domain.directory.applications.application(application, in: turn.realm.id)
        guard let app = found.flatMap(AttestedApp.init) else {
            throw JourneyRunError.fault("the realm has no application \(application) with a bundle id and App Attest")
        }
        return app
    }

    /// Asks for a new challenge. The step sends back which key the app has, by an earlier attestation.
    private func ask(_ attestation: String?, _ turn: inout Turn) -> NodeResult {
        turn.withdraw()
        let challenge = BindingAnswer.challenge(turn)
        turn["challenge"] = .string(challenge)
        _ = turn.ask(AppIntegrityQuestion.appAttest(challenge: challenge, attestation: attestation))
        return .waiting
    }

    /// Keeps a key that was attested, and has the app sign with it.
    private func register(
        _ attestation: String, _ keyID: String, _ challenge: String, _ app: AttestedApp, _ turn: inout Turn
    ) async throws -> NodeResult {
        let key = try await AttestedApps.key(
            attestedBy: try bytes(attestation), id: try bytes(keyID), challenge: challenge, of: app, at: turn.now)
        try await turn.act { [realm = turn.realm.id, now = turn.now] transaction, _ in
            try AttestedApps.keep(key, of: app, realm: realm, at: now, in: transaction)
        }
        return ask("\(keyID)::\(attestation)", &turn)
    }

    private func verify(
        _ assertion: String, over clientData: ClientData, _ keyID: String, _ app: AttestedApp, _ turn: inout Turn
    ) async throws -> NodeResult {
        let keys = turn.domain.deviceRegistry.attestedApps
        guard let known = try await keys.key(try bytes(keyID), of: app, in: turn.realm.id) else { return try await renew(&turn) }
        let key = try AttestedApps.key(known, asserting: try bytes(assertion), over: clientData.bytes, of: app)
        let isNew = try await turn.act { [realm = turn.realm.id, now = turn.now] transaction, _ in
            try AttestedApps.count(key, realm: realm, at: now, in: transaction)
        }
        guard isNew else { throw IntegrityError(.replayed, "the key has counted further meanwhile") }
        forget(&turn)
        if !clientData.payload.isEmpty { turn.state.shared[Self.payloadKey] = .string(clientData.payload) }
        return .outcome(Self.success)
    }

    /// Has an app whose key isn't known attest a new one; once, for an app that names an unknown key again has none.
    private func renew(_ turn: inout Turn) async throws -> NodeResult {
        guard turn["renewed"] == nil else { return try await fail("the app's key isn't known", &turn) }
        try await turn.spend()
        turn["renewed"] = true
        return ask(Self.noKey, &turn)
    }

    private func fail(_ reason: String, _ turn: inout Turn) async throws -> NodeResult {
        forget(&turn)
        try await turn.recordFailure("app integrity: \(reason)")
        return .outcome(Self.failure)
    }

    private func forget(_ turn: inout Turn) { for name in ["challenge", "renewed"] { turn[name] = nil } }

    private func bytes(_ text: String) throws(IntegrityError) -> [UInt8] {
        guard let data = Data(base64Encoded: text) else { throw IntegrityError(.malformed, "what came isn't Base64") }
        return Array(data)
    }
}

/// The client data over which an app signs (`docs/protocols/step-protocol.md` 11.3).
private struct ClientData {
    /// The JSON text as the app hashed it.
    let bytes: [UInt8]
    /// The text that the app signed besides; empty for none.
    let payload: String

    /// - Throws: ``IntegrityError`` `.malformed`; `.wrongRequest` for another challenge, `.wrongApp` for another bundle id.
    init(_ text: String, for challenge: String, of app: AttestedApp) throws(IntegrityError) {
        guard let data = Data(base64Encoded: text), let json = try? JSONValue(body: Array(data)) else {
            throw IntegrityError(.malformed, "the client data is no JSON in Base64")
        }
        guard json["challenge"]?.string == challenge else { throw IntegrityError(.wrongRequest, "the client data has another challenge") }
        guard json["bundleId"]?.string == app.bundleID else { throw IntegrityError(.wrongApp, "the client data is of another app") }
        bytes = Array(data)
        payload = json["payload"]?.string ?? ""
    }
}
