package import Primitives

/// A request's headers, parameters and cookies, in the order in which they came.
package struct RequestFacts: Sendable, Equatable {
    package struct Field: Sendable, Equatable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package var headers: [Field]
    package var parameters: [Field]
    package var cookies: [Field]
    /// The name of the session cookie.
    package var sessionCookie: String

    package init(headers: [Field] = [], parameters: [Field] = [], cookies: [Field] = [], sessionCookie: String = "") {
        self.headers = headers
        self.parameters = parameters
        self.cookies = cookies
        self.sessionCookie = sessionCookie
    }
}

extension [RequestFacts.Field] {
    /// All values of each name, as a script sees them.
    package var multimap: JSONValue {
        .object(
            reduce(into: JSONObject()) { object, field in
                object[field.name] = .array((object[field.name]?.array ?? []) + [.string(field.value)])
            })
    }

    /// The last value of each name.
    package var map: JSONValue { .object(JSONObject(self.map { ($0.name, .string($0.value)) })) }
}
