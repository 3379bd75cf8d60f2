import Foundation
import Primitives

/// A connection to the server over loopback, for one request at a time on the thread that asks: as lean as wrk, so that what is measured is
/// the server. It reads what this server writes, not whatever HTTP/1.1 allows.
final class Connection {
    private let host: String
    private let socket: Int32
    /// What was received and not looked at yet.
    private var received: [UInt8] = []
    private var position = 0

    init(_ base: URL) throws {
        host = "\(base.host() ?? ""):\(base.port ?? 80)"
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(base.port ?? 80).bigEndian
        address.sin_addr.s_addr = inet_addr(base.host() ?? "")
        let connected = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        guard connected == 0 else { throw Failure("can't connect to \(base)") }
        var isOn: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(socket) }

    /// Asks, and waits for the whole answer.
    /// - Parameter fields: lines of the header, each with its end.
    func ask(_ method: String, _ path: String, _ fields: String, _ body: [UInt8] = []) throws -> [UInt8] {
        try send(method, path, fields, body)
        var (length, status) = (0, "")
        while let line = try nonEmptyLine() {
            if status.isEmpty { status = line }
            let lowercased = line.lowercased()
            if lowercased.hasPrefix("content-length:") { length = Int(line.dropFirst(15).drop { $0 == " " }) ?? 0 }
        }
        let answer = try bytes(length)
        guard status.hasPrefix("HTTP/1.1 2") else {
            throw Failure("\(method) \(path): \(status) \(String(decoding: answer, as: UTF8.self))")
        }
        return answer
    }

    /// Begins an answer that doesn't end; ``event()`` reads it.
    func listen(_ path: String, _ fields: String) throws {
        try send("GET", path, fields, [])
        guard let status = try nonEmptyLine(), status.hasPrefix("HTTP/1.1 200") else { throw Failure("the stream isn't opened") }
    }

    /// The data of the next event, which comes as one piece.
    func event() throws -> String {
        while true {
            let line = try line()
            if line.hasPrefix("data: ") { return String(line.dropFirst(6)) }
        }
    }

    private func send(_ method: String, _ path: String, _ fields: String, _ body: [UInt8]) throws {
        let length = body.isEmpty && method == "GET" ? "" : "Content-Length: \(body.count)\r\n"
        let request = Array("\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n\(length)\(fields)\r\n".utf8) + body
        guard Glibc.send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            throw Failure("can't send to the server")
        }
    }

    private func nonEmptyLine() throws -> String? {
        let line = try line()
        return line.isEmpty ? nil : line
    }

    private func line() throws -> String {
        var looked = position
        while true {
            if let end = received[looked...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = received[position..<end]
                position = end + 1
                return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
            }
            looked = received.count
            let dropped = try receive()
            looked -= dropped
        }
    }

    private func bytes(_ count: Int) throws -> [UInt8] {
        while received.count - position < count { _ = try receive() }
        defer { position += count }
        return Array(received[position..<position + count])
    }

    /// Receives more, and drops what was read; gives how many bytes that were.
    private func receive() throws -> Int {
        let dropped = position
        received.removeFirst(dropped)
        position = 0
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { throw Failure("the server has hung up") }
        received += buffer[..<count]
        return dropped
    }
}
