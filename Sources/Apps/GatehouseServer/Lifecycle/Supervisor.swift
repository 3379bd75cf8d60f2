internal import Primitives
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The service manager that has started the program and waits to be told of its state, as systemd does (sd_notify(3)): by datagrams to the
/// socket that `NOTIFY_SOCKET` names.
package struct Supervisor: Sendable {
    /// The state of the server.
    package enum State: Sendable {
        /// It answers requests.
        case ready
        /// It reads its configuration again; ``ready`` follows.
        case reloading
        /// It was told to stop, and finishes the requests in flight.
        case stopping
    }

    #if canImport(Glibc)
    private static let datagram = Int32(SOCK_DGRAM.rawValue)
    #else
    private static let datagram = SOCK_DGRAM
    #endif

    /// The address: a path, or with a first byte of zero a name in Linux's abstract namespace (unix(7)).
    private let address: [UInt8]

    /// Returns nil when no service manager waits, or its address is of another kind.
    /// - Parameter environment: the process's environment.
    package init?(environment: [String: String]) {
        guard let socket = environment["NOTIFY_SOCKET"], let first = socket.utf8.first else { return nil }
        let isAbstract = first == UInt8(ascii: "@")
        guard isAbstract || first == UInt8(ascii: "/") else { return nil }
        address = isAbstract ? [0] + socket.utf8.dropFirst() : Array(socket.utf8)
        guard address.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else { return nil }
    }

    /// Tells the state. A service manager that can't be told is none of the server's concern: it goes on.
    package func tell(_ state: State) {
        let message = Array(Self.message(state).utf8)
        let descriptor = socket(AF_UNIX, Self.datagram, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: address) }
        let length = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: target.sun_path) + address.count
        withUnsafePointer(to: &target) { target in
            target.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
                _ = sendto(descriptor, message, message.count, 0, target, socklen_t(length))
            }
        }
    }

    private static func message(_ state: State) -> String {
        switch state {
        case .ready: return "READY=1"
        case .stopping: return "STOPPING=1"
        case .reloading:
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return "RELOADING=1\nMONOTONIC_USEC=\(Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)"
        }
    }
}
