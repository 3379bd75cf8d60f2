#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif
internal import Primitives

/// A pipe that wakes a thread which waits for a socket.
final class Bell: Sendable {
    /// The end to wait on.
    let socket: Int32
    private let other: Int32

    /// nil when the process has no descriptors left.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        (socket, other) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    deinit {
        close(socket)
        close(other)
    }

    /// Wakes the thread. A pipe that is full has woken it already.
    func ring() {
        var byte: UInt8 = 1
        _ = write(other, &byte, 1)
    }

    /// Takes in what was rung.
    func silence() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(socket, &bytes, bytes.count) > 0 {}
    }
}
