import HTTPBase
package import HTTPTypes
import JourneyMessages
package import Primitives

/// The step protocol as a client speaks it, with raw JSON.
extension ServerHarness {
    package static let json: HTTPFields = [
        .contentType: "application/json", .acceptAPIVersion: "resource=2.1, protocol=1.0",
    ]

    /// `POST …/authenticate`.
    package func authenticate(
        _ body: JSONValue? = nil, realm: String = "/realms/alpha", query: String = "", headers: HTTPFields = [:]
    ) async throws -> ServerResponse {
        try await send(
            .post, "/am/json\(realm)/authenticate\(query)", headers: Self.json.merging(headers), body: body?.text)
    }

    /// The first step of a journey.
    package func start(_ journey: String? = nil, headers: HTTPFields = [:]) async throws -> JSONValue {
        let query = journey.map { "?authIndexType=service&authIndexValue=\($0)" } ?? ""
        return try await authenticate(query: query, headers: headers).json
    }

    /// Signs in, and returns the whole answer.
    package func signIn(
        password: String = TestDomain.password, realm: String = "/realms/alpha", query: String = "", headers: HTTPFields = [:]
    ) async throws -> ServerResponse {
        let step = try await authenticate(realm: realm, query: query, headers: headers).json
        return try await authenticate(step.answering([TestDomain.username, password]), realm: realm, headers: headers)
    }

    /// The token of a fresh session.
    package func sessionToken() async throws -> String { try await signIn().json["tokenId"]?.string ?? "" }

    /// The header that carries a session token.
    package func presenting(_ token: String) -> HTTPFields { [configuration.sessionCookie.field: token] }
}

extension JSONValue {
    /// A step with its main inputs filled in, in order; null leaves one as it is.
    package func answering(_ values: [JSONValue]) -> JSONValue {
        guard var step = object, var callbacks = step["callbacks"]?.array else { return self }
        var rest = values[...]
        for index in callbacks.indices {
            guard var callback = callbacks[index].object, var input = callback["input"]?.array, !input.isEmpty else { continue }
            guard let value = rest.popFirst() else { break }
            guard value != .null, var entry = input[0].object else { continue }
            entry["value"] = value
            input[0] = .object(entry)
            callback["input"] = .array(input)
            callbacks[index] = .object(callback)
        }
        step["callbacks"] = .array(callbacks)
        return .object(step)
    }

    package func answering(_ values: [String]) -> JSONValue { answering(values.map(JSONValue.string)) }

    /// An output of the first callback that has it.
    package func output(_ name: String) -> JSONValue? {
        let outputs = (self["callbacks"]?.array ?? []).flatMap { $0["output"]?.array ?? [] }
        return outputs.first { $0["name"]?.string == name }?["value"]
    }

    /// This object with a member changed, or removed.
    package func with(_ name: String, _ value: JSONValue?) -> JSONValue {
        guard var object else { return self }
        object[name] = value
        return .object(object)
    }

    /// This object's callbacks, changed.
    package func changingCallbacks(_ change: ([JSONValue]) -> [JSONValue]) -> JSONValue {
        with("callbacks", .array(change(self["callbacks"]?.array ?? [])))
    }
}

extension HTTPFields {
    /// These fields, replaced by those of the same name in others.
    package func merging(_ others: HTTPFields) -> HTTPFields {
        var merged = self
        for field in others { merged[field.name] = field.value }
        return merged
    }
}
