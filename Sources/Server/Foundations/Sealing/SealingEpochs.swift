package import Foundation
package import JOSE
package import Primitives
import Synchronization

/// Seals what clients carry for the server, such as a journey's state: compact JWEs, `dir` with `A256GCM` (RFC 7516).
///
/// Under one key, random initialisation vectors must stay far below 2³² messages (NIST SP 800-38D §8.3). So each key is for an epoch: an hour, at
/// most 2²⁸ messages, and never beyond the process. It is derived from a root and a random salt, both of which the `kid` names; so nothing need
/// be stored or counted across restarts, and every epoch's messages can be opened as long as their root counts
/// (docs/decisions/0048-sealing-epochs.md).
package final class SealingEpochs: Sendable {
    /// The longest that a key seals, in seconds, and the most that it seals.
    package static let (span, most) = (TimeInterval(3600), 1 << 28)
    private static let saltLength = 16

    private let purpose: String
    private let roots: DerivationRoots
    private let lifetime: TimeInterval
    private let most: Int
    private let time: any TimeSource
    private let random: SharedRandom
    private let latest = Mutex(Latest())

    private struct Latest {
        var sealing: SealingKey?
        /// The current epoch's key, and that of the one before it, whose messages are still under way.
        var opening: [OpeningKey] = []
        var left = 0
        var ends = Date.distantPast
    }

    private struct Epoch {
        let sealing: SealingKey
        let opening: OpeningKey
    }

    /// - Parameters:
    ///   - purpose: the kind of sealed data, which no other purpose opens.
    ///   - lifetime: how long a message is worth opening, in seconds: so long its root counts after another has taken its place.
    package init(
        _ purpose: String, _ sealer: Sealer, lifetime: TimeInterval, time: any TimeSource, random: any RandomSource, most: Int = most
    ) {
        self.purpose = purpose
        roots = sealer.roots
        self.lifetime = lifetime
        self.most = most
        self.time = time
        self.random = SharedRandom(source: random)
    }

    /// Seals content; `header` has members besides those that the key sets.
    package func seal(_ content: [UInt8], header: JSONObject = JSONObject()) throws -> String {
        try JWE.seal(content, with: try key(), header: header, random: random)
    }

    /// Opens what was sealed for the purpose, by this process or one before it.
    package func open(
        _ token: String, requiring members: JSONObject = JSONObject(), limits: JOSELimits
    ) throws(JWEError) -> JWE.Opened {
        try JWE.open(token, with: self, requiring: members, limits: limits)
    }

    private func key() throws -> SealingKey {
        let now = time.now
        return try latest.withLock { latest in
            if latest.left == 0 || now >= latest.ends {
                let name = "\(roots.current.id).\(random.token(Self.saltLength))"
                let epoch = try epoch(name, roots.current)
                latest.sealing = epoch.sealing
                latest.opening = [epoch.opening] + latest.opening.prefix(1)
                (latest.left, latest.ends) = (most, now.addingTimeInterval(Self.span))
            }
            guard let sealing = latest.sealing else { throw SealError(.malformed, "there is no key") }
            latest.left -= 1
            return sealing
        }
    }

    private func epoch(_ name: String, _ root: DerivationRoots.Root) throws -> Epoch {
        let key = JWK(.symmetric(root.key("\(purpose)/\(name)")), keyID: name)
        return Epoch(
            sealing: try SealingKey(key, algorithm: .direct, encryption: .a256GCM),
            opening: try OpeningKey(key, algorithm: .direct, encryptions: [.a256GCM]))
    }
}

extension SealingEpochs: OpeningKeySource {
    package func openingKeys(for header: JOSEHeader) -> [OpeningKey] {
        guard let name = header.keyID else { return unnamed }
        if let known = recent.first(where: { $0.keyID == name }) { return [known] }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, Base64URL.decode(parts[1])?.count == Self.saltLength,
            let root = counting.first(where: { String($0.id) == parts[0] })
        else { return [] }
        return [try? epoch(name, root).opening].compactMap(\.self)
    }

    package func knownHeader(_ text: UnsafeBufferPointer<UInt8>) -> KnownHeader? {
        for key in recent { if let header = key.knownHeader(text) { return header } }
        return nil
    }

    private var recent: [OpeningKey] { latest.withLock(\.opening) }

    /// The roots whose messages may still be worth opening.
    private var counting: [DerivationRoots.Root] {
        let now = time.now
        return roots.all.filter { $0.retired.map { now < $0.addingTimeInterval(lifetime) } ?? true }
    }

    /// The keys of a purpose as they were before there were epochs; no root that was made since has ever been used so.
    private var unnamed: [OpeningKey] {
        counting.filter { $0.id <= 0 }.compactMap { root in
            try? OpeningKey(JWK(.symmetric(root.key(purpose))), algorithm: .direct, encryptions: [.a256GCM])
        }
    }
}

/// A random source of any kind, where one of a definite kind is asked for.
private struct SharedRandom: RandomSource {
    let source: any RandomSource

    func bytes(_ count: Int) -> [UInt8] { source.bytes(count) }
}
