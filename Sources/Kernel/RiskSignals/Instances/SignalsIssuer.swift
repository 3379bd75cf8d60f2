import Foundation
import Primitives

/// The environment of a server that signals go to: `{base}/signals/v1/{environment}`.
public struct SignalsIssuer: Sendable, Hashable, CustomStringConvertible {
    /// The server's address without a slash at the end, such as `https://login.example.com`.
    public let base: String
    /// The environment's id: 1 to 64 letters, digits, `-`, `_` and `.`.
    public let environment: String

    /// Makes an issuer; nil when `base` is no http or https address, has a query or fragment, or the environment's id has another form.
    /// A base without a scheme is taken for https.
    public init?(base: String, environment: String) {
        var text = base.contains("://") ? base : "https://" + base
        while text.hasSuffix("/") { text.removeLast() }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme ?? ""), url.host()?.isEmpty == false,
            url.query() == nil, url.fragment() == nil, text.utf8.count <= 256, Self.isID(environment)
        else { return nil }
        self.base = text
        self.environment = environment
    }

    /// The issuer's address, which signatures name.
    public var description: String { "\(base)/signals/v1/\(environment)" }

    /// The address of a call.
    public func url(_ call: Call) -> String { "\(description)/\(call.rawValue)" }

    /// The calls of an instance.
    public enum Call: String, Sendable {
        /// Registers an instance or renews its token: ``InstanceRegistration``, answered by ``InstanceGrant``.
        case instances
        /// Takes a payload: the text of ``SignalEnvelope``, answered by ``IngestReceipt``.
        case batches
    }

    private static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isLetterOrDigit || Array("-_.".utf8).contains($0) }
    }
}
