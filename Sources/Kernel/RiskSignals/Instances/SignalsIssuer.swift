import Foundation
import Primitives

/// The environment of a server that signals go to: `{base}/signals/v1/{environment}`.
public struct SignalsIssuer: Sendable, Hashable, CustomStringConvertible {
    /// The address of a server, checked.
    public struct Base: Sendable, Hashable {
        /// The address without a slash at the end, such as `https://login.example.com`.
        public let text: String

        /// Checks an address; nil when it is no http or https address, has a query or fragment, or has more than 256 bytes. One without a
        /// scheme is taken for https.
        public init?(_ address: String) {
            var text = address.contains("://") ? address : "https://" + address
            while text.hasSuffix("/") { text.removeLast() }
            guard let url = URL(string: text), ["http", "https"].contains(url.scheme ?? ""), url.host()?.isEmpty == false,
                url.query() == nil, url.fragment() == nil, text.utf8.count <= 256
            else { return nil }
            self.text = text
        }
    }

    /// The server's address without a slash at the end, such as `https://login.example.com`.
    public let base: String
    /// The environment's id: 1 to 64 letters, digits, `-`, `_` and `.`.
    public let environment: String

    /// Makes an issuer; nil when `base` is none (``Base/init(_:)``) or the environment's id has another form.
    public init?(base: String, environment: String) {
        guard let base = Base(base) else { return nil }
        self.init(base: base, environment: environment)
    }

    /// Makes an issuer at a server whose address was checked before; nil when the environment's id has another form.
    public init?(base: Base, environment: String) {
        guard Self.isID(environment) else { return nil }
        self.base = base.text
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
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isLetterOrDigit || punctuation.contains($0) }
    }

    private static let punctuation = Array("-_.".utf8)
}
