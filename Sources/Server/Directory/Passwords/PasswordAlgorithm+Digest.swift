import CryptoExtras
import Foundation
import PasswordHashes
import Primitives

extension PasswordAlgorithm {
    /// Hashes a password on the calling thread, which takes some 25 ms or more.
    func digest(of password: Secret, salt: [UInt8], count: Int) throws(PasswordError) -> [UInt8] {
        switch self {
        case .argon2id(let memory, let passes, let lanes):
            do { return try Argon2(memory: memory, passes: passes, lanes: lanes).digest(of: password, salt: salt, count: count) } catch {
                throw PasswordError(.failed, error.reason)
            }
        case .pbkdf2(let rounds):
            return try pbkdf2(password, salt: salt, rounds: rounds, count: count)
        }
    }

    private func pbkdf2(_ password: Secret, salt: [UInt8], rounds: Int, count: Int) throws(PasswordError) -> [UInt8] {
        do {
            return try password.withBytes { bytes in
                try KDF.Insecure.PBKDF2.deriveKey(
                    from: bytes, salt: salt, using: .sha256, outputByteCount: count, unsafeUncheckedRounds: rounds
                ).withUnsafeBytes { Array($0) }
            }
        } catch {
            throw PasswordError(.failed, "PBKDF2: \(error)")
        }
    }
}
