package import DeviceFoundation
package import DeviceMessages
package import Foundation
package import JOSE
package import Primitives
package import Synchronization
import VerifiableClaims
package import VerificationMessages

/// A service of verifications in memory, as far as apps can see. It checks every proof, token and image as the protocol's page says, and can be
/// made to lie.
package final class PretendVerifier: HTTPTransport {
    package struct State: Sendable {
        package var app: JWK?
        package var token = Secret("token-1")
        package var isTokenSpent = false
        package var uploads: [UUID: [UInt8]] = [:]
        package var uploadCount = 0
        package var submissions: [VerificationSubmission] = []
        package var report: VerificationReport
        package var push: PushAddress?
        package var seen: [HTTPRequest] = []
        package var alter: (@Sendable (HTTPRequest) -> HTTPResponse?)?
    }

    package static let place = VerificationCodeText.Place(origin: "https://id.example.com", realm: SeededRandom(seed: 5).uuid())
    package static let base = "https://id.example.com/verify/v1/\(place.realm.text)"
    package static let code = "123456789012"
    package static let secondCode = "210987654321"

    package let time: ManualTime
    package let id: UUID
    package let code: Secret
    package let signing: JWK
    package let agreement: JWK
    package let state: Mutex<State>

    package init(time: ManualTime, seed: UInt64 = 1, code: String = code) throws {
        self.code = Secret(code)
        self.time = time
        id = SeededRandom(seed: seed).uuid()
        signing = try JWK.generate(.p256, random: SeededRandom(seed: 20))
        agreement = try JWK.generate(.p256, random: SeededRandom(seed: 21))
        state = Mutex(State(report: VerificationReport(transaction: id, status: .requested, updated: time.now, expires: time.now + 1800)))
    }

    package var submissions: [VerificationSubmission] { state.withLock { $0.submissions } }
    package var requests: [HTTPRequest] { state.withLock { $0.seen } }
    package func change(_ edit: (inout sending State) -> Void) { state.withLock { edit(&$0) } }

    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
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
    package func succeed(signedBy key: JWK? = nil, holder: JWK? = nil) throws {
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

    /// The head of a PNG file (W3C PNG 11.2.2), as far as it is looked at before it is decoded, with a text chunk of one byte that tells pictures
    /// apart.
    package static func png(_ number: UInt8) -> [UInt8] {
        func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
            let length = UInt32(data.count)
            return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + Array(type.utf8) + data + [0, 0, 0, 0]
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", [0, 0, 1, 0, 0, 0, 1, 0, 8, 2, 0, 0, 0])
            + chunk("IDAT", [number]) + chunk("IEND", [])
    }
}
