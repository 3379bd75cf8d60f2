import Foundation
import Primitives

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A tiny HTTP server on 127.0.0.1 that waits for one redirect, on a thread of its own with plain sockets: for some hundred
/// bytes a client module shall not pull in a networking framework (docs/architecture.md, rule 7).
final class LoopbackListener: Sendable {
    /// The redirect URI with the port in it: `http://127.0.0.1:49152/callback`.
    let redirect: String
    private let socket: Int32
    private let port: UInt16
    private let path: String
    private let state: String
    private let stopped = Lock(false)

    /// Listens from now on.
    init(_ address: LoopbackAddress, state: String) throws {
        socket = Glue.streamSocket()
        guard socket >= 0 else { throw SocketError("make a socket") }
        do {
            port = try Self.listen(socket, port: address.port ?? 0)
        } catch {
            close(socket)
            throw error
        }
        path = address.path
        self.state = state
        redirect = "http://\(address.host):\(port)\(address.path)"
    }

    deinit { close(socket) }

    /// Ends the waiting.
    func stop() { stopped.withLock { $0 = true } }

    /// The query (`code=…&state=…`) of the redirect.
    func query() async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { [self] in continuation.resume(with: Result { try wait() }) }
        }
    }

    private func wait() throws -> String {
        while !stopped.withLock({ $0 }) {
            var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 100) > 0 else { continue }
            let connection = accept(socket, nil, nil)
            guard connection >= 0 else { continue }
            defer { close(connection) }
            if let query = serve(connection) { return query }
        }
        throw CancellationError()
    }

    /// Answers one request; returns its query when it is the redirect.
    private func serve(_ connection: Int32) -> String? {
        Glue.prepare(connection, seconds: 2)
        let request = RedirectRequest(readHead(connection))
        let isOurs = request.map(isRedirect) ?? false
        write(isOurs ? ResultPage.done.answer : ResultPage.notOurs.answer, to: connection)
        return isOurs ? request.map { String($0.query) } : nil
    }

    /// The right path, state, and host: a page on the web may reach this port under a name of its own.
    private func isRedirect(_ request: RedirectRequest) -> Bool {
        ["127.0.0.1:\(port)", "localhost:\(port)"].contains(request.host)
            && request.path == (path.isEmpty ? "/" : path) && request.state == state[...]
    }

    /// Reads up to the end of the head, 16 KiB at most.
    private func readHead(_ connection: Int32) -> [UInt8] {
        var head: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while head.count < 16_384, !String(decoding: head.suffix(4), as: UTF8.self).hasSuffix("\r\n\r\n") {
            let count = recv(connection, &chunk, chunk.count, 0)
            guard count > 0 else { break }
            head += chunk[..<count]
        }
        return head
    }

    private func write(_ bytes: [UInt8], to connection: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Glue.noSignal) }
            // A browser that is gone needs no page.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Binds to the loopback interface alone; returns the port.
    private static func listen(_ socket: Int32, port: UInt16) throws -> UInt16 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(socket, generic, length) == 0 && Glue.listen(socket) == 0 && getsockname(socket, generic, &length) == 0
            }
        }
        guard bound else { throw SocketError("listen on port \(port) of 127.0.0.1") }
        return UInt16(bigEndian: address.sin_port)
    }
}

/// A failed call to the system.
struct SocketError: Error, CustomStringConvertible {
    let description: String

    init(_ what: String) { description = "cannot \(what): \(String(cString: strerror(errno)))" }
}

/// The differences between the C libraries.
private enum Glue {
    static func streamSocket() -> Int32 {
        #if canImport(Darwin)
        socket(AF_INET, SOCK_STREAM, 0)
        #else
        socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        #endif
    }

    static func listen(_ socket: Int32) -> Int32 {
        #if canImport(Glibc)
        Glibc.listen(socket, 8)
        #elseif canImport(Musl)
        Musl.listen(socket, 8)
        #else
        Darwin.listen(socket, 8)
        #endif
    }

    /// Has reads and writes give up after a while, and a broken connection be an error code, not a signal that ends the process.
    static func prepare(_ socket: Int32, seconds: Int) {
        #if canImport(Darwin)
        var on: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(socket, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// The option of a write that gives the error code where the socket can't be told to.
    static var noSignal: Int32 {
        #if canImport(Darwin)
        0
        #else
        Int32(MSG_NOSIGNAL)
        #endif
    }
}
