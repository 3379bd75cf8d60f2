import Primitives

/// A way of hashing passwords, with its cost.
package enum PasswordAlgorithm: Sendable, Hashable {
    /// RFC 9106, version 1.3. `memory` is in KiB.
    case argon2id(memory: Int, passes: Int, lanes: Int)
    /// RFC 8018 §5.2 with HMAC-SHA-256: for those who may only use algorithms of FIPS 140.
    case pbkdf2(rounds: Int)

    /// The first choice of OWASP's password storage page: 19 MiB, 2 passes, 1 lane.
    package static let standard = argon2id(memory: 19_456, passes: 2, lanes: 1)

    /// Whether hashes made this way are to be made anew where new ones are made another way: by another algorithm, or by the same one at a
    /// higher cost, which is memory times passes for Argon2id (lanes only divide it). One that cost more stays as it is.
    func isSuperseded(by other: Self) -> Bool {
        switch (self, other) {
        case (.argon2id(let memory, let passes, _), .argon2id(let otherMemory, let otherPasses, _)):
            memory * passes < otherMemory * otherPasses
        case (.pbkdf2(let rounds), .pbkdf2(let otherRounds)): rounds < otherRounds
        case (.argon2id, .pbkdf2), (.pbkdf2, .argon2id): true
        }
    }

    /// Refuses a cost that would let a stored hash exhaust the server: at most 64 MiB, 16 passes, 4 lanes, 10 million
    /// rounds; and what the algorithm itself doesn't allow (RFC 9106 §3.1: 8 KiB a lane).
    func check() throws(PasswordError) {
        let isAllowed =
            switch self {
            case .argon2id(let memory, let passes, let lanes):
                (1...4).contains(lanes) && (1...16).contains(passes) && (8 * lanes...65_536).contains(memory)
            case .pbkdf2(let rounds): (1_000...10_000_000).contains(rounds)
            }
        guard isAllowed else { throw PasswordError(.excessiveCost, "a password hash of \(self) is not allowed") }
    }
}
