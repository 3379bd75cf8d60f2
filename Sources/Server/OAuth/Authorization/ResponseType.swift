import Primitives

/// The response that an authorization request asks for (OAuth 2.0 Multiple Response Type Encoding Practices). No access token comes by way
/// of the browser.
enum ResponseType: String, CaseIterable {
    case code
    /// Nothing but whether there is a session that meets the request (§4).
    case none
    /// The same, with an ID token that says whose it is. Only silently, and in the fragment, which isn't sent to servers.
    case idToken = "id_token"

    /// The ways in which the answer may travel, the usual one first (§2.1).
    var modes: [String] { self == .idToken ? [ResponseTypes.fragment] : ResponseTypes.modes }
}

/// The response types that are served, and the ways of their answers.
package enum ResponseTypes {
    /// The names of all that are served, for discovery.
    package static let served = ResponseType.allCases.map(\.rawValue)
    /// The ways in which answers travel by way of a browser.
    package static let modes = ["query", fragment]
    static let fragment = "fragment"
}
