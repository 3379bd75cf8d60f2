import HTTPBase
import HTTPTypes
import Hummingbird
import Primitives

/// `amlbcookie`, which names the node that answered. Clients keep and return it, and a load balancer may go by it; nothing
/// here depends on it, as every node can take the next step.
struct LoadBalancerCookie: Sendable {
    private static let name = "amlbcookie"
    private let line: String

    init(_ configuration: HTTPConfiguration) {
        line =
            Cookie(
                name: Self.name, value: configuration.node, path: "/", secure: configuration.sessionCookie.isSecure, httpOnly: true,
                sameSite: configuration.sessionCookie.effectiveSameSite
            ).description
    }

    func add(to response: inout Response, unlessIn request: Request) {
        guard request.cookieValues(Self.name).isEmpty else { return }
        response.headers.append(HTTPField(name: .setCookie, value: line))
    }
}
