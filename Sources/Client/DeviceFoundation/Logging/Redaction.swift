import Foundation
import Primitives

/// The parts of a URL that may be logged.
enum Redaction {
    /// Query parameters whose values say nothing secret. Everything else (codes, tokens, states, hints) is struck out.
    private static let open: Set<String> = [
        "_action", "authIndexType", "authIndexValue", "noSession", "ForceAuth", "realm", "client_id", "scope",
        "response_type", "redirect_uri", "code_challenge_method", "prompt", "acr_values",
    ]

    /// The URL without fragment and user info, the values of all but the harmless parameters struck out.
    static func loggable(_ url: URL) -> String {
        guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return "‹redacted›" }
        (components.user, components.password, components.fragment) = (nil, nil, nil)
        let query = components.queryItems?.map { item in
            "\(item.name)=\(open.contains(item.name) ? item.value ?? "" : "‹redacted›")"
        }
        components.query = nil
        return (components.string ?? "‹redacted›") + (query.map { "?" + $0.joined(separator: "&") } ?? "")
    }
}
