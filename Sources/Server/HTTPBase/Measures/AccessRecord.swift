import Primitives

/// The line of an access log about one request: no path, query, header or name, which may hold secrets or tell of persons.
package struct AccessRecord: Sendable {
    /// The route's pattern, such as `realms/{realm}/token`.
    package let route: String
    /// The method of the request; `other` for one that clients invent.
    package let method: String
    /// The answer's HTTP status code.
    package let status: Int
    /// The time until the answer was made.
    package let nanoseconds: Int64
    /// The client's network address.
    package let address: String

    package init(route: String, method: String, status: Int, nanoseconds: Int64, address: String) {
        self.route = route
        self.method = method
        self.status = status
        self.nanoseconds = nanoseconds
        self.address = address
    }
}
