import FRAuth
import Foundation
import Synchronization

class QueryParamsAndHeaderRequestInterceptor: RequestInterceptor {
    func intercept(request: Request, action: Action) -> Request {
        if action.type == "START_AUTHENTICATE" || action.type == "AUTHENTICATE" {
            // Add query parameter:
            var urlParams = request.urlParams
            urlParams["ForceAuth"] = "true"

            // Add additional header:
            var headers = request.headers
            headers["Accept-Language"] = "en-GB"

            // Construct the updated request:
            let newRequest = Request(
                url: request.url,
                method: request.method,
                headers: headers,
                bodyParams: request.bodyParams,
                urlParams: urlParams,
                requestType: request.requestType,
                responseType: request.responseType,
                timeoutInterval: request.timeoutInterval
            )
            return newRequest
        } else {
            return request
        }
    }
}

class CookieInterceptor: RequestInterceptor {
    func intercept(request: Request, action: Action) -> Request {
        if action.type == "START_AUTHENTICATE" || action.type == "AUTHENTICATE" {

            var headers = request.headers
            headers["Cookie"] = "member=gold; level=2"

            let newRequest = Request(
                url: request.url,
                method: request.method,
                headers: headers,
                bodyParams: request.bodyParams,
                urlParams: request.urlParams,
                requestType: request.requestType,
                responseType: request.responseType,
                timeoutInterval: request.timeoutInterval)
            return newRequest
        } else {
            return request
        }
    }
}

/// "Configure the project" of the passkey tutorial, which describes it: for one journey only
struct ForceAuthInterceptorBiometricRegistration: RequestInterceptor {
    let cookieName: String
    let session: String

    func intercept(request: Request, action: Action) -> Request {
        guard action.payload?["tree"] as? String == "BlogWebAuthnRegistration" else { return request }
        // A URL query parameter to force the use of the journey despite the presence of an existing valid session
        var urlParams = request.urlParams
        urlParams["ForceAuth"] = "true"
        // A header to inject the session cookie
        var headers = request.headers
        headers[cookieName] = session
        return Request(
            url: request.url, method: request.method, headers: headers, bodyParams: request.bodyParams, urlParams: urlParams,
            requestType: request.requestType, responseType: request.responseType, timeoutInterval: request.timeoutInterval)
    }
}

/// Notes what passes, and changes nothing.
final class Watcher: RequestInterceptor, Sendable {
    private let noted = Mutex<[(type: String, payload: [String: String]?)]>([])

    var seen: [(type: String, payload: [String: String]?)] { noted.withLock { $0 } }

    func intercept(request: Request, action: Action) -> Request {
        noted.withLock { $0.append((action.type, action.payload?.compactMapValues { $0 as? String })) }
        return request
    }
}

/// Sends the token request elsewhere, with another method and a longer body.
struct Rewriter: RequestInterceptor {
    func intercept(request: Request, action: Action) -> Request {
        guard action.type == "EXCHANGE_TOKEN" else { return request }
        var body = request.bodyParams
        body["extra"] = "a b&c"
        return Request(
            url: request.url.replacing("/am/", with: "/proxy/"), method: .PUT, headers: request.headers, bodyParams: body,
            urlParams: ["x": "1"], requestType: request.requestType, responseType: request.responseType, timeoutInterval: 5)
    }
}
