internal import NIOCore
internal import Primitives

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Finds out whether a port is free before anything is written or printed.
///
/// It takes the port without listening there. What connects meanwhile is refused, as before and after; a connection that was made and
/// ended, or that gets no answer, would cost a load balancer the request of a client.
enum PortProbe {
    /// - Throws: `ServerError.cannotListen` in one clear line.
    static func check(host: String, port: Int) throws { close(try bound(host, port)) }

    /// A socket that has the address as the server's will (SO_REUSEADDR, and IPv4 too on one of IPv6), and doesn't listen. The caller closes it.
    static func bound(_ host: String, _ port: Int) throws -> Int32 {
        do {
            let address = try SocketAddress.makeAddressResolvingHost(host, port: port)
            let made = socket(address.protocol.rawValue, streams, 0)
            guard made >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
            var (on, off): (Int32, Int32) = (1, 0)
            setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
            if case .v6 = address { setsockopt(made, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, socklen_t(MemoryLayout<Int32>.size)) }
            guard address.withSockAddr({ bind(made, $0, socklen_t($1)) }) == 0 else {
                let failure = IOError(errnoCode: errno, reason: "bind")
                close(made)
                throw failure
            }
            return made
        } catch {
            throw ServerError(listeningOn: host, port: port, failed: error)
        }
    }

    #if canImport(Glibc)
    private static let streams = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #elseif canImport(Musl)
    private static let streams = SOCK_STREAM | SOCK_CLOEXEC
    #else
    private static let streams = SOCK_STREAM
    #endif
}
