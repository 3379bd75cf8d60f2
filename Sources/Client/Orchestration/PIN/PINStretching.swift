import CryptoExtras
import Primitives

/// The slowing of guesses at a PIN: scrypt (RFC 7914), by default with 32 MiB and some 60 ms for each try.
public struct PINStretching: Sendable, Equatable {
    /// The cost, a power of two.
    public let rounds: Int

    /// Makes a stretching.
    public init(rounds: Int = 1 << 15) { self.rounds = rounds }

    func stretch(_ pin: Secret, salt: [UInt8]) throws(OrchestrationError) -> Secret {
        let key = pin.withBytes { bytes in
            try? KDF.Scrypt.deriveKey(
                from: bytes, salt: Array("OC1 pin".utf8) + salt, outputByteCount: 32, rounds: rounds, blockSize: 8, parallelism: 1,
                maxMemory: 256 << 20)
        }
        guard let key else { throw OrchestrationError(.key, "the PIN can't be stretched") }
        return key.withUnsafeBytes { Secret(bytes: $0) }
    }
}
