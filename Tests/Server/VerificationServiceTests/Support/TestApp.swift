import Crypto
import DeviceMessages
import Directory
import Foundation
import HTTPTypes
import JOSE
import Primitives
import Testing
import VerifiableClaims
import VerificationMessages
import Verifications

/// An app's half with nothing but its keys: it says what a test wants it to say.
final class TestApp {
    let server: VerifyServer
    let random: SeededRandom
    let signing: JWK
    let agreement: JWK
    private(set) var configuration: VerificationConfiguration?
    var token: Secret?

    init(_ server: VerifyServer, seed: UInt64) throws {
        self.server = server
        random = SeededRandom(seed: seed)
        signing = try JWK.generate(.p256, random: random)
        agreement = try JWK.generate(.p256, random: random)
    }

    var id: UUID { get throws { try #require(configuration).transaction } }
    var base: String { server.site.base }
    var path: String { get throws { "\(base)/verifications/\(try id.text)" } }

    // MARK: - Calls

    func start(_ code: Secret, push: PushAddress? = nil, at base: String? = nil) async throws -> VerifyServer.VerifyAnswer {
        let start = VerificationStart(code: code, agreement: try #require(agreement.publicKey), system: "test", push: push)
        let key = DeviceProof.Key.embedded(try #require(signing.publicKey))
        return try await call(.post, "\(base ?? self.base)/verifications", start.json.encoded, key: key)
    }

    func begin(_ code: Secret, push: PushAddress? = nil) async throws {
        let answer = try await start(code, push: push)
        try #require(answer.status == 201, "\(answer.text)")
        configuration = try VerificationConfiguration(json: answer.json)
        token = configuration?.token
    }

    func upload(_ sealed: [UInt8], as image: UUID, token: Secret? = nil) async throws -> VerifyServer.VerifyAnswer {
        let headers: HTTPFields = [try #require(HTTPField.Name("Verification-Token")): (token ?? self.token)?.reveal() ?? ""]
        return try await server.send(.put, "\(try path)/images/\(image.text)", headers: headers, body: sealed)
    }

    func submit(_ cards: [IdentityCard], claims: [SDJWT] = [], token: Secret? = nil) async throws -> VerifyServer.VerifyAnswer {
        let submission = VerificationSubmission(
            transaction: try id, token: try #require(token ?? self.token), cards: cards, claims: claims, issuedAt: server.time.now)
        let input = submission.signingInput(app: signing.thumbprintText)
        let message = try submission.seal(
            input, signature: try Self.sign(input, signing), for: try #require(configuration).agreement, random: random)
        let answer = try await call(.post, "\(try path)/submission", JSONValue.object(["message": .string(message)]).encoded)
        return answer
    }

    func report() async throws -> VerificationReport {
        let answer = try await call(.get, try path)
        try #require(answer.status == 200, "\(answer.text)")
        return try VerificationReport(json: answer.json)
    }

    func call(
        _ method: HTTPRequest.Method, _ url: String, _ body: [UInt8] = [], key: DeviceProof.Key? = nil, by signer: JWK? = nil
    ) async throws -> VerifyServer.VerifyAnswer {
        let signer = signer ?? signing
        let proof = DeviceProof(
            installation: signer.thumbprintText, key: key ?? .current(thumbprint: signer.thumbprintText), method: method.rawValue, url: url,
            body: body, issuedAt: server.time.now, id: random.token(16))
        let headers: HTTPFields = [
            .contentType: "application/json",
            try #require(HTTPField.Name(DeviceProof.field)): proof.text(signature: try Self.sign(proof.signingInput, signer)),
        ]
        return try await server.send(method, url, headers: headers, body: body)
    }

    // MARK: - Cards

    /// Seals an image and uploads it.
    func image(_ name: String, _ side: ImageSide) async throws -> ImageReference {
        try await image(ScriptedPictures.file(name), side)
    }

    func image(_ file: [UInt8], _ side: ImageSide) async throws -> ImageReference {
        let (reference, sealed) = try ImageReference.seal(file, id: random.uuid(), side: side, random: random)
        let answer = try await upload(sealed, as: reference.id)
        try #require(answer.status == 204, "\(answer.text)")
        return reference
    }

    /// The licence of the vectors, uploaded.
    func licence(back: String = "licence.png") async throws -> IdentityCard {
        IdentityCard(
            type: .drivingLicense, id: "card", images: [try await image("rgb.png", .front), try await image(back, .back)])
    }

    func selfie() async throws -> IdentityCard {
        IdentityCard(type: .selfie, id: "selfie", images: [try await image("baseline.jpg", .selfie)])
    }

    /// Submits the licence, and has the server do its work.
    @discardableResult
    func verify(claims: [SDJWT] = [], with others: [IdentityCard] = []) async throws -> VerificationReport {
        let answer = try await submit([try await licence()] + others, claims: claims)
        try #require(answer.status == 202, "\(answer.text)")
        try await server.work()
        return try await report()
    }

    /// A claim of an earlier verification by this app, shown whole for another transaction.
    func shown(_ claim: SDJWT, for transaction: UUID) throws -> SDJWT {
        let binding = KeyBinding(audience: server.realm.id.text, nonce: transaction.text, issuedAt: server.time.now)
        let claims = binding.claims(for: claim, hash: .sha256)
        let input = JWS.signingInput(header: ["typ": .string(KeyBinding.type), "alg": "ES256"], claims: claims.members)
        return claim.adding(keyBinding: JWS.text(input, signature: try Self.sign(input, signing)))
    }

    static func sign(_ bytes: [UInt8], _ key: JWK) throws -> [UInt8] {
        guard case .ec(let material) = key.material, let secret = material.d else { throw DeviceError(.malformed, "no private key") }
        let key = try secret.withBytes { try P256.Signing.PrivateKey(rawRepresentation: $0) }
        return Array(try key.signature(for: bytes).rawRepresentation)
    }
}
