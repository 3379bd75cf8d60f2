import Crypto
import Foundation
import Primitives

/// A compact JSON Web Signature whose header brings the signer's certificates (RFC 7515 §4.1.6), of a size that tokens don't have.
struct CertifiedToken {
    private static let largestHeader = 1 << 16

    let chain: CertificateChain
    private let algorithm: String
    private let signed: Substring
    private let payload: Substring
    private let signature: [UInt8]

    init(_ text: String, upTo largest: Int) throws(WebAuthnError) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.count <= largest else { throw WebAuthnError(.malformed, "the file is too large") }
        let parts = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count <= Self.largestHeader, let head = Base64URL.decode(parts[0]),
            let header = try? JSONValue(parsing: head), let algorithm = header["alg"]?.string, let texts = header["x5c"]?.strings,
            let signature = Base64URL.decode(parts[2])
        else { throw WebAuthnError(.malformed, "the file is no signed token with x5c") }
        // Nothing that a reader must understand is understood here (RFC 7515 §4.1.11).
        guard header["crit"] == nil else { throw WebAuthnError(.malformed, "the file's header has critical members") }
        let der = texts.compactMap { Data(base64Encoded: $0.filter { !$0.isWhitespace }).map(Array.init) }
        guard der.count == texts.count else { throw WebAuthnError(.malformed, "x5c holds something else than certificates") }
        do { chain = try CertificateChain(der: der) } catch { throw WebAuthnError(.malformed, error.reason, underlying: error) }
        self.algorithm = algorithm
        self.signature = signature
        payload = parts[1]
        signed = text[..<parts[1].endIndex]
    }

    /// The payload, if the first certificate's key has signed it.
    func verifiedPayload() throws(WebAuthnError) -> [UInt8] {
        guard let (algorithm, signature) = forCOSE, let key = try? chain.leafKey(algorithm),
            key.accepts(signature, over: Array(signed.utf8))
        else { throw WebAuthnError(.invalidSignature, "the file is not signed by its certificate") }
        guard let bytes = Base64URL.decode(payload) else { throw WebAuthnError(.malformed, "the file's payload is not base64url") }
        return bytes
    }

    /// The algorithm and the signature in COSE's forms; nil for an algorithm that isn't known.
    private var forCOSE: (COSEAlgorithm, [UInt8])? {
        switch algorithm {
        case "RS256": (.rs256, signature)
        case "PS256": (.ps256, signature)
        case "ES256": (try? P256.Signing.ECDSASignature(rawRepresentation: signature)).map { (.es256, Array($0.derRepresentation)) }
        case "ES384": (try? P384.Signing.ECDSASignature(rawRepresentation: signature)).map { (.es384, Array($0.derRepresentation)) }
        default: nil
        }
    }
}
