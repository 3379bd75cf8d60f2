import Primitives

/// A signed token with Disclosures of what it hides, and perhaps the holder's proof of a key: read and not yet verified (RFC 9901 §4).
///
/// Verify it with an ``SDJWTPolicy``. A holder then shows parts of it by ``VerifiedSDJWT/selecting(_:)``.
public struct SDJWT: Sendable, Equatable {
    /// The issuer's token, a compact JWS.
    public let issuerToken: String
    /// The texts of the Disclosures, in order.
    public let disclosures: [String]
    /// The holder's proof (`kb+jwt`); nil for an SD-JWT without one.
    public let keyBinding: String?

    init(issuerToken: String, disclosures: [String], keyBinding: String? = nil) {
        self.issuerToken = issuerToken
        self.disclosures = disclosures
        self.keyBinding = keyBinding
    }

    /// Reads the compact form: parts between tildes.
    /// - Throws: ``SDJWTError/Code/malformed`` and ``SDJWTError/Code/tooLarge``.
    public init(parsing text: String, limits: SDJWTLimits = .standard) throws(SDJWTError) {
        guard text.utf8.count <= limits.bytes else { throw SDJWTError(.tooLarge, "an SD-JWT longer than \(limits.bytes) bytes") }
        let parts = text.utf8.split(separator: UInt8(ascii: "~"), maxSplits: limits.disclosures + 2, omittingEmptySubsequences: false)
        guard parts.count > 1 else { throw SDJWTError(.malformed, "a token without a tilde is no SD-JWT") }
        guard parts.count <= limits.disclosures + 2 else {
            throw SDJWTError(.tooLarge, "an SD-JWT of more than \(limits.disclosures) Disclosures")
        }
        guard parts.dropLast().allSatisfy({ !$0.isEmpty }) else { throw SDJWTError(.malformed, "an empty part of an SD-JWT") }
        let last = parts[parts.count - 1]
        self.init(
            issuerToken: String(own: parts[0]), disclosures: parts[1..<(parts.count - 1)].map { String(own: $0) },
            keyBinding: last.isEmpty ? nil : String(own: last))
    }

    /// The part that the holder's proof is over: token and Disclosures, each with its tilde.
    public var presented: String {
        var text = issuerToken + "~"
        for disclosure in disclosures {
            text += disclosure
            text += "~"
        }
        return text
    }

    /// The compact form. Without the holder's proof it ends with a tilde.
    public var text: String { presented + (keyBinding ?? "") }
}
