import Foundation
public import Primitives

/// The signature of an answer, in `X-PINGID-Signature`: HS256 by the same API key over the status, the request and the body.
///
/// That there is one is documented; what it covers isn't, and is ours: it binds the answer to its request, so that no answer can be passed
/// off as another's (`docs/pingid.md`).
public struct AnswerSignature: Sendable, Equatable {
    /// The header field.
    public static let field = "X-PINGID-Signature"

    /// The status of the answer.
    public var status: Int
    /// The body's bytes as they are sent.
    public var body: [UInt8]

    /// Makes an answer of its members, which are taken unchecked.
    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }

    /// The canonical text: status, the digest of the request, and the hash of the body, each with a colon after it.
    /// - Throws: ``RequestSignatureError/Code/malformed`` for a request that can't be signed.
    public func canonicalText(answering request: SignedRequest) throws(RequestSignatureError) -> String {
        "\(status):\(try request.digest):\(SignedRequest.hash(of: body)):"
    }

    /// The value of ``field``.
    /// - Parameters:
    ///   - signature: of the request that is answered.
    ///   - key: the API key that it was signed with.
    /// - Throws: ``RequestSignatureError/Code/key`` for a key that is too short.
    public func text(
        answering request: SignedRequest, signature: RequestSignature, key: Secret
    ) throws(RequestSignatureError) -> String {
        var header: JSONObject = [
            "typ": "JWT", "account_id": .string(signature.account), "token": .string(signature.token), "jwt_version": "v4",
        ]
        header["X-Request-ID"] = signature.requestID.map(JSONValue.string)
        return try SignedDigest.sign(try digest(answering: request), header: header, key: key)
    }

    /// Verifies that a key signed this answer to this request.
    /// - Throws: ``RequestSignatureError/Code/malformed``; ``RequestSignatureError/Code/signature``;
    ///   ``RequestSignatureError/Code/altered`` for another answer, or one to another request; ``RequestSignatureError/Code/key``.
    public func verify(
        _ text: String, answering request: SignedRequest, signature: RequestSignature, key: Secret
    ) throws(RequestSignatureError) {
        let signed = try SignedDigest(text)
        try signed.verify(try digest(answering: request), key: key)
        guard try signed.optionalText("X-Request-ID") == signature.requestID else {
            throw RequestSignatureError(.altered, "the answer is one to another request")
        }
    }

    private func digest(answering request: SignedRequest) throws(RequestSignatureError) -> String {
        SignedRequest.hash(of: Array(try canonicalText(answering: request).utf8))
    }
}
