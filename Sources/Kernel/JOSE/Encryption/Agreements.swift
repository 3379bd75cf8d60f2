import Primitives

/// The keys on which a recipient has agreed with senders who keep their ephemeral key for several tokens (``SealingKey/agreed(with:)``), so
/// that only the first of them costs an agreement. In memory, and bounded: the senders heard of least lately are forgotten.
public final class Agreements: Sendable {
    private struct Headers {
        var recent: [[UInt8]: KnownHeader] = [:]
        /// Those before them, which one token makes recent again.
        var older: [[UInt8]: KnownHeader] = [:]
    }

    private let limit: Int
    private let headers = Lock(Headers())

    /// No agreements yet.
    /// - Parameter limit: the number of senders that are remembered at most, 2 or more. One takes about a kilobyte.
    public init(limit: Int) { self.limit = max(limit / 2, 1) }

    func known(_ text: UnsafeBufferPointer<UInt8>) -> KnownHeader? {
        let text = Array(text)
        return headers.withLock { headers in
            if let found = headers.recent[text] { return found }
            guard let found = headers.older[text] else { return nil }
            keep(found, in: &headers)
            return found
        }
    }

    func remember(_ agreed: KnownHeader) {
        guard agreed.text.count <= Self.longestHeader else { return }
        headers.withLock { keep(agreed, in: &$0) }
    }

    /// The bytes of a header up to which it is remembered: some three times a usual one's.
    private static let longestHeader = 1024

    private func keep(_ agreed: KnownHeader, in headers: inout Headers) {
        if headers.recent.count >= limit { headers = Headers(older: headers.recent) }
        headers.recent[agreed.text] = agreed
    }
}

extension SealingKey {
    /// This key after one agreement by a pair of keys: all that it seals has the pair's public half as `epk`, and one content key, under a
    /// vector of its own each. For a sender with many tokens to one recipient; with random vectors, for 2³² at most (NIST SP 800-38D §8.3).
    ///
    /// - Parameter pair: the sender's, of the recipient's curve, made for this recipient alone (RFC 7518 §4.6.1.1).
    /// - Throws: ``JWKError/Code/notUsable`` for a key of another algorithm than `ECDH-ES` or a pair that doesn't fit it.
    public func agreed(with pair: JWK) throws(JWKError) -> SealingKey {
        var pair = pair
        pair.keyID = nil
        guard algorithm == .ecdhES, case .agree(let recipient) = method, let open = pair.publicJSON else {
            throw JWKError(.notUsable, "only a key for ECDH-ES agrees")
        }
        do {
            let derivation = try ConcatKDF(algorithm, encryption, header: [:])
            let key = derivation.key(from: try AgreementParty(pair).secret(with: recipient))
            return SealingKey(self, agreed: key, ephemeral: open)
        } catch let error as JWKError { throw error } catch {
            throw JWKError(.notUsable, "the pair and the key agree on nothing", underlying: error)
        }
    }
}
