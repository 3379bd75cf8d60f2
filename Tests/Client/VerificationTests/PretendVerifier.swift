import DeviceFoundation
import DeviceMessages
import Foundation
import JOSE
import Primitives
import Synchronization
import VerifiableClaims
import VerificationMessages

/// A service of verifications in memory, as far as apps can see. It checks every proof, token and image as the protocol's page says, and can be
/// made to lie.
final class PretendVerifier: HTTPTransport {
    struct State: Sendable {
        var app: JWK?
        var token = Secret("token-1")
        var isTokenSpent = false
        var uploads: [UUID: [UInt8]] = [:]
        var uploadCount = 0
        var submissions: [VerificationSubmission] = []
        var report: VerificationReport
        var push: PushAddress?
        var seen: [HTTPRequest] = []
        var alter: (@Sendable (HTTPRequest) -> HTTPResponse?)?
    }

    static let place = VerificationCodeText.Place(origin: "https://id.example.com", realm: SeededRandom(seed: 5).uuid())
    static let base = "https://id.example.com/verify/v1/\(place.realm.text)"
    static let code = "123456789012"
    static let secondCode = "210987654321"

    let time: ManualTime
    let id: UUID
    let code: Secret
    let signing: JWK
    let agreement: JWK
    let state: Mutex<State>

    init(time: ManualTime, seed: UInt64 = 1, code: String = code) throws {
        self.code = Secret(code)
        self.time = time
        id = SeededRandom(seed: seed).uuid()
        signing = try JWK.generate(.p256, random: SeededRandom(seed: 20))
        agreement = try JWK.generate(.p256, random: SeededRandom(seed: 21))
        state = Mutex(State(report: VerificationReport(transaction: id, status: .requested, updated: time.now, expires: time.now + 1800)))
    }

    var submissions: [VerificationSubmission] { state.withLock { $0.submissions } }
    var requests: [HTTPRequest] { state.withLock { $0.seen } }
    func change(_ edit: (inout sending State) -> Void) { state.withLock { edit(&$0) } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        state.withLock { state in
            state.seen.append(request)
            if let answer = state.alter?(request) { return answer }
            do { return try answer(request, &state) } catch let error as DeviceError {
                return HTTPResponse(status: error.status, body: error.json.encoded)
            } catch { return HTTPResponse(status: 500) }
        }
    }

    private func answer(_ request: HTTPRequest, _ state: inout State) throws -> HTTPResponse {
        let url = request.url.absoluteString
        guard url.hasPrefix(Self.base + "/verifications") else { throw DeviceError(.notFound, "no such address") }
        let path = url.dropFirst(Self.base.utf8.count + 1).split(separator: "/").map(String.init)
        if request.method == .post, path.count == 1 { return try start(request, &state) }
        guard path.count >= 2, path[1] == id.text else { throw DeviceError(.notFound, "no such transaction") }
        if request.method == .put, path.count == 4, let image = UUID(text: path[3]) { return try upload(request, image, &state) }
        guard let app = state.app else { throw DeviceError(.notFound, "no such transaction") }
        try prove(request, app)
        if request.method == .post, path.count == 3 { return try submit(request, app, &state) }
        return HTTPResponse(status: 200, body: state.report.json.encoded)
    }

    private func prove(_ request: HTTPRequest, _ app: JWK) throws {
        let proof = try UnverifiedDeviceProof(request.headers[DeviceProof.field] ?? "")
        guard proof.claimed.installation == app.thumbprintText else { throw DeviceError(.invalidProof, "another's proof") }
        let arrived = DeviceRequest(
            method: request.method.rawValue, url: request.url.absoluteString, body: request.body, proof: request.headers[DeviceProof.field])
        _ = try proof.verify(with: try ProofKey(app), named: .chosen, of: arrived, at: time.now)
    }

    private func start(_ request: HTTPRequest, _ state: inout State) throws -> HTTPResponse {
        guard case .embedded(let key) = try UnverifiedDeviceProof(request.headers[DeviceProof.field] ?? "").claimed.key else {
            throw DeviceError(.invalidProof, "no key")
        }
        try prove(request, key)
        let start = try VerificationStart(json: try JSONValue(parsing: request.body))
        guard start.code == code, state.app == nil || state.app == key else { throw DeviceError(.notFound, "no such code") }
        if state.app == nil { state.report.status = .initiated }
        state.app = key
        state.push = start.push
        if !state.isTokenSpent { state.report.token = state.token }
        let configuration = VerificationConfiguration(
            transaction: id, signing: signing.publicKey ?? signing, agreement: agreement.publicKey ?? agreement,
            requirements: [
                VerificationRequirement(part: .governmentID, isRequired: true, documents: [.drivingLicense, .passport]),
                VerificationRequirement(part: .selfie, isRequired: true),
            ], token: state.token, serverTime: time.now, dataExpires: time.now + 900, expires: time.now + 1800)
        return HTTPResponse(status: 201, body: configuration.json.encoded)
    }

    private func upload(_ request: HTTPRequest, _ image: UUID, _ state: inout State) throws -> HTTPResponse {
        guard request.headers["Verification-Token"] == state.token.reveal(), !state.isTokenSpent else {
            throw DeviceError(.invalidProof, "no token")
        }
        state.uploads[image] = request.body
        state.uploadCount += 1
        return HTTPResponse(status: 204)
    }

    private func submit(_ request: HTTPRequest, _ app: JWK, _ state: inout State) throws -> HTTPResponse {
        let message = (try JSONValue(parsing: request.body))["message"]?.string ?? ""
        let opener = try OpeningKey(agreement, algorithm: .ecdhES, encryptions: [.a256GCM])
        let submission = try VerificationSubmission(opening: message, of: id, by: app, keys: opener, at: time.now)
        guard submission.token == state.token, !state.isTokenSpent else { throw DeviceError(.replayed, "the token is spent") }
        for image in submission.images {
            guard let sealed = state.uploads[image.id] else { throw DeviceError(.notFound, "no such image") }
            _ = try image.open(sealed)
        }
        state.isTokenSpent = true
        state.submissions.append(submission)
        state.report.status = .inProgress
        state.report.token = nil
        return HTTPResponse(status: 202, body: state.report.json.encoded)
    }

    /// Ends the transaction well, with a claim about the licence; `key` signs it, by default the service's.
    func succeed(signedBy key: JWK? = nil, holder: JWK? = nil) throws {
        guard let app = state.withLock({ $0.app }) else { return }
        let content = ClaimContent(
            issuer: Self.place.realm.text, subject: "user-1", holder: app.thumbprintText, holderKey: holder ?? app, log: Self.base,
            pairs: [ClaimContent.Pair("cardId", "card-1"), ClaimContent.Pair("firstName", "Anna")])
        let claim = try ClaimIssuer(key: try SigningKey(key ?? signing, algorithm: .es256)).issue(
            content, at: time.now, random: SeededRandom(seed: 30))
        state.withLock { state in
            state.report.status = .success
            state.report.userData[.firstName] = "Anna"
            state.report.claims = [claim]
        }
    }
}
