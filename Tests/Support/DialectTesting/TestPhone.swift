import Crypto
package import DeviceMessages
package import Foundation
import HTTPBase
package import HTTPTypes
package import JOSE
import OneTimePassword
package import Primitives

import DeviceRegistry
import Messaging
import Foundations
import Directory
import Services

/// A device's half with nothing but its keys: it says what a test wants it to say.
package final class TestPhone {
    package let server: DeviceServer
    package let random: SeededRandom
    package private(set) var signing: JWK
    package private(set) var agreement: JWK
    package let id: String
    /// The pairing's id, once there is one.
    package private(set) var pairing = ""
    package private(set) var grant: PairingGrant?
    package private(set) var seed: PasscodeSeed?
    /// Whether the server knows its key, so that a proof names it only.
    package var isKnown = false

    package init(_ server: DeviceServer, seed: UInt64) throws {
        self.server = server
        random = SeededRandom(seed: seed)
        signing = try JWK.generate(.p256, random: random)
        agreement = try JWK.generate(.p256, random: random)
        id = signing.thumbprintText
    }

    /// What a call may get wrong.
    package struct Proof {
        package var signedBy: JWK?
        package var installation: String?
        package var method: String?
        package var url: String?
        package var body: String?
        package var shift: TimeInterval = 0

        package init(
            signedBy: JWK? = nil, installation: String? = nil, method: String? = nil, url: String? = nil, body: String? = nil,
            shift: TimeInterval = 0
        ) {
            self.signedBy = signedBy
            self.installation = installation
            self.method = method
            self.url = url
            self.body = body
            self.shift = shift
        }
    }

    /// Sends a request with its proof.
    ///
    /// - Parameter elsewhere: the whole address, for one that isn't the path's.
    package func call(
        _ method: HTTPRequest.Method, _ path: String, _ json: JSONValue? = nil, wrong: Proof = Proof(), to elsewhere: String? = nil
    ) async throws -> ServerResponse {
        let request = try made(method, path, json, wrong: wrong, to: elsewhere)
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[.known(DeviceProof.field)] = request.proof
        return try await server.server.send(
            method, String(request.url.dropFirst(server.issuer.base.count)), headers: headers,
            body: request.body.isEmpty ? nil : String(decoding: request.body, as: UTF8.self))
    }

    /// Makes a request with its proof.
    package func made(
        _ method: HTTPRequest.Method, _ path: String, _ json: JSONValue? = nil, wrong: Proof = Proof(), to elsewhere: String? = nil
    ) throws -> DeviceRequest {
        let (body, url) = (json?.text ?? "", elsewhere ?? server.issuer.url(path))
        let key = wrong.signedBy ?? signing
        let proof = DeviceProof(
            installation: wrong.installation ?? id,
            key: isKnown ? .current(thumbprint: key.thumbprintText) : .embedded(try key.publicKey.unwrapped()),
            method: wrong.method ?? method.rawValue, url: wrong.url ?? url, body: Array((wrong.body ?? body).utf8),
            issuedAt: server.time.now.addingTimeInterval(wrong.shift), id: random.token(16))
        let text = proof.text(signature: try sign(proof.signingInput, with: key))
        return DeviceRequest(method: method.rawValue, url: url, body: Array(body.utf8), proof: text)
    }

    package func sign(_ bytes: [UInt8], with key: JWK? = nil) throws -> [UInt8] {
        try RawSigner(key ?? signing).sign(bytes)
    }

    package func request(_ key: Secret, app: AppDescription = DeviceServer.app, push: PushAddress? = .builtIn) throws -> PairingRequest {
        try request(.key(key), app: app, push: push)
    }

    package func request(
        _ entitlement: PairingRequest.Entitlement, app: AppDescription = DeviceServer.app, push: PushAddress? = .builtIn
    ) throws -> PairingRequest {
        PairingRequest(
            entitlement, agreement: try agreement.publicKey.unwrapped(), app: app,
            device: DeviceDescription(platform: "iOS", osVersion: "17.4", model: "iPhone14,2", name: "A phone"), push: push)
    }

    /// Begins a pairing and keeps what it brings.
    @discardableResult
    package func begin(
        with key: Secret, app: AppDescription = DeviceServer.app, push: PushAddress? = .builtIn
    ) async throws -> ServerResponse {
        try await begin(try request(key, app: app, push: push))
    }

    /// Begins a pairing by a ticket of an ID token.
    @discardableResult
    package func begin(ticket: Secret, app: AppDescription = DeviceServer.app) async throws -> ServerResponse {
        try await begin(try request(.ticket(ticket), app: app))
    }

    private func begin(_ request: PairingRequest) async throws -> ServerResponse {
        let answer = try await call(.post, "/pairings", request.json)
        guard answer.status == .created else { return answer }
        let grant = try PairingGrant(json: answer.json)
        self.grant = grant
        pairing = grant.pairing
        isKnown = true
        let opening = try OpeningKey(agreement, algorithm: .ecdhES, encryptions: [.a256GCM])
        seed = try grant.passcode.map { try PasscodeSeed(sealed: $0, with: opening) }
        return answer
    }

    package func confirm(passcode: String? = nil) async throws -> ServerResponse {
        let confirmation = PairingConfirmation(nonce: try grant.unwrapped().nonce, passcode: passcode.map { Secret($0) })
        return try await call(.post, "/pairings/\(pairing)/confirmation", confirmation.json)
    }

    package func pair(with key: Secret, push: PushAddress? = .builtIn) async throws {
        let begun = try await begin(with: key, push: push)
        guard begun.status == .created else { throw DomainError(.invalid, begun.text) }
        let confirmed = try await confirm(passcode: try passcode())
        guard confirmed.status == .ok else { throw DomainError(.invalid, confirmed.text) }
    }

    /// The passcode of a moment, now unless said.
    package func passcode(at moment: Date? = nil) throws -> String {
        let seed = try self.seed.unwrapped()
        return try TOTP(seed.secret, algorithm: .sha256, digits: seed.digits, period: seed.period).code(at: moment ?? server.time.now)
    }

    /// The next push in its mailbox, verified.
    package func push() async throws -> PushStatement {
        let stream = try await server.domain.messaging.push.subscribe(id, realm: server.realm.id, after: last)
        for try await event in stream {
            guard case .letter(let letter) = event else { continue }
            last = String(letter.sequence)
            return try await read(letter.text)
        }
        throw DomainError(.invalid, "no push came")
    }

    /// What a push says, verified.
    package func read(_ statement: String) async throws -> PushStatement {
        let keys = try await server.server.send(.get, "/device/v1/\(server.issuer.realm)/jwks").json
        return try PushStatement(
            verifying: statement, issuer: server.issuer.description, audience: id, keys: DeviceKeys(json: keys).statements,
            at: server.time.now)
    }
    private var last: String?

    /// The document of a challenge, and its hash.
    package func document(of challenge: String) async throws -> (ChallengeDocument, String) {
        let answer = try await call(.get, "/challenges/\(challenge)")
        return (try ChallengeDocument(json: answer.json), ChallengeDocument.hash(of: Array(answer.text.utf8)))
    }

    /// What a well-behaved device would decide about a push.
    package func decision(_ verdict: ChallengeDecision.Verdict, _ push: PushStatement, number: Int? = nil) async throws -> ChallengeDecision
    {
        let (_, shown) = try await document(of: push.challenge)
        return ChallengeDecision(
            verdict, nonce: push.nonce, pairing: push.pairing ?? pairing, shown: shown, methods: ["face"], number: number)
    }

    package func decide(_ decision: ChallengeDecision, _ challenge: String) async throws -> ServerResponse {
        try await call(.post, "/challenges/\(challenge)/decision", decision.json)
    }

    package func nonce(_ purpose: ServerNonce.Purpose) async throws -> String {
        try ServerNonce(json: try await call(.post, "/nonces", ServerNonce.request(purpose)).json).value
    }

    /// Offers new keys; they are used from now on.
    package func rotate() async throws -> (old: JWK, answer: ServerResponse) {
        let (next, enc) = (try JWK.generate(.p256, random: random), try JWK.generate(.p256, random: random))
        let rotation = KeyRotation(
            installation: id, nonce: try await nonce(.rotation), signing: try next.publicKey.unwrapped(),
            agreement: try enc.publicKey.unwrapped())
        let signature = try RawSigner(next).sign(rotation.signingInput)
        let answer = try await call(.post, "/installation/keys", rotation.json(signature: signature))
        defer { (signing, agreement) = (next, enc) }
        return (signing, answer)
    }

    package func payload(
        client: String = DeviceServer.application, wrong: (inout MobilePayload) throws -> Void = { _ in }, signedBy key: JWK? = nil
    ) throws -> String {
        var payload = MobilePayload(
            installation: id, key: try signing.publicKey.unwrapped(), audience: server.issuer.description, client: client,
            issuedAt: server.time.now, id: random.token(16))
        try wrong(&payload)
        return payload.text(signature: try RawSigner(key ?? signing).sign(payload.signingInput))
    }
}

/// Signs bytes with a P-256 key, r and s in 32 bytes each.
package struct RawSigner {
    private let key: P256.Signing.PrivateKey

    package init(_ key: JWK) throws {
        guard case .ec(let material) = key.material, let secret = material.d else { throw DomainError(.invalid, "no private P-256 key") }
        self.key = try secret.withBytes { try P256.Signing.PrivateKey(rawRepresentation: $0) }
    }

    package func sign(_ bytes: [UInt8]) throws -> [UInt8] { Array(try key.signature(for: bytes).rawRepresentation) }
}
