#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

#if canImport(Darwin)
// Darwin's handles are pointers that its functions take as optional ones.
typealias SpawnActionsHandle = posix_spawn_file_actions_t?
typealias SpawnAttributesHandle = posix_spawnattr_t?
#else
typealias SpawnActionsHandle = posix_spawn_file_actions_t
typealias SpawnAttributesHandle = posix_spawnattr_t
#endif

/// The files that a new process finds open: its input, its output, and nothing for errors. It closes all other inherited files at once by
/// itself.
final class SpawnActions {
    let reference: UnsafeMutablePointer<SpawnActionsHandle>

    init(input: Int32, output: Int32) {
        reference = .allocate(capacity: 1)
        posix_spawn_file_actions_init(reference)
        posix_spawn_file_actions_adddup2(reference, input, 0)
        posix_spawn_file_actions_adddup2(reference, output, 1)
        posix_spawn_file_actions_addopen(reference, 2, "/dev/null", O_WRONLY, 0)
    }

    deinit {
        posix_spawn_file_actions_destroy(reference)
        reference.deallocate()
    }
}

/// A new process' own group, and signals as every process has them at first: the server ignores some, and that would be inherited.
final class SpawnAttributes {
    let reference: UnsafeMutablePointer<SpawnAttributesHandle>

    init() {
        reference = .allocate(capacity: 1)
        posix_spawnattr_init(reference)
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(reference, &none)
        posix_spawnattr_setsigdefault(reference, &all)
        posix_spawnattr_setpgroup(reference, 0)
        var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETPGROUP)
        #if canImport(Darwin)
        flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
        #endif
        posix_spawnattr_setflags(reference, Int16(flags))
    }

    deinit {
        posix_spawnattr_destroy(reference)
        reference.deallocate()
    }
}
