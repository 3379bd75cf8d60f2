import DeviceFoundation
public import Foundation
import Primitives

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Request {
    /// The request as Foundation's, marked as the SDK's; nil when the URL is none. A GET has no body.
    public func build() -> URLRequest? {
        guard let url = URL(string: url), url.host() != nil else { return nil }
        var blank = HTTPRequest(DeviceFoundation.HTTPMethod(exactly: method.rawValue) ?? .get, url)
        blank.headers["Content-Type"] = requestType.rawValue
        let message = applied(to: blank)
        var request = URLRequest(url: message.url)
        request.httpMethod = message.method.rawValue
        for field in message.headers.fields { request.addValue(field.value, forHTTPHeaderField: field.name) }
        request.setValue(responseType.rawValue, forHTTPHeaderField: "Accept")
        request.setValue("forgerock-sdk", forHTTPHeaderField: "x-requested-with")
        request.setValue("ios", forHTTPHeaderField: "x-requested-platform")
        if !message.body.isEmpty { request.httpBody = Data(message.body) }
        request.timeoutInterval = timeoutInterval
        return request
    }
}
