import Crypto
import Foundation
import JOSE
import Primitives
import VerificationMessages

/// A party with a key on P-256 that signs, or opens what is sealed for it.
struct VerificationParty {
    let key: JWK
    private let signer: P256.Signing.PrivateKey

    init(seed: UInt64) throws {
        key = try JWK.generate(.p256, random: SeededRandom(seed: seed))
        guard case .ec(let pair) = key.material, let secret = pair.d else { fatalError("a P-256 key has a private part") }
        signer = try secret.withBytes { try P256.Signing.PrivateKey(rawRepresentation: $0) }
    }

    /// The public key without an id.
    var open: JWK {
        var key = key.publicKey ?? key
        key.keyID = nil
        return key
    }

    func sign(_ input: [UInt8]) throws -> [UInt8] { Array(try signer.signature(for: input).rawRepresentation) }

    func text(_ input: [UInt8]) throws -> String { String(own: input) + "." + Base64URL.encode(try sign(input)) }

    func opener() throws -> OpeningKey { try OpeningKey(key, algorithm: .ecdhES, encryptions: [.a256GCM]) }
}

/// Messages with all members, from which tests take or change one.
enum Sample {
    static let now = Date(timeIntervalSince1970: 1_767_225_600.000_4)
    static let second = Date(timeIntervalSince1970: 1_767_225_600)
    static let transaction = SeededRandom(seed: 48).uuid()
    static let file: [UInt8] = Array("not a photograph".utf8)

    static func image(
        _ side: ImageSide, seed: UInt64 = 1, face: FaceRectangle? = nil
    ) throws -> (reference: ImageReference, sealed: [UInt8]) {
        let random = SeededRandom(seed: seed)
        return try ImageReference.seal(file, id: random.uuid(), side: side, face: face, random: random)
    }

    static func licence() throws -> IdentityCard {
        var fields = IdentityFields()
        fields[.firstName] = "ANNA"
        fields[.birthDate] = "03151990"
        let face = FaceRectangle(x: 1, y: 2, width: 30, height: 40)
        return IdentityCard(
            type: .drivingLicense, id: "card-1", fields: fields, barcode: Array("@ANSI ".utf8),
            images: [try image(.front, face: face).reference, try image(.back, seed: 2).reference])
    }

    static func submission() throws -> VerificationSubmission {
        let selfie = IdentityCard(type: .selfie, id: "selfie", images: [try image(.selfie, seed: 3).reference])
        return VerificationSubmission(transaction: transaction, token: Secret("one-time"), cards: [try licence(), selfie], issuedAt: now)
    }

    static func order() -> CheckOrder {
        CheckOrder(
            service: "https://id.example.com/verify/v1/r", provider: "acme", id: SeededRandom(seed: 4).uuid(), transaction: transaction,
            checks: [.documentAuthentication, .facialComparison],
            cards: [OrderedCard(type: .passport, fields: IdentityFields(), images: [.front: SeededRandom(seed: 5).uuid()])],
            images: "https://id.example.com/images", answer: "https://id.example.com/answer", issuedAt: second, expires: second + 600)
    }

    static func answer(_ order: CheckOrder) -> CheckAnswer {
        CheckAnswer(
            provider: order.provider, service: order.service, order: order.id, results: [.documentAuthentication: .fail],
            messages: ["number": "The number isn't known."], issuedAt: second)
    }
}
