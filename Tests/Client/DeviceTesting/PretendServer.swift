import ClientTesting
package import DeviceFoundation
package import DeviceMessages
import Foundation
package import JOSE
import OneTimePassword
package import Primitives
import Synchronization

/// A server of the device protocol in memory, as far as a device can see. It checks every proof as the real one does.
package final class PretendServer: HTTPTransport {
    package typealias Override = @Sendable (HTTPRequest) -> HTTPResponse?

    package struct Known: Sendable {
        package var keys: JWK
        package var agreement: JWK
        package var successor: JWK?
        package var seed: PasscodeSeed
        package var isNew = true
    }

    package struct Granted: Sendable {
        package var installation: String
        package var user: DeviceUser
        package var nonce: String
        package var isConfirmed = false
        package var key: String
    }

    package struct Asked: Sendable {
        package var document: [UInt8]
        package var nonce: String
        package var pairing: String
        package var number: Int?
        package var status: ChallengeStanding.Status = .pending
        package var decision: ChallengeDecision?
    }

    package struct State: Sendable {
        package var pairingKeys: [String: DeviceUser] = [:]
        package var spent: Set<String> = []
        package var installations: [String: Known] = [:]
        package var pairings: [String: Granted] = [:]
        package var challenges: [String: Asked] = [:]
        package var nonces: Set<String> = []
        package var proofs: Set<String> = []
        package var codes: [String: AuthenticationCodeClaim] = [:]
        package var revision = 0
        package var push: PushAddress?
        package var isPushAllowed = true
        package var logs: [[UInt8]] = []
        package var areLogsWanted = false
        package var isRotationDue = false
        package var acknowledged: Set<String> = []
        package var passcodes: [String] = []
        package var overrides: [String: Override] = [:]
        package var isDown = false
        var count = 0
        /// The new installations of old devices.
        package var migrated: [String: String] = [:]
        package var oldKeys: [String: JWK] = [:]
    }

    package let issuer: DeviceIssuer
    package let time: any TimeSource
    package let random = SeededRandom(seed: 99)
    package let statements: JWK
    package let tokens: JWK
    private let state = Mutex(State())
    private let log = Mutex<[HTTPRequest]>([])
    private let letters = Mutex<(sent: [PushEvent], open: [AsyncThrowingStream<[UInt8], any Error>.Continuation])>(([], []))

    package init(time: any TimeSource, realm: String = "0f3c1b7e-5a6d-4c8e-9f21-3b4c5d6e7f80") throws {
        self.time = time
        issuer = DeviceIssuer(base: "https://login.example.com", realm: realm)
        statements = try JWK.generate(.p256, random: SeededRandom(seed: 1))
        tokens = try JWK.generate(.p256, random: SeededRandom(seed: 2))
    }

    package var requests: [HTTPRequest] { log.withLock { $0 } }
    package func requests(to path: String) -> [HTTPRequest] { requests.filter { $0.url.path().hasSuffix(path) } }
    package func change<Result: Sendable>(_ edit: (inout State) -> Result) -> Result { state.withLock { edit(&$0) } }
    package var now: State { state.withLock { $0 } }

    /// Answers requests whose path ends so in another way.
    package func on(_ path: String, _ override: @escaping Override) { change { $0.overrides[path] = override } }

    package static let alice = DeviceUser(id: "7b0a3f2c-1111-4222-8333-444455556666", username: "alice", given: "Alice", family: "Adams")
    package static let bob = DeviceUser(id: "9c1b4e3d-1111-4222-8333-444455556666", username: "bob", email: "bob@example.com")

    /// Makes a pairing key for a user.
    package func pairingKey(for user: DeviceUser = alice) -> String {
        let key = PairingKeyText.generate(.numeric, random: random).reveal()
        change { $0.pairingKeys[key] = user }
        return key
    }

    // MARK: - Transport

    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        log.withLock { $0.append(request) }
        if change({ $0.isDown }) { throw TransportError(.cannotConnect, "down") }
        let path = String(request.url.path().dropFirst("/device/v1/\(issuer.realm)".count))
        if let override = change({ state in state.overrides.first { path.hasSuffix($0.key) }?.value }), let answer = override(request) {
            return answer
        }
        do throws(DeviceError) { return try answer(request, path) } catch { return .json(error.json, status: error.status) }
    }

    package func stream(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        log.withLock { $0.append(request) }
        if change({ $0.isDown }) { throw TransportError(.cannotConnect, "down") }
        do throws(DeviceError) { _ = try sender(request) } catch {
            let (status, body) = (error.status, error.json.encoded)
            return HTTPStream(
                status: status,
                body: AsyncThrowingStream {
                    $0.yield(body); $0.finish()
                })
        }
        let after = request.headers["Last-Event-ID"].flatMap { Int64($0) } ?? 0
        return HTTPStream(
            status: 200,
            body: AsyncThrowingStream { stream in
                letters.withLock { letters in
                    letters.sent.removeAll { $0.sequence <= after }
                    for letter in letters.sent { stream.yield(letter.encoded) }
                    letters.open.append(stream)
                }
            })
    }

    /// Puts a statement into the stream, with its document if there is to be one.
    package func deliver(_ statement: String, document: String? = nil) {
        let id = change { state in
            state.count += 1
            return state.count
        }
        letters.withLock { letters in
            let letter = PushEvent(sequence: Int64(id), kind: .push, text: statement, document: document)
            letters.sent.append(letter)
            for stream in letters.open { stream.yield(letter.encoded) }
        }
    }

    /// Ends all streams.
    package func hangUp() {
        letters.withLock { letters in
            for stream in letters.open { stream.finish(throwing: TransportError(.interrupted, "hung up")) }
            letters.open = []
        }
    }

    package var openStreams: Int { letters.withLock { $0.open.count } }

    // MARK: - Requests

    package func proved(_ request: HTTPRequest) throws(DeviceError) -> String { try sender(request) }

    private func sender(_ request: HTTPRequest, maybeNew: Bool = false) throws(DeviceError) -> String {
        let proof = try UnverifiedDeviceProof(request.headers[DeviceProof.field] ?? "")
        let known = change { $0.installations[proof.claimed.installation] }
        let key: JWK
        switch (proof.claimed.key, known) {
        case (.embedded(let embedded), nil) where maybeNew: key = embedded
        case (.embedded(let embedded), let known?) where maybeNew && known.keys == embedded: key = embedded
        case (.current(let thumbprint), let known?):
            guard let found = [known.keys, known.successor].compactMap(\.self).first(where: { $0.thumbprintText == thumbprint }) else {
                throw DeviceError(.invalidProof, "another key")
            }
            key = found
        case (.current, nil): throw DeviceError(.notPaired, "not known")
        default: throw DeviceError(.invalidProof, "embedded key")
        }
        let verified = try proof.verify(
            with: ProofKey(key), method: request.method.rawValue,
            url: issuer.description + request.url.path().dropFirst("/device/v1/\(issuer.realm)".count),
            body: request.body, at: time.now)
        guard change({ $0.proofs.insert(verified.id).inserted }) else { throw DeviceError(.replayed, "proof used") }
        change { state in
            if let successor = state.installations[verified.installation]?.successor, successor == key {
                state.installations[verified.installation]?.keys = successor
                state.installations[verified.installation]?.successor = nil
            }
        }
        return verified.installation
    }

    private func answer(_ request: HTTPRequest, _ path: String) throws(DeviceError) -> HTTPResponse {
        let parts = path.split(separator: "/").map(String.init)
        switch (request.method, parts.first, parts.count) {
        case (.get, "jwks", 1):
            return .json(DeviceKeys.document(statements: [statements.publicJSON ?? [:]], tokens: [tokens.publicJSON ?? [:]]))
        case (.post, "pairings", 1): return .json(try pair(request), status: 201)
        case (.post, "pairings", 3): return .json(try confirm(parts[1], request))
        case (.delete, "pairings", 2): return try unpair(parts[1], request)
        case (.get, "installation", 1): return .json(try report(sender(request)).json)
        case (.patch, "installation", 1): return .json(try patch(request))
        case (.post, "installation", 2): return try rotate(request)
        case (.post, "nonces", 1): return .json(try nonce(request))
        case (.get, "challenges", 2): return try challenge(parts[1], request)
        case (.post, "challenges", 3): return .json(try decide(parts[1], parts[2], request))
        case (.post, "authentication-codes", 3): return .json(try code(parts[1], parts[2], request))
        case (.post, "logs", 1):
            _ = try sender(request)
            change { $0.logs.append(request.body) }
            return .json(LogReceipt(supportID: "S-1").json)
        case (.post, "test-push", 1):
            deliver(try push(.test, challenge: random.token(16), nonce: random.token(16), to: sender(request), pairing: nil))
            return HTTPResponse(status: 202)
        case (.post, "migrations", 1): return .json(try migrate(request))
        default: throw DeviceError(.malformed, "no such call \(path)")
        }
    }

    private func body(_ request: HTTPRequest) -> JSONValue { (try? JSONValue(parsing: request.body)) ?? .null }

    private func pair(_ request: HTTPRequest) throws(DeviceError) -> JSONValue {
        let installation = try sender(request, maybeNew: true)
        let wanted = try PairingRequest(json: body(request))
        let key =
            switch wanted.entitlement {
            case .key(let key): key.reveal()
            case .ticket(let ticket): ticket.reveal()
            }
        guard
            let embedded = try UnverifiedDeviceProof(request.headers[DeviceProof.field] ?? "").claimed.embeddedKey
                ?? now.installations[installation]?.keys
        else { throw DeviceError(.invalidProof, "no key") }
        guard let user = now.pairingKeys[key], !now.spent.contains(key) else { throw DeviceError(.pairingKey, "no such key") }
        return try grant(key, user, installation, embedded, wanted.agreement, wanted.push).json
    }

    private func grant(
        _ key: String, _ user: DeviceUser, _ installation: String, _ signing: JWK, _ agreement: JWK, _ push: PushAddress?
    ) throws(DeviceError) -> PairingGrant {
        let seed = PasscodeSeed(secret: Secret(bytes: random.bytes(32)))
        let (id, nonce) = (UUID().uuidString.lowercased(), random.token(16))
        let (pairing, known) = change { state -> (String, Known) in
            let known = state.installations[installation] ?? Known(keys: signing, agreement: agreement, seed: seed)
            state.installations[installation] = known
            state.push = push ?? state.push
            if let begun = state.pairings.first(where: { $0.value.key == key && $0.value.installation == installation }) {
                return (begun.key, known)
            }
            state.pairings[id] = Granted(installation: installation, user: user, nonce: nonce, key: key)
            return (id, known)
        }
        let sealed: String
        do { sealed = try known.seed.sealed(for: agreement, random: random) } catch { throw DeviceError(.server, "\(error)") }
        return PairingGrant(
            pairing: pairing, device: pairing, user: user, realm: issuer.realm, keys: issuer.keys, passcode: sealed, serverTime: time.now,
            nonce: now.pairings[pairing]?.nonce ?? "")
    }

    private func confirm(_ id: String, _ request: HTTPRequest) throws(DeviceError) -> JSONValue {
        let installation = try sender(request)
        let confirmation = try PairingConfirmation(json: body(request))
        guard let granted = now.pairings[id], granted.installation == installation, granted.nonce == confirmation.nonce else {
            throw DeviceError(.pairingKey, "nothing waits")
        }
        change { state in
            state.pairings[id]?.isConfirmed = true
            state.spent.insert(granted.key)
        }
        let totp = try? TOTP(now.installations[installation]?.seed.secret ?? Secret(""), algorithm: .sha256)
        let isRight = confirmation.passcode.map { totp?.verify($0.reveal(), at: time.now) != nil } ?? false
        return PairingResult(
            pairing: id, failures: [.push: now.push == nil ? .missingDeviceToken : nil, .passcode: isRight ? nil : .invalidPasscode]
        ).json
    }

    private func unpair(_ id: String, _ request: HTTPRequest) throws(DeviceError) -> HTTPResponse {
        let installation = try sender(request)
        guard let nonce = body(request)["nonce"]?.string, change({ $0.nonces.remove(nonce) }) != nil else {
            throw DeviceError(.replayed, "nonce")
        }
        guard now.pairings[id]?.installation == installation else { throw DeviceError(.notPaired, "no such pairing") }
        change { _ = $0.pairings.removeValue(forKey: id) }
        return HTTPResponse(status: 204)
    }

    private func report(_ installation: String) throws(DeviceError) -> InstallationReport {
        let pairings = now.pairings.filter { $0.value.installation == installation && $0.value.isConfirmed }
        guard !pairings.isEmpty else { throw DeviceError(.notPaired, "nobody") }
        return InstallationReport(
            installation: installation,
            pairings: pairings.map { InstallationReport.Pairing(id: $0.key, device: $0.key, user: $0.value.user) }.sorted { $0.id < $1.id },
            pushKind: now.push?.kind, isPushAllowed: now.isPushAllowed, revision: now.revision, areLogsWanted: now.areLogsWanted,
            isRotationDue: now.isRotationDue)
    }

    private func patch(_ request: HTTPRequest) throws(DeviceError) -> JSONValue {
        let installation = try sender(request)
        let change = try InstallationChange(json: body(request))
        guard change.revision == now.revision else { throw DeviceError(.conflict, "changed") }
        self.change { state in
            state.revision += 1
            state.push = change.push ?? state.push
            state.isPushAllowed = change.isPushAllowed ?? state.isPushAllowed
        }
        return try report(installation).json
    }

    private func rotate(_ request: HTTPRequest) throws(DeviceError) -> HTTPResponse {
        let installation = try sender(request)
        let rotation = try KeyRotation(json: body(request))
        guard rotation.installation == installation, change({ $0.nonces.remove(rotation.nonce) }) != nil else {
            throw DeviceError(.replayed, "nonce")
        }
        change { $0.installations[installation]?.successor = rotation.signing }
        return HTTPResponse(status: 204)
    }

    private func nonce(_ request: HTTPRequest) throws(DeviceError) -> JSONValue {
        let purpose = try ServerNonce.purpose(json: body(request))
        _ = try sender(request, maybeNew: purpose == .migration)
        let nonce = ServerNonce(value: random.token(16), purpose: purpose, expires: time.now.addingTimeInterval(300))
        change { _ = $0.nonces.insert(nonce.value) }
        return nonce.json
    }

    private func migrate(_ request: HTTPRequest) throws(DeviceError) -> JSONValue {
        let installation = try sender(request, maybeNew: true)
        let migration = try InstallationMigration(json: body(request))
        guard change({ $0.nonces.remove(migration.nonce) }) != nil else { throw DeviceError(.replayed, "nonce") }
        // Said again by the same new installation, it gives the same.
        let isFirst = change { $0.migrated[migration.device, default: installation] == installation }
        guard let old = now.oldKeys[migration.device], isFirst else { throw DeviceError(.migration, "nothing to move") }
        try migration.verify(with: old)
        change { $0.migrated[migration.device] = installation }
        let grant = try grant("old \(migration.device)", Self.alice, installation, migration.signing, migration.agreement, nil)
        return ["pairings": .array([grant.json])]
    }
}

extension DeviceProof {
    fileprivate var embeddedKey: JWK? { if case .embedded(let key) = key { key } else { nil } }
}
