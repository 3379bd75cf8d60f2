import HTTPBase
import Primitives

/// A path of the platform, with its parameters in braces: `/v1/environments/{environmentID}/users/{userID}`.
struct PlatformPath: Sendable, Hashable, CustomStringConvertible {
    let description: String
    /// The names of the parameters.
    let parameters: [String]

    private init(description: String) {
        self.description = description
        parameters = Self.segments(description).filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }

    /// A path below an environment on the API's host: `users/{userID}`; empty for the environment itself.
    static func api(_ rest: String = "") -> PlatformPath {
        PlatformPath(description: "/v1/environments/{environmentID}" + (rest.isEmpty ? "" : "/" + rest))
    }

    /// A path below an environment on the authentication host: `deviceAuthentications/{deviceAuthenticationID}`.
    static func authentication(_ rest: String) -> PlatformPath { PlatformPath(description: "/{environmentID}/" + rest) }

    private static func segments(_ description: String) -> [Substring] { description.split(separator: "/") }

    /// The path as the router writes it.
    var pattern: String {
        Self.segments(description).map { $0.hasPrefix("{") ? ":" + $0.dropFirst().dropLast() : String($0) }.joined(separator: "/")
    }
}
