import Foundation
import Primitives

/// A request as interceptors see it ("The Request object").
public struct Request {
    /// The URL without its query.
    public let url: String
    public let method: HTTPMethod
    /// The headers, without those that ``requestType`` and ``responseType`` stand for.
    private(set) public var headers: [String: String]
    /// The members of a JSON or form body.
    public let bodyParams: [String: Any]
    /// The parameters of the query.
    public let urlParams: [String: String]
    /// What the answer's body shall be.
    public let responseType: ContentType
    /// What the request's body is.
    public let requestType: ContentType
    /// How long the request may take, in seconds.
    public let timeoutInterval: Double

    /// The kinds of body.
    public enum ContentType: String, Sendable {
        case plainText = "text/plain"
        case json = "application/json"
        case urlEncoded = "application/x-www-form-urlencoded"
    }

    /// The methods.
    public enum HTTPMethod: String, Sendable {
        case GET = "GET"
        case PUT = "PUT"
        case POST = "POST"
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
}
