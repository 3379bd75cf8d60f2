#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif
internal import Primitives

/// The events of a socket, as poll(2) has them.
enum SocketEvents {
    static let readable = Int16(POLLIN)
    static let writable = Int16(POLLOUT)

    /// Waits until one of the sockets has an event or the deadline has come; a signal doesn't end the wait.
    ///
    /// - Parameter sockets: the sockets with the events that are waited for.
    /// - Returns: for each socket whether something has happened on it, an error among that.
    static func wait(for sockets: [(socket: Int32, events: Int16)], until deadline: WaitLimit) -> [Bool] {
        var places = sockets.map { pollfd(fd: $0.socket, events: $0.events, revents: 0) }
        var count = poll(&places, nfds_t(places.count), deadline.milliseconds)
        while count < 0, errno == EINTR { count = poll(&places, nfds_t(places.count), deadline.milliseconds) }
        // Any other failure is the socket's: what reads or writes next reports it.
        return places.map { count < 0 || $0.revents != 0 }
    }

    /// Whether a socket has something to read, or an error to tell, right now.
    static func isReadable(_ socket: Int32) -> Bool { wait(for: [(socket, readable)], until: .after(.zero)) == [true] }
}
