package import DeviceFoundation
import Primitives

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension Request {
    /// The request as Foundation's, marked as the SDK's; nil when the URL is none. A GET has no body.
    public func build() -> URLRequest? {
        guard let message else { return nil }
        var request = URLRequest(url: message.url)
        request.httpMethod = message.method.rawValue
        for field in message.headers.fields { request.addValue(field.value, forHTTPHeaderField: field.name) }
        request.setValue("forgerock-sdk", forHTTPHeaderField: "x-requested-with")
        request.setValue("ios", forHTTPHeaderField: "x-requested-platform")
        if !message.body.isEmpty { request.httpBody = Data(message.body) }
        request.timeoutInterval = timeoutInterval
        return request
    }

    /// The request as the SDK's transports send it; nil when the URL is none.
    package var message: HTTPRequest? {
        guard let url = URL(string: url), url.host() != nil else { return nil }
        var blank = HTTPRequest(DeviceFoundation.HTTPMethod(exactly: method.rawValue) ?? .get, url)
        blank.headers["Content-Type"] = requestType.rawValue
        var message = applied(to: blank)
        message.headers["Accept"] = responseType.rawValue
        return message
    }
}
