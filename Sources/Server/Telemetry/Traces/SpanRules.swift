import Primitives

/// The attributes that a span may have. Any other is left out, whatever sets it, so that no path, query, header, name, address of a client or value of
/// a statement leaves the server by a trace.
package enum SpanRules {
    /// The names, of OpenTelemetry's conventions, with the reason why their values tell nothing of a person and hold no secret.
    package static let attributes: [String: String] = [
        "http.request.method": "a method that is known, or other",
        "http.route": "the pattern of a route, without the values in it",
        "http.response.status_code": "a number",
        "server.address": "the host of a server that this one asks",
        "server.port": "its port",
        "db.system.name": "the engine",
        "db.query.summary": "a statement's verb and its tables",
        "error.type": "the name of a type, or a status",
    ]
}
