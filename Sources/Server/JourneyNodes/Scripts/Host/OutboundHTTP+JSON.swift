import Foundation
import Foundations
import JourneyEngine
import JourneyModel
import Primitives

extension OutboundRequest {
    private static let methods: Set = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    /// Reads the request that a script wants to send, if its realm lets it.
    /// - Throws: ``ScriptRefusal``.
    init(_ json: JSONObject, allowing hosts: [String]) throws {
        guard let url = json["url"]?.string, let method = json["method"]?.string.map({ $0.uppercased() }), Self.methods.contains(method)
        else {
            throw ScriptRefusal("httpClient: a request has a URL and one of the methods \(Self.methods.sorted().joined(separator: ", "))")
        }
        try Self.check(url, against: hosts)
        let headers = (json["headers"]?.array ?? []).compactMap(\.strings).filter { $0.count == 2 }.map { ($0[0], $0[1]) }
        guard headers.allSatisfy({ Self.isHeader($0, $1) }) else { throw ScriptRefusal("httpClient: a header that can't be sent") }
        self.init(url: url, method: method, headers: headers, body: json["body"]?.string)
    }

    /// A name without a port stands for the ports that belong to the schemes.
    private static func check(_ url: String, against hosts: [String]) throws {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(), scheme == "https" || scheme == "http",
            let host = parts.host?.lowercased(), !host.isEmpty, parts.user == nil, parts.password == nil
        else { throw ScriptRefusal("httpClient: \(url.prefix(256)) is no URL of http or https with a host and without a user") }
        let usual = scheme == "https" ? 443 : 80
        let port = parts.port ?? usual
        guard hosts.contains(where: { $0.lowercased() == "\(host):\(port)" || (port == usual && $0.lowercased() == host) }) else {
            throw ScriptRefusal("httpClient: the realm doesn't let scripts reach \(host):\(port); see its setting scriptHosts")
        }
    }

    /// Visible characters only, and none of the headers that say where a message ends or who it is for.
    private static func isHeader(_ name: String, _ value: String) -> Bool {
        let reserved: Set = ["host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer"]
        let isToken = !name.isEmpty && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") }
        return isToken && !reserved.contains(name.lowercased()) && value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
    }
}

extension OutboundAnswer {
    /// The response as the bindings read it.
    var json: JSONValue {
        var values: [(name: String, values: [JSONValue])] = []
        for (name, value) in headers {
            if let index = values.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) {
                values[index].values.append(.string(value))
            } else {
                values.append((name, [.string(value)]))
            }
        }
        return [
            "status": .integer(Int64(status)), "reason": .string(reason), "body": .string(body),
            "headers": .array(values.map { [.string($0.name), .array($0.values)] }),
        ]
    }
}
