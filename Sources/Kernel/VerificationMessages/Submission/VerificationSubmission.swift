public import DeviceMessages
public import Foundation
public import JOSE
public import Primitives
public import VerifiableClaims

/// The data of a verification as an app submits them: signed by the app's key, then sealed for the service (RFC 7519 §11.2;
/// `docs/protocols/verify.md` 6).
public struct VerificationSubmission: Sendable, Equatable {
    /// The transaction.
    public var transaction: UUID
    /// The token of the transaction, which this submission spends.
    public var token: Secret
    /// The documents and the selfie; a selfie is never alone, and there is one at most.
    public var cards: [IdentityCard]
    /// The claims of earlier verifications of the same documents, each with the holder's proof.
    public var claims: [SDJWT]
    /// The time of signing, in whole seconds.
    public var issuedAt: Date

    /// The kind of the signed token.
    public static let type = "verify-submission+jwt"

    /// Makes a submission of its members, which are taken unchecked. Its time is cut to whole seconds; by default there are no claims.
    public init(transaction: UUID, token: Secret, cards: [IdentityCard], claims: [SDJWT] = [], issuedAt: Date) {
        self.transaction = transaction
        self.token = token
        self.cards = cards
        self.claims = claims
        self.issuedAt = Date(timeIntervalSince1970: issuedAt.timeIntervalSince1970.rounded(.down))
    }

    /// All images of all cards.
    public var images: [ImageReference] { cards.flatMap(\.images) }

    /// The bytes that the app's key signs.
    /// - Parameter app: the thumbprint of that key.
    public func signingInput(app: String) -> [UInt8] {
        var members = content
        members["iss"] = .string(app)
        return JWS.signingInput(header: ["typ": .string(Self.type), "alg": "ES256"], claims: members)
    }

    /// Seals a signed submission, with the transaction's id as `apv`.
    ///
    /// - Parameters:
    ///   - signature: of ``signingInput(app:)``, r and s in 32 bytes each (RFC 7518 §3.4).
    ///   - key: the service's key.
    /// - Returns: a compact JWE of ECDH-ES and A256GCM.
    /// - Throws: `DeviceError` `.malformed` when it is too long; `.server` when the key seals nothing.
    public func seal(_ signingInput: [UInt8], signature: [UInt8], for key: JWK, random: some RandomSource) throws(DeviceError) -> String {
        guard signingInput.count <= SubmissionLimits.mostBytes * 4 / 3 else {
            throw DeviceError(.malformed, "a submission has at most \(SubmissionLimits.mostBytes) bytes without its images")
        }
        do {
            let sealing = try SealingKey(key, algorithm: .ecdhES, encryption: .a256GCM)
            let signed = JWS.text(signingInput, signature: signature)
            return try JWE.seal(signed.utf8, with: sealing, header: Self.header(for: transaction), random: random)
        } catch { throw DeviceError(.server, "the submission can't be sealed") }
    }

    /// Opens a submission and verifies it.
    ///
    /// - Parameters:
    ///   - message: the compact JWE.
    ///   - transaction: the transaction that it must be of.
    ///   - app: the key of the app that began the transaction.
    ///   - keys: the service's private keys.
    /// - Throws: `DeviceError` `.invalidProof` when it isn't sealed for the transaction, or isn't signed by the app; `.expired` when it
    ///   was signed more than ten minutes ago, or that far ahead; `.malformed` when a member is missing, or has the wrong type or size.
    public init(opening message: String, of transaction: UUID, by app: JWK, keys: some OpeningKeySource, at now: Date) throws(DeviceError) {
        let opened = try? JWE.open(message, with: keys, requiring: Self.header(for: transaction), limits: SubmissionLimits.tokens)
        guard let opened, opened.header.algorithm == KeyManagementAlgorithm.ecdhES.rawValue,
            opened.header.encryption == ContentEncryption.a256GCM.rawValue, let signed = String(foreign: opened.plaintext)
        else { throw DeviceError(.invalidProof, "the submission isn't sealed for this transaction") }
        let statement = try Statement(signed, type: Self.type, limits: SubmissionLimits.tokens)
        try statement.verify(with: app)
        try self.init(claims: statement.claims)
        guard statement.claims["iss"]?.string == app.thumbprintText, self.transaction == transaction else {
            throw DeviceError(.invalidProof, "the submission is another app's, or of another transaction")
        }
        guard abs(issuedAt.timeIntervalSince(now)) <= Double(SubmissionLimits.longestAge) else {
            throw DeviceError(.expired, "the submission was signed too long ago, or in the future")
        }
    }

    private static func header(for transaction: UUID) -> JSONObject {
        ["cty": "JWT", "apv": .string(Base64URL.encode(withUnsafeBytes(of: transaction.uuid) { Array($0) }))]
    }
}

extension VerificationSubmission {
    /// The signed members but for `iss`: `aud`, `iat`, `token`, `cards` and `claims`.
    package var content: JSONObject {
        var members: JSONObject = [
            "aud": .string(transaction.text), "iat": JSONValue(issuedAt), "token": .string(token.reveal()),
            "cards": .array(cards.map(\.json)),
        ]
        if !claims.isEmpty { members["claims"] = .array(claims.map { .string($0.text) }) }
        return members
    }

    /// Reads ``content``.
    /// - Throws: `DeviceError` `.malformed`.
    package init(claims content: JSONObject) throws(DeviceError) {
        let members = try Members(.object(content), of: "the submission")
        transaction = try members.uuid("aud")
        issuedAt = try members.time("iat")
        token = Secret(try members.text("token", atMost: SubmissionLimits.longestToken))
        cards = []
        for item in try members.list("cards", 1...SubmissionLimits.mostCards) { cards.append(try IdentityCard(json: item)) }
        claims = []
        for text in try members.texts("claims", atMost: SubmissionLimits.mostClaims, of: SubmissionLimits.longestClaim) {
            guard let claim = try? SDJWT(parsing: text, limits: ClaimPolicy.limits) else { throw members.wrong("claims", "of SD-JWTs") }
            claims.append(claim)
        }
        let (types, ids) = (cards.map(\.type), images.map(\.id))
        guard Set(types).count == types.count, types.contains(where: \.isDocument), Set(ids).count == ids.count else {
            throw members.wrong("cards", "of a kind each, with a document among them, and each image once")
        }
    }
}
