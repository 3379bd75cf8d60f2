import Services

/// A path of the platform, with its parameters in braces: `/v1/environments/{environmentID}/users/{userID}`.
struct PlatformPath: Sendable, Hashable, CustomStringConvertible {
    let description: String

    /// Below an environment on the API's host: `users/{userID}`; empty for the environment itself.
    static func api(_ rest: String = "") -> PlatformPath {
        PlatformPath(description: "/v1/environments/{environmentID}" + (rest.isEmpty ? "" : "/" + rest))
    }

    /// Below an environment on the authentication host: `deviceAuthentications/{deviceAuthenticationID}`.
    static func authentication(_ rest: String) -> PlatformPath { PlatformPath(description: "/{environmentID}/" + rest) }

    private var segments: [Substring] { description.split(separator: "/") }

    /// The names of the parameters.
    var parameters: [String] {
        segments.filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }

    /// As the router writes it.
    var pattern: String {
        segments.map { $0.hasPrefix("{") ? ":" + $0.dropFirst().dropLast() : String($0) }.joined(separator: "/")
    }
}
