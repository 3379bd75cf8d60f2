import Primitives

/// Sends the HTTP requests that this server makes of others: of scripts, to identity providers.
///
/// Whether one may be sent is decided before, by the caller that makes it.
package protocol OutboundHTTP: Sendable {
    /// Sends a request and follows no redirect.
    ///
    /// - Throws: anything when there is no answer in time, or one that is too long.
    func send(_ request: OutboundRequest) async throws -> OutboundAnswer
}

/// Sends nothing: for programs that only change data.
package struct NoOutboundHTTP: OutboundHTTP {
    package init() {}

    package func send(_ request: OutboundRequest) async throws -> OutboundAnswer {
        throw DomainError(.notPermitted, "this program sends no requests")
    }
}

/// A request to another server.
package struct OutboundRequest: Sendable, Equatable {
    /// The absolute URL to ask.
    package var url: String
    /// The method, in capital letters.
    package var method: String
    /// The header fields, in the order in which they are sent.
    package var headers: [(name: String, value: String)]
    /// The body as text; nil for none, or for one in ``content``.
    package var body: String?
    /// The body when it is no text.
    package var content: [UInt8]?
    /// The machines that it may reach.
    package var reach = OutboundReach.anywhere
    /// HTTP/2, for a server that speaks nothing else and that the operator trusts; without effect unless ``reach`` is `.anywhere`.
    package var needsHTTP2 = false

    package init(url: String, method: String = "GET", headers: [(name: String, value: String)] = [], body: String? = nil) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.url == right.url && left.method == right.method && left.body == right.body && left.content == right.content
            && left.reach == right.reach && left.needsHTTP2 == right.needsHTTP2 && left.headers.elementsEqual(right.headers, by: ==)
    }
}

/// The answer that came back.
package struct OutboundAnswer: Sendable {
    /// The status code of HTTP.
    package var status: Int
    /// The reason phrase beside the status; empty when there was none.
    package var reason: String
    /// The header fields, in the order in which they came.
    package var headers: [(name: String, value: String)]
    /// The body as text.
    package var body: String

    package init(status: Int, reason: String = "", headers: [(name: String, value: String)] = [], body: String) {
        self.status = status
        self.reason = reason
        self.headers = headers
        self.body = body
    }
}
