public import Foundation

/// A connection to the server over loopback, for one request at a time on the thread that asks: as lean as wrk, so that what is measured is
/// the server. It reads what this server writes, not whatever HTTP/1.1 allows.
public final class Connection {
    private let host: String
    private let socket: Int32
    /// The bytes that were received and not read yet.
    private var received: [UInt8] = []
    private var position = 0
    private var buffer = [UInt8](repeating: 0, count: 8192)

    public init(_ base: URL) throws {
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
    public func ask(_ method: String, _ path: String, _ fields: String, _ body: [UInt8] = []) throws -> [UInt8] {
        try send(method, path, fields, body)
        let head = try upTo("\r\n\r\n")
        let answer = try bytes(Self.length(head))
        guard head.starts(with: "HTTP/1.1 2".utf8) else {
            throw Failure("\(method) \(path): \(String(decoding: head, as: UTF8.self)) \(String(decoding: answer, as: UTF8.self))")
        }
        return answer
    }

    /// Begins an answer that doesn't end; ``event()`` reads it.
    public func listen(_ path: String, _ fields: String) throws {
        try send("GET", path, fields, [])
        guard try upTo("\r\n\r\n").starts(with: "HTTP/1.1 200".utf8) else { throw Failure("the stream isn't opened") }
    }

    /// The data of the next event, by its lines.
    public func event() throws -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        while true {
            let line = try upTo("\n")
            if line.starts(with: "data: ".utf8) { lines.append(line.dropFirst(6)) }
            if line.isEmpty, !lines.isEmpty { return lines }
        }
    }

    /// `Content-Length` of an answer's head, as this server writes it; 0 where there is none.
    private static func length(_ head: [UInt8]) -> Int {
        guard let found = head.position(of: "Content-Length: ") else { return 0 }
        return head[(found + 16)...].prefix { $0 != UInt8(ascii: "\r") }.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private func send(_ method: String, _ path: String, _ fields: String, _ body: [UInt8]) throws {
        let length = body.isEmpty && method == "GET" ? "" : "Content-Length: \(body.count)\r\n"
        let request = Array("\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n\(length)\(fields)\r\n".utf8) + body
        guard Glibc.send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            throw Failure("can't send to the server")
        }
    }

    /// The bytes before a mark; the mark is taken too.
    private func upTo(_ mark: String) throws -> [UInt8] {
        while true {
            if let found = received.position(of: mark, from: position) {
                defer { position = found + mark.utf8.count }
                return Array(received[position..<found])
            }
            try receive()
        }
    }

    private func bytes(_ count: Int) throws -> [UInt8] {
        while received.count - position < count { try receive() }
        defer { position += count }
        return Array(received[position..<position + count])
    }

    /// Receives more, and drops what was read.
    private func receive() throws {
        received.removeFirst(position)
        position = 0
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { throw Failure("the server has hung up") }
        received += buffer[..<count]
    }
}

extension [UInt8] {
    /// The first member of that name, however deep, of the JSON that this server writes: a text without escapes, or a number.
    public func member(_ name: String) -> String? {
        guard let found = position(of: "\"\(name)\":") else { return nil }
        let value = self[(found + name.utf8.count + 3)...].prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}") }
        return String(decoding: value.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }

    /// The position at which a text begins.
    fileprivate func position(of text: String, from start: Int = 0) -> Int? {
        let text = Array(text.utf8)
        guard let first = text.first, count - start >= text.count else { return nil }
        return withUnsafeBytes { bytes in
            (start...count - text.count).first { bytes[$0] == first && bytes[$0..<($0 + text.count)].elementsEqual(text) }
        }
    }
}
