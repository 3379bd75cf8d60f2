import DeviceMessages
import Foundation
import JOSE
import Primitives
import Testing

/// A message of each kind, as it is written.
enum Wire {
    static let time = Date(timeIntervalSince1970: 1_763_700_000)
    static let user = DeviceUser(id: "0a", username: "demo", given: "Demo", family: "User", email: "demo@example.com")
    static let app = AppDescription(id: "org.example.app", version: "1.0")
    static let phone = DeviceDescription(
        platform: "iOS", osVersion: "17.4", model: "iPhone14,2", name: "A phone", locale: "en-GB", timeZone: "Europe/Zurich")
    static let addresses: [PushAddress] = [
        .builtIn, .apns(token: String(repeating: "0f", count: 32), isSandbox: true), .fcm(token: "abc"),
        .webPush(
            endpoint: "https://push.example/x", key: Base64URL.encode([UInt8](repeating: 4, count: 65)),
            secret: Base64URL.encode([UInt8](repeating: 1, count: 16))),
    ]

    static func key() throws -> JWK { try TestDevice().key.publicKey ?? TestDevice().key }

    static func pairingRequest() throws -> PairingRequest {
        PairingRequest(.key(Secret("01882778807215")), agreement: try key(), app: app, device: phone, push: addresses[1])
    }

    static let grant = PairingGrant(
        pairing: "p", device: "p", user: user, realm: "r", keys: "https://id.example/jwks", passcode: "a.b.c.d.e", serverTime: time,
        nonce: "n")
    static let result = PairingResult(pairing: "p", failures: [.push: .missingDeviceToken, .passcode: nil])
    static let document = ChallengeDocument(
        challenge: "c", pairing: "p", kind: .authentication, user: user, created: time, expires: time + 40,
        number: .selected([12, 34, 56]),
        clientContext: "{}", requester: .init(application: "shop", name: "Shop", address: "192.0.2.7", userAgent: "x"))
    static let decision = ChallengeDecision(
        .approve, nonce: "n", pairing: "p", shown: "h", methods: ["face"], number: 12, reason: .fraud,
        integrity: IntegrityEvidence(.apple, token: "t", nonce: "n", key: "k"))
    static let report = InstallationReport(
        installation: "i", pairings: [.init(id: "p", device: "p", user: user)], pushKind: "APNS", isPushAllowed: true, revision: 3,
        areLogsWanted: true, isRotationDue: true, integrity: .permissive)
    static let claim = AuthenticationCodeClaim(
        .claimed, users: [user], needsApproval: false, clientContext: "{}", requester: .init(name: "Shop"), nonce: "n",
        integrity: .restrictive)
    static let evidence = IntegrityEvidence(.google, token: "t", nonce: "n")
}

@Suite("Messages of the device protocol")
struct MessageTests {
    @Test("go out and come back")
    func roundTrips() throws {
        let request = try Wire.pairingRequest()
        #expect(try PairingRequest(json: request.json) == request)
        let ticket = PairingRequest(.ticket(Secret("t")), agreement: try Wire.key(), app: Wire.app, device: Wire.phone)
        #expect(try PairingRequest(json: ticket.json) == ticket)
        #expect(try PairingGrant(json: Wire.grant.json) == Wire.grant)
        let confirmation = PairingConfirmation(nonce: "n", passcode: Secret("123456"))
        #expect(try PairingConfirmation(json: confirmation.json) == confirmation)
        #expect(try PairingResult(json: Wire.result.json) == Wire.result)
        #expect(try ChallengeDocument(json: Wire.document.json) == Wire.document)
        #expect(try ChallengeDecision(json: Wire.decision.json) == Wire.decision)
        let answer = ChallengeAcknowledgement(nonce: "n", pairing: "p")
        #expect(try ChallengeAcknowledgement(json: answer.json) == answer)
        #expect(try InstallationReport(json: Wire.report.json) == Wire.report)
        let change = InstallationChange(
            revision: 3, push: .builtIn, isPushAllowed: false, app: Wire.app, device: Wire.phone, integrity: Wire.evidence)
        #expect(try InstallationChange(json: change.json) == change)
        #expect(try AuthenticationCodeClaim(json: Wire.claim.json) == Wire.claim)
        let decided = AuthenticationCodeDecision(.deny, user: nil, nonce: "n", integrity: Wire.evidence)
        #expect(try AuthenticationCodeDecision(json: decided.json) == decided)
        let nonce = ServerNonce(value: "v", purpose: .rotation, expires: Wire.time)
        #expect(try ServerNonce(json: nonce.json) == nonce)
        #expect(try LogReceipt(json: LogReceipt(supportID: "s").json) == LogReceipt(supportID: "s"))
        for status in ChallengeStanding.Status.allCases {
            #expect(try ChallengeStanding(json: ChallengeStanding(status).json) == ChallengeStanding(status))
        }
    }

    @Test("push addresses of each kind go out and come back", arguments: Wire.addresses)
    func addresses(address: PushAddress) throws {
        #expect(try PushAddress(json: address.json) == address)
    }

    @Test(
        "with one member wrong are malformed",
        arguments: [
            ("pairingKey", 1), ("pairingKey", ""), ("pairingKey", nil), ("enc", "x"),
            ("enc", ["kty": "oct", "k": "AA"]), ("app", ["version": "1"]), ("device", [:]), ("push", ["kind": "PIGEON"]),
            ("push", ["kind": "APNS", "token": "xyz"]), ("push", ["kind": "WEB_PUSH", "endpoint": "x", "p256dh": "AA", "auth": "AA"]),
        ] as [(String, JSONValue)])
    func falsified(member: String, value: JSONValue) throws {
        var object = try #require(try Wire.pairingRequest().json.object)
        object[member] = value
        #expect(throws: DeviceError(.malformed, "")) { try PairingRequest(json: .object(object)) }
    }

    @Test("with one member missing are malformed, but for those that may be")
    func missing() throws {
        func missing(_ json: JSONValue, optional: Set<String>, _ read: (JSONValue) throws -> Void) throws {
            for name in try #require(json.object).names {
                var object = try #require(json.object)
                object[name] = nil
                if optional.contains(name) {
                    try read(.object(object))
                } else {
                    #expect(throws: DeviceError(.malformed, ""), "\(name)") { try read(.object(object)) }
                }
            }
        }
        try missing(Wire.grant.json, optional: ["passcode"]) { _ = try PairingGrant(json: $0) }
        try missing(Wire.document.json, optional: ["number", "clientContext", "requester"]) { _ = try ChallengeDocument(json: $0) }
        try missing(Wire.decision.json, optional: ["amr", "number", "reason", "integrity"]) { _ = try ChallengeDecision(json: $0) }
        try missing(Wire.report.json, optional: ["logsWanted", "rotationDue", "integrity"]) { _ = try InstallationReport(json: $0) }
        try missing(Wire.claim.json, optional: ["users", "clientContext", "requester", "nonce", "integrity"]) {
            _ = try AuthenticationCodeClaim(json: $0)
        }
    }

    @Test("with a NUL character in a text, which no engine stores, are malformed")
    func unstorable() {
        #expect(throws: DeviceError(.malformed, "")) { try AppDescription(json: ["id": "a\u{0}"]) }
        #expect(throws: DeviceError(.malformed, "")) { try DeviceDescription(json: ["platform": "iOS", "name": "\u{0}"]) }
        #expect(throws: DeviceError(.malformed, "")) { try PushAddress(json: ["kind": "FCM", "token": "\u{0}"]) }
    }

    @Test("a private key is nobody's public one")
    func privateKey() throws {
        var object = try #require(try Wire.pairingRequest().json.object)
        object["enc"] = .object(try TestDevice().key.privateJSON)
        #expect(throws: DeviceError(.malformed, "")) { try PairingRequest(json: .object(object)) }
    }
}

@Suite("Statements of the device protocol")
struct StatementTests {
    private let issuer = DeviceIssuer(base: "https://id.example", realm: "6f0e1f6a-3a40-4d35-9a0f-4f5f0d1c9b11")

    private func payload(_ device: TestDevice) throws -> MobilePayload {
        MobilePayload(
            installation: device.id, key: try #require(device.key.publicKey), audience: issuer.description, client: "app",
            issuedAt: Wire.time, id: "jti")
    }

    @Test("a mobile payload is verified with the key in it, for its server and time")
    func payloads() throws {
        let device = try TestDevice()
        let payload = try payload(device)
        let text = payload.text(signature: try device.sign(payload.signingInput))
        let read = try MobilePayload(verifying: text, audience: issuer.description, at: Wire.time + 60)
        #expect(read == payload)
        #expect(throws: DeviceError(.invalidProof, "")) { try MobilePayload(verifying: text, audience: "x", at: Wire.time) }
        #expect(throws: DeviceError(.expired, "")) {
            try MobilePayload(verifying: text, audience: issuer.description, at: Wire.time + 151)
        }
        #expect(throws: DeviceError(.invalidProof, "")) {
            try MobilePayload(verifying: text, audience: issuer.description, at: Wire.time - 301)
        }
        let forged = payload.text(signature: try TestDevice(seed: 2).sign(payload.signingInput))
        #expect(throws: DeviceError(.invalidProof, "")) {
            try MobilePayload(verifying: forged, audience: issuer.description, at: Wire.time)
        }
    }

    @Test("a push is of its server, for its installation, in its time")
    func pushes() throws {
        let key = try JWK.generate(.p256, random: SeededRandom(seed: 3))
        let push = PushStatement(
            issuer: issuer.description, audience: "i", pairing: "p", issuedAt: Wire.time, expires: Wire.time + 40, challenge: "c",
            kind: .authentication, nonce: "n", timeout: 40, number: .selected([10, 20, 30]), clientContext: "{}")
        let text = try push.signed(with: SigningKey(key))
        let keys = VerificationKeys([try VerificationKey(key)])
        func read(_ text: String, issuer: String? = nil, audience: String = "i", at now: Date = Wire.time) throws -> PushStatement {
            try PushStatement(verifying: text, issuer: issuer ?? self.issuer.description, audience: audience, keys: keys, at: now)
        }
        #expect(try read(text) == push)
        #expect(try PushStatement.claimed(text).audience == "i")
        #expect(throws: DeviceError(.invalidProof, "")) { try read(text, issuer: "https://other") }
        #expect(throws: DeviceError(.invalidProof, "")) { try read(text, audience: "j") }
        #expect(throws: DeviceError(.expired, "")) { try read(text, at: Wire.time + 71) }
        #expect(throws: DeviceError(.invalidProof, "")) { try read(text, at: Wire.time - 31) }
        let other = try push.signed(with: SigningKey(try JWK.generate(.p256, random: SeededRandom(seed: 4))))
        #expect(throws: DeviceError(.invalidProof, "")) { try read(other) }
        // One that is signed right, but as another kind of statement.
        let otherKind = try JWS.sign(JSONValue.object(push.claims).encoded, with: SigningKey(key), header: ["typ": "mobile-payload+jwt"])
        #expect(throws: DeviceError(.invalidProof, "")) { try read(otherKind) }
    }

    @Test("a rotation is signed by the new key")
    func rotations() throws {
        let (next, enc) = (try TestDevice(seed: 5), try TestDevice(seed: 6))
        let rotation = KeyRotation(
            installation: "i", nonce: "n", signing: try #require(next.key.publicKey), agreement: try #require(enc.key.publicKey))
        #expect(try KeyRotation(json: rotation.json(signature: next.sign(rotation.signingInput))) == rotation)
        #expect(throws: DeviceError(.invalidProof, "")) {
            try KeyRotation(json: rotation.json(signature: enc.sign(rotation.signingInput)))
        }
    }

    @Test("a migration is signed by the old key")
    func migrations() throws {
        let (old, next) = (try TestDevice(seed: 7), try TestDevice(seed: 8))
        let key = try #require(next.key.publicKey)
        let migration = InstallationMigration(device: "d", nonce: "n", signing: key, agreement: key)
        let json = migration.json(signature: try old.sign(migration.signingInput), app: Wire.app, device: Wire.phone)
        let read = try InstallationMigration(json: json)
        try read.verify(with: try #require(old.key.publicKey))
        #expect(read == migration)
        #expect(throws: DeviceError(.migration, "")) { try read.verify(with: key) }
    }

    @Test("a passcode's seed is opened by its key alone")
    func seeds() throws {
        let key = try JWK.generate(.p256, random: SeededRandom(seed: 9))
        let seed = PasscodeSeed(secret: Secret(bytes: [UInt8](repeating: 7, count: 32)), digits: 8, period: 60)
        let sealed = try seed.sealed(for: key, random: SeededRandom(seed: 10))
        #expect(try PasscodeSeed(sealed: sealed, with: OpeningKey(key, algorithm: .ecdhES, encryptions: [.a256GCM])) == seed)
        let other = try OpeningKey(try JWK.generate(.p256, random: SeededRandom(seed: 11)), algorithm: .ecdhES, encryptions: [.a256GCM])
        #expect(throws: DeviceError(.invalidProof, "")) { try PasscodeSeed(sealed: sealed, with: other) }
    }

    @Test("the realm's keys are told apart by what they sign")
    func keys() throws {
        let (device, token) = (try Wire.key(), try #require(try TestDevice(seed: 12).key.publicKey))
        let document = DeviceKeys.document(
            statements: [try #require(device.publicJSON)], tokens: [try #require(token.publicJSON)])
        let keys = try DeviceKeys(json: document)
        #expect(keys.statements.keys.map(\.keyID) == [device.keyID] && keys.tokens.keys.map(\.keyID) == [token.keyID])
    }
}
