import Crypto
import Synchronization

/// Tokens whose signature has been verified, by the SHA-256 of their text: a resource server asks for the same one again and again,
/// and the signature is most of the work. Expiry, key and grant are checked each time all the same.
///
/// Two generations of bounded size: what is found in the older moves to the younger, and when that is full the older goes.
final class VerifiedTokens: Sendable {
    private static let limit = 5000

    private struct Generations {
        var young: [SHA256Digest: AccessToken] = [:]
        var old: [SHA256Digest: AccessToken] = [:]

        mutating func token(_ digest: SHA256Digest) -> AccessToken? {
            if let token = young[digest] { return token }
            guard let token = old[digest] else { return nil }
            insert(token, digest)
            return token
        }

        mutating func insert(_ token: AccessToken, _ digest: SHA256Digest) {
            if young.count >= VerifiedTokens.limit { (old, young) = (young, [:]) }
            young[digest] = token
        }
    }

    private let generations = Mutex(Generations())

    /// The token of a text: the remembered one, or what `verify` gives, which is remembered.
    func token(of text: String, else verify: () -> AccessToken?) -> AccessToken? {
        var text = text
        let digest = text.withUTF8 { SHA256.hash(data: $0) }
        if let known = generations.withLock({ $0.token(digest) }) { return known }
        guard let token = verify() else { return nil }
        generations.withLock { $0.insert(token, digest) }
        return token
    }
}
