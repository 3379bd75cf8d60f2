import Primitives

/// The request that a browser makes when it follows the redirect.
struct RedirectRequest {
    private let target: String
    /// The host in lower case, with the port.
    let host: String?

    /// Reads the head of an HTTP/1 request; nil when it isn't one for GET.
    init?(_ bytes: [UInt8]) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3, words[0] == "GET", words[1].hasPrefix("/"), words[2].hasPrefix("HTTP/1.") else { return nil }
        target = String(words[1])
        host = lines.dropFirst().first { $0.lowercased().hasPrefix("host:") }?
            .dropFirst("host:".count).filter { $0 != " " }.lowercased()
    }

    var path: Substring { target.prefix { $0 != "?" } }
    var query: Substring { target.drop { $0 != "?" }.dropFirst() }

    /// The `state` parameter, if it is given once.
    var state: Substring? {
        let states = query.split(separator: "&").filter { $0.hasPrefix("state=") }
        return states.count == 1 ? states[0].dropFirst("state=".count) : nil
    }
}
