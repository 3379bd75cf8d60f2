import OAuthMessages
import Primitives

/// An answer to a step: in its callbacks, in the query of the request, or by a link that needs no step.
struct StageAnswer: Sendable {
    var inputs: [(name: String, value: JSONValue)] = []
    var query: [(name: String, value: String)] = []
    var isLink = false

    func request(for step: JSONValue) -> StageRequest {
        // JSON has a nil of its own.
        isLink ? StageRequest(query: query) : StageRequest(step: step.filling(inputs.map { ($0.name, $0.value) }), query: query)
    }
}

/// What is sent to `/authenticate`.
struct StageRequest: Sendable {
    var step: JSONValue? = Optional.none
    var query: [(name: String, value: String)] = []

    var target: String { query.isEmpty ? "" : "?" + FormBody(query.map { ($0.name, $0.value) }).encoded }
}
