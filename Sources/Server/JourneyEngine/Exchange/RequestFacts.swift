package import Primitives

/// A request's headers, parameters and cookies, in the order in which they came.
package struct RequestFacts: Sendable, Equatable {
    /// A header, parameter or cookie.
    package struct Field: Sendable, Equatable {
        /// The name, as it came.
        package let name: String
        /// The value, as it came.
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The header fields.
    package var headers: [Field]
    /// The parameters of query and form.
    package var parameters: [Field]
    /// The cookies of the request, one that came twice also twice.
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
