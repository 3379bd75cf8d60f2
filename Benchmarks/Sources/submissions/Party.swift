import BenchSupport
import Crypto
import DeviceMessages
import Foundation
import JOSE
import Primitives
import VerificationMessages

/// An app on one connection that verifies for many codes, one after the other: it makes the requests that the client module makes, and keeps
/// nothing.
final class Party: @unchecked Sendable {  // used by one thread at a time
    /// The codes that ``prepare(_:)`` begins.
    var codes: [String] = []

    /// The origin of the server, and the path of its realm's service.
    private let origin: String, service: String
    private let connection: Connection, plain: Connection
    private let random = SystemRandom()
    private let key = P256.Signing.PrivateKey()
    private let signing: JWK, agreement: JWK
    private var prepared: [Prepared] = []

    /// A verification whose images and message only have to be sent.
    private struct Prepared {
        let path: String
        let token: String
        let images: [(id: UUID, sealed: [UInt8])]
        let message: [UInt8]
    }

    init(base: String, plain: String) throws {
        guard let ours = URL(string: base), let theirs = URL(string: plain) else { throw Failure("no URL: \(base), \(plain)") }
        service = ours.path
        origin = String(base.dropLast(service.count))
        connection = try Connection(ours)
        self.plain = try Connection(theirs)
        signing = try Self.jwk(key.publicKey.rawRepresentation)
        agreement = try Self.jwk(P256.KeyAgreement.PrivateKey().publicKey.rawRepresentation)
    }

    /// Begins a verification for each code, and seals the images for it.
    /// - Returns: the number of verifications.
    func prepare(_ images: [[UInt8]]) throws -> Int {
        prepared = try codes.map { code in
            let start = VerificationStart(code: Secret(code), agreement: agreement)
            let answer = try call("POST", service + "/verifications", start.json.encoded, as: .embedded(signing))
            let begun = try VerificationConfiguration(json: JSONValue(parsing: answer))
            let sealed = try zip(ImageSide.allCases.prefix(2) + [.selfie], images).map {
                try ImageReference.seal($1, id: random.uuid(), side: $0, random: random)
            }
            let cards = [
                IdentityCard(type: .drivingLicense, id: "card", images: sealed.prefix(2).map(\.reference)),
                IdentityCard(type: .selfie, id: "selfie", images: sealed.dropFirst(2).map(\.reference)),
            ]
            let submission = VerificationSubmission(transaction: begun.transaction, token: begun.token, cards: cards, issuedAt: .now)
            let input = submission.signingInput(app: signing.thumbprintText)
            let message = try submission.seal(input, signature: try signature(of: input), for: begun.agreement, random: random)
            return Prepared(
                path: "\(service)/verifications/\(begun.transaction.text)", token: begun.token.reveal(),
                images: sealed.map { ($0.reference.id, $0.sealed) }, message: JSONValue.object(["message": .string(message)]).encoded)
        }
        return prepared.count
    }

    /// Uploads the images of each verification, and submits them.
    /// - Returns: the number of submissions.
    func submit() throws -> Int {
        for one in prepared {
            for image in one.images {
                _ = try connection.ask("PUT", "\(one.path)/images/\(image.id.text)", "Verification-Token: \(one.token)\r\n", image.sealed)
            }
            _ = try call("POST", "\(one.path)/submission", one.message)
        }
        return prepared.count
    }

    /// Uploads the same bytes to the plain handler.
    func upload() throws -> Int {
        for one in prepared {
            for image in one.images { _ = try plain.ask("PUT", "/upload", "", image.sealed) }
        }
        return prepared.count
    }

    private func call(_ method: String, _ path: String, _ body: [UInt8], as key: DeviceProof.Key? = nil) throws -> [UInt8] {
        let thumbprint = signing.thumbprintText
        let proof = DeviceProof(
            installation: thumbprint, key: key ?? .current(thumbprint: thumbprint), method: method, url: origin + path, body: body,
            issuedAt: .now, id: random.token(16))
        let text = proof.text(signature: try signature(of: proof.signingInput))
        return try connection.ask(method, path, "\(DeviceProof.field): \(text)\r\nContent-Type: application/json\r\n", body)
    }

    private func signature(of bytes: [UInt8]) throws -> [UInt8] { Array(try key.signature(for: bytes).rawRepresentation) }

    private static func jwk(_ point: Data) throws -> JWK {
        JWK(.ec(try ECKey(curve: .p256, x: Array(point.prefix(32)), y: Array(point.suffix(32)))))
    }
}
