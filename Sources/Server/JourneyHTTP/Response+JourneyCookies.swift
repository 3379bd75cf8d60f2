import Foundation
import HTTPTypes
package import Hummingbird
package import JourneyModel

extension Response {
    /// Sets the cookies of a journey.
    package mutating func set(_ cookies: [JourneyCookie]) {
        for cookie in cookies { headers.append(HTTPField(name: .setCookie, value: cookie.line)) }
    }
}

extension JourneyCookie {
    /// The header's value (RFC 6265 §4.1).
    fileprivate var line: String {
        var line = "\(name)=\(value)"
        if let maxAge { line += "; Max-Age=\(maxAge)" }
        if let domain { line += "; Domain=\(domain)" }
        line += "; Path=\(path ?? "/")"
        if isSecure { line += "; Secure" }
        if isHTTPOnly { line += "; HttpOnly" }
        return line + "; SameSite=" + sameSite.rawValue.capitalized
    }
}
