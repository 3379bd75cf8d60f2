/// Sends the HTTP requests of scripts. Whether a script may send one is decided before.
package protocol ScriptHTTP: Sendable {
    /// Sends a request and follows no redirect.
    ///
    /// - Throws: anything when there is no answer in time, or one that is too long.
    func send(_ request: ScriptHTTPRequest) async throws -> ScriptHTTPAnswer
}

/// A request that a script sends.
package struct ScriptHTTPRequest: Sendable, Equatable {
    package var url: String
    package var method: String
    package var headers: [(name: String, value: String)]
    package var body: String?

    package init(url: String, method: String, headers: [(name: String, value: String)], body: String?) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.url == right.url && left.method == right.method && left.body == right.body
            && left.headers.elementsEqual(right.headers, by: ==)
    }
}

/// What came back.
package struct ScriptHTTPAnswer: Sendable {
    package var status: Int
    package var reason: String
    package var headers: [(name: String, value: String)]
    package var body: String

    package init(status: Int, reason: String, headers: [(name: String, value: String)], body: String) {
        self.status = status
        self.reason = reason
        self.headers = headers
        self.body = body
    }
}
