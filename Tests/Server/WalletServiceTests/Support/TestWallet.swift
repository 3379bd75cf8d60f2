import Crypto
import DeviceMessages
import Foundation
import HTTPTypes
import JOSE
import Primitives
import Testing
import VerifiableClaims
import WalletMessages

/// A wallet's or a service's half with nothing but its keys: it says what a test wants it to say.
final class TestWallet {
    let server: WalletServer
    let random: SeededRandom
    let id: UUID
    private(set) var signing: JWK
    private(set) var agreement: JWK
    private var stamps: [Stamp] = []

    /// The part of a proof that a test gets wrong.
    struct Wrong {
        var signedBy: JWK?
        var key: DeviceProof.Key?
        var instance: String?
        var method: String?
        var url: String?
        var body: [UInt8]?
        var shift: TimeInterval = 0
        var isMissing = false
    }

    init(_ server: WalletServer, seed: UInt64) throws {
        self.server = server
        random = SeededRandom(seed: seed)
        id = random.uuid()
        signing = try JWK.generate(.p256, random: random)
        agreement = try JWK.generate(.p256, random: random)
    }

    /// One that is registered.
    static func registered(_ server: WalletServer, seed: UInt64, reach: WalletReach? = nil) async throws -> TestWallet {
        let wallet = try TestWallet(server, seed: seed)
        let answer = try await wallet.register(reach)
        try #require(answer.status == 201, "\(answer.text)")
        return wallet
    }

    var registration: WalletRegistration {
        get throws {
            WalletRegistration(
                id: id, signing: try #require(signing.publicKey), agreement: try #require(agreement.publicKey), osType: "test")
        }
    }

    func register(_ reach: WalletReach? = nil, wrong: Wrong = Wrong()) async throws -> WalletServer.WalletAnswer {
        var registration = try registration
        registration.reach = reach
        var wrong = wrong
        wrong.key = .embedded(try #require((wrong.signedBy ?? signing).publicKey))
        return try await call(.post, server.service.instances, registration.json, wrong: wrong)
    }

    func call(
        _ method: HTTPRequest.Method, _ url: String, _ json: JSONValue? = nil, wrong: Wrong = Wrong()
    ) async throws -> WalletServer.WalletAnswer { try await server.send(try prepared(method, url, json, wrong: wrong)) }

    /// A request with its proof.
    func prepared(
        _ method: HTTPRequest.Method, _ url: String, _ json: JSONValue? = nil, wrong: Wrong = Wrong()
    ) throws -> WalletServer.Prepared {
        let body = json?.encoded ?? []
        let key = wrong.signedBy ?? signing
        let proof = DeviceProof(
            installation: wrong.instance ?? id.text, key: wrong.key ?? .current(thumbprint: key.thumbprintText),
            method: wrong.method ?? method.rawValue, url: wrong.url ?? url, body: wrong.body ?? body,
            issuedAt: server.time.now.addingTimeInterval(wrong.shift), id: random.token(16))
        var headers: HTTPFields = [.contentType: "application/json"]
        if !wrong.isMissing {
            headers[try #require(HTTPField.Name(DeviceProof.field))] = proof.text(signature: try Self.sign(proof.signingInput, key))
        }
        return WalletServer.Prepared(method: method, url: url, headers: headers, body: body)
    }

    static func sign(_ bytes: [UInt8], _ key: JWK) throws -> [UInt8] {
        guard case .ec(let material) = key.material, let secret = material.d else { throw DeviceError(.malformed, "no private key") }
        let key = try secret.withBytes { try P256.Signing.PrivateKey(rawRepresentation: $0) }
        return Array(try key.signature(for: bytes).rawRepresentation)
    }

    // MARK: - Keys

    func nonce() async throws -> String {
        try ServerNonce(json: try await call(.post, server.service.nonces, ServerNonce.request(.rotation)).json).value
    }

    /// Takes new keys, which it uses from then on if they were taken.
    func rotate(nonce: String? = nil) async throws -> WalletServer.WalletAnswer {
        let (next, enc) = (try JWK.generate(.p256, random: random), try JWK.generate(.p256, random: random))
        let given: String
        if let nonce { given = nonce } else { given = try await self.nonce() }
        let rotation = KeyRotation(
            installation: id.text, nonce: given, signing: try #require(next.publicKey), agreement: try #require(enc.publicKey))
        let answer = try await call(
            .post, server.service.keys(of: id), rotation.json(signature: try Self.sign(rotation.signingInput, next)))
        if answer.status == 204 {
            signing = next
            agreement = enc
        }
        return answer
    }

    func keys(of other: UUID) async throws -> WalletServer.WalletAnswer { try await server.send(.get, server.service.keys(of: other)) }

    // MARK: - Mail

    func order(_ count: Int) async throws -> (PendingStamps, WalletServer.WalletAnswer) {
        let configuration = try await server.configuration()
        let pending = try PendingStamps(count, key: configuration.stampKey, service: configuration.log.origin, random: random)
        return (pending, try await call(.post, server.service.stamps, pending.order.json))
    }

    /// Gets stamps.
    func buy(_ count: Int) async throws -> [Stamp] {
        let (pending, answer) = try await order(count)
        return try pending.stamps(try StampGrant(json: answer.json))
    }

    /// Sends bytes as an envelope, with so many stamps as it needs unless some are given.
    func post(
        _ bytes: [UInt8], to recipient: UUID, id envelope: UUID? = nil, stamps: [Stamp]? = nil
    ) async throws -> WalletServer.WalletAnswer {
        let paid: [Stamp]
        if let stamps { paid = stamps } else { paid = try await buy(MailLimits.stamps(for: bytes.count)) }
        return try await post(bytes, to: server.service.envelope(envelope ?? random.uuid(), to: recipient), paid)
    }

    private func post(_ bytes: [UInt8], to url: String, _ stamps: [Stamp]) async throws -> WalletServer.WalletAnswer {
        var headers: HTTPFields = [.contentType: "application/jose", .contentLength: String(bytes.count)]
        if !stamps.isEmpty { headers[try #require(HTTPField.Name(Stamp.field))] = stamps.map(\.text).joined(separator: ", ") }
        return try await server.send(.put, url, headers: headers, body: bytes)
    }

    func mailbox() async throws -> MailboxListing {
        try MailboxListing(json: try await call(.get, server.service.mailbox).json)
    }

    func fetch(_ id: UUID) async throws -> WalletServer.WalletAnswer { try await call(.get, server.service.envelope(id)) }

    func acknowledge(_ id: UUID) async throws -> WalletServer.WalletAnswer { try await call(.delete, server.service.envelope(id)) }

    // MARK: - Registry

    /// Issues a claim to another.
    func issue(to holder: TestWallet, log: String) throws -> SaltedClaim {
        let content = ClaimContent(
            issuer: id.text, subject: holder.id.text, holder: holder.id.text, holderKey: try #require(holder.signing.publicKey), log: log,
            pairs: [.init("bankName", "Example Bank"), .init("accountNumber", "1234")])
        let token = try ClaimIssuer(key: try SigningKey(signing)).issue(content, at: server.time.now, random: random)
        return try ClaimPolicy(binding: .refused).verify(token, keys: try VerificationKey(signing), at: server.time.now).claim
    }

    func register(_ hash: String, at time: Date? = nil) async throws -> WalletServer.WalletAnswer {
        try await call(.post, server.service.entries, LogRegistration.claim(dataHash: hash, issuedAt: time ?? server.time.now).json)
    }

    func expire(_ head: ClaimHead, at end: Date, by key: JWK? = nil) async throws -> WalletServer.WalletAnswer {
        let statement = try ClaimExpiry.sign(head, expires: end, key: try SigningKey(key ?? signing), at: server.time.now)
        return try await call(.post, server.service.entries, LogRegistration.expiry(statement: statement).json)
    }
}
