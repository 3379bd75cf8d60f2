internal import CArgon2
internal import Primitives
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Argon2id (RFC 9106, version 1.3) by libargon2, on the calling thread alone.
struct Argon2id: Sendable {
    /// In KiB.
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
        context.allocate_cbk = allocatePages
        context.free_cbk = freePages
        return argon2_ctx(&context, Argon2_id)
    }

    /// libargon2 declares the password mutable, but writes to it only when told to wipe it.
    private static func withMutable<Result>(
        _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Result
    ) -> Result {
        bytes.withMemoryRebound(to: UInt8.self) { body(UnsafeMutableBufferPointer(mutating: $0)) }
    }
}

// The memory comes straight from the kernel and goes back to it: `malloc` may keep tens of megabytes for each thread.
private func allocatePages(_ memory: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, _ count: Int) -> CInt {
    let pages = mmap(nil, wholePages(count), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let pages, pages != MAP_FAILED else { return ARGON2_MEMORY_ALLOCATION_ERROR.rawValue }
    #if os(Linux)
    // Ten large pages instead of five thousand small ones, whose faults take half as long as the hash. Only a wish.
    madvise(pages, wholePages(count), MADV_HUGEPAGE)
    #endif
    memory?.pointee = pages.assumingMemoryBound(to: UInt8.self)
    return ARGON2_OK.rawValue
}

private func freePages(_ memory: UnsafeMutablePointer<UInt8>?, _ count: Int) {
    munmap(memory, wholePages(count))
}

/// A number of bytes rounded up to large pages of 2 MiB, as the rest of a last one would come in small ones.
private func wholePages(_ count: Int) -> Int { (count + 0x1F_FFFF) & ~0x1F_FFFF }
