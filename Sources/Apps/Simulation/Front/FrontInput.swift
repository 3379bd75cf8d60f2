internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Primitives

/// A request as bytes of any kind say it: a line `METHOD target`, a line for each header field, an empty line, the body. Bytes that can't
/// be in a request, since HTTP's parser lets them through nowhere, are left out.
package struct FrontInput: Sendable {
    package var method: String
    package var target: String
    package var fields: [(name: String, value: String)]
    package var body: [UInt8]

    package init(_ method: String, _ target: String, _ fields: [(name: String, value: String)] = [], body: String = "") {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = Array(body.utf8)
    }

    package init(parsing bytes: [UInt8]) {
        var rest = bytes[...]
        func line() -> String {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            defer { rest = rest[min(end + 1, rest.endIndex)...] }
            return String(decoding: rest[..<end], as: UTF8.self)
        }
        let words = line().split(separator: " ", maxSplits: 1)
        method = words.first.map(String.init) ?? "GET"
        target = words.count == 2 ? String(words[1]) : "/"
        fields = []
        while case let text = line(), !text.isEmpty {
            let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            if halves.count == 2 { fields.append((String(halves[0]), String(halves[1]))) }
        }
        body = Array(rest)
    }

    /// The request as bytes say it.
    package var bytes: [UInt8] {
        let lines = ["\(method) \(target)"] + fields.map { "\($0.name):\($0.value)" }
        return Array((lines.joined(separator: "\n") + "\n\n").utf8) + body
    }

    /// The request, with some words replaced.
    func request(_ words: [String: String]) -> Request {
        func fill(_ text: String) -> String {
            guard text.contains("{") else { return text }
            var filled = text
            for (word, value) in words { filled = filled.replacing("{\(word)}", with: value) }
            return filled
        }
        var headers = HTTPFields()
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: fill(value))) }
        }
        let head = HTTPRequest(
            method: HTTPRequest.Method(method) ?? .get, scheme: "http", authority: "127.0.0.1", path: fill(target), headerFields: headers)
        let text = body.contains(UInt8(ascii: "{")) ? Array(fill(String(decoding: body, as: UTF8.self)).utf8) : body
        return Request(head: head, body: .init(buffer: ByteBuffer(bytes: text)))
    }
}
