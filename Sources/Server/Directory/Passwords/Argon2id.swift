import CArgon2
import Primitives
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
package import Musl
#elseif canImport(Darwin)
package import Darwin
#endif

/// Argon2id (RFC 9106, version 1.3) by libargon2, on the calling thread alone.
struct Argon2id: Sendable {
    /// The memory in KiB.
    let memory: UInt32
    let passes: UInt32
    let lanes: UInt32

    func digest(of password: Secret, salt: [UInt8], count: Int) throws(PasswordError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: count)
        let status = password.withBytes { password in
            Self.withMutable(password) { password in
                var salt = salt
                return digest.withUnsafeMutableBufferPointer { digest in
                    salt.withUnsafeMutableBufferPointer { salt in hash(password, salt, into: digest) }
                }
            }
        }
        guard status == ARGON2_OK.rawValue else {
            throw PasswordError(.failed, "Argon2id: \(String(cString: argon2_error_message(status)))")
        }
        return digest
    }

    private func hash(
        _ password: UnsafeMutableBufferPointer<UInt8>, _ salt: UnsafeMutableBufferPointer<UInt8>,
        into digest: UnsafeMutableBufferPointer<UInt8>
    ) -> CInt {
        var context = argon2_context()
        context.out = digest.baseAddress
        context.outlen = UInt32(digest.count)
        context.pwd = password.baseAddress
        context.pwdlen = UInt32(password.count)
        context.salt = salt.baseAddress
        context.saltlen = UInt32(salt.count)
        context.t_cost = passes
        context.m_cost = memory
        context.lanes = lanes
        context.threads = 1
        context.version = ARGON2_VERSION_13.rawValue
        context.allocate_cbk = { memory, count in
            memory?.pointee = HashingMemory.take(count)
            return memory?.pointee == nil ? ARGON2_MEMORY_ALLOCATION_ERROR.rawValue : ARGON2_OK.rawValue
        }
        context.free_cbk = { memory, count in HashingMemory.giveBack(memory, count) }
        return argon2_ctx(&context, Argon2_id)
    }

    /// libargon2 declares the password mutable, but writes to it only when told to wipe it.
    private static func withMutable<Result>(
        _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Result
    ) -> Result {
        bytes.withMemoryRebound(to: UInt8.self) { body(UnsafeMutableBufferPointer(mutating: $0)) }
    }
}
