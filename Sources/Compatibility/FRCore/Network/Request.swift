import Foundation
import Primitives

/// A request as interceptors see it ("The Request object").
public struct Request {
    /// The URL without its query.
    public let url: String
    /// The method with which the request is sent.
    public let method: HTTPMethod
    /// The headers, without those that ``requestType`` and ``responseType`` stand for.
    private(set) public var headers: [String: String]
    /// The members of a JSON or form body.
    public let bodyParams: [String: Any]
    /// The parameters of the query.
    public let urlParams: [String: String]
    /// The type that the answer's body shall have.
    public let responseType: ContentType
    /// The type of the request's body.
    public let requestType: ContentType
    /// The time that the request may take, in seconds.
    public let timeoutInterval: Double

    /// The kinds of body.
    public enum ContentType: String, Sendable {
        /// A plain text, `text/plain`.
        case plainText = "text/plain"
        /// A JSON text, `application/json`.
        case json = "application/json"
        /// Form parameters, `application/x-www-form-urlencoded`.
        case urlEncoded = "application/x-www-form-urlencoded"
    }

    /// The methods.
    public enum HTTPMethod: String, Sendable {
        /// Reads a resource.
        case GET = "GET"
        /// Replaces a resource.
        case PUT = "PUT"
        /// Has a resource process the body.
        case POST = "POST"
        /// Removes a resource.
        case DELETE = "DELETE"
    }

    /// Makes a request.
    public init(
        url: String, method: HTTPMethod, headers: [String: String] = [:], bodyParams: [String: Any] = [:],
        urlParams: [String: String] = [:], requestType: ContentType = .json, responseType: ContentType = .json,
        timeoutInterval: Double = 60
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.bodyParams = bodyParams
        self.urlParams = urlParams
        self.requestType = requestType
        self.responseType = responseType
        self.timeoutInterval = timeoutInterval
    }

    /// Sets headers, beside those that are there and in place of those of the same name.
    public mutating func updateHeader(headers: [String: String]) { self.headers.merge(headers) { $1 } }
}
