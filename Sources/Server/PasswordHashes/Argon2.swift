import CArgon2
package import Primitives
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
package import Musl
#elseif canImport(Darwin)
package import Darwin
#endif

/// Argon2 (RFC 9106) by libargon2, on the calling thread alone.
package struct Argon2: Sendable, Equatable {
    /// The three variants of RFC 9106 §3.1, by the names that stored hashes have.
    package enum Variant: String, Sendable { case d, i, id }

    package let variant: Variant
    /// 16 or 19: version 1.0, of which old hashes are, or 1.3.
    let version: Int
    /// The memory in KiB.
    let memory: Int
    let passes: Int
    let lanes: Int

    package init(_ variant: Variant = .id, version: Int = 19, memory: Int, passes: Int, lanes: Int) {
        self.variant = variant
        self.version = version
        self.memory = memory
        self.passes = passes
        self.lanes = lanes
    }

    /// The digest of a password, of `count` bytes.
    package func digest(of password: Secret, salt: [UInt8], count: Int) throws(HashError) -> [UInt8] {
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
            throw HashError(.failed, "Argon2: \(String(cString: argon2_error_message(status)))")
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
        context.t_cost = UInt32(passes)
        context.m_cost = UInt32(memory)
        context.lanes = UInt32(lanes)
        context.threads = 1
        context.version = UInt32(version)
        context.allocate_cbk = { memory, count in
            memory?.pointee = HashingMemory.take(count)
            return memory?.pointee == nil ? ARGON2_MEMORY_ALLOCATION_ERROR.rawValue : ARGON2_OK.rawValue
        }
        context.free_cbk = { memory, count in HashingMemory.giveBack(memory, count) }
        return argon2_ctx(&context, type)
    }

    /// libargon2 declares the password mutable, but writes to it only when told to wipe it.
    private static func withMutable<Result>(
        _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Result
    ) -> Result {
        bytes.withMemoryRebound(to: UInt8.self) { body(UnsafeMutableBufferPointer(mutating: $0)) }
    }
    private var type: Argon2_type {
        switch variant {
        case .d: Argon2_d
        case .i: Argon2_i
        case .id: Argon2_id
        }
    }
}
