import Primitives

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A lock that one process holds until it releases it or ends, however it ends (`flock`).
final class FileLock: Sendable {
    private let descriptor: CInt

    /// Takes the lock.
    ///
    /// - Throws: `.inUse` when another has it, otherwise why the lock's file can't be made.
    init(_ path: String) throws(DatabaseError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            _ = close(descriptor)
            throw DatabaseError(.inUse, "\(path) is held by another server; stop it or choose another database")
        }
    }

    deinit { _ = close(descriptor) }

    /// Lets go of the lock. The file stays, since another may just be about to lock it.
    func release() { _ = flock(descriptor, LOCK_UN) }

    private static func failure(_ path: String, _ number: CInt) -> DatabaseError {
        let code: DatabaseError.Code =
            switch number {
            case EROFS, EACCES, EPERM: .readOnly
            case ENOSPC, EDQUOT: .full
            default: .cannotOpen
            }
        return DatabaseError(code, "\(path) can't be written: \(String(cString: strerror(number)))")
    }
}
