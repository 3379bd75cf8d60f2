/// The method of a request (RFC 9110 §9).
public enum HTTPMethod: String, Sendable, CaseIterable {
    /// Reads a resource, `GET`.
    case get = "GET"
    /// Has a resource process the body, `POST`.
    case post = "POST"
    /// Replaces a resource, `PUT`.
    case put = "PUT"
    /// Changes a resource in part, `PATCH` (RFC 5789).
    case patch = "PATCH"
    /// Removes a resource, `DELETE`.
    case delete = "DELETE"
}
