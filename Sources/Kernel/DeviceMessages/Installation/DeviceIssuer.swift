import Primitives

/// The addresses of the device protocol below a server's public address (`docs/protocols/device-protocol.md` 1).
public struct DeviceIssuer: Sendable, Hashable, CustomStringConvertible {
    /// Scheme, host and port.
    public let base: String
    /// The realm's UUID in small letters.
    public let realm: String

    /// Makes a device issuer of its members, which are taken unchecked.
    public init(base: String, realm: String) {
        self.base = base
        self.realm = realm
    }

    /// Reads the issuer's URL; nil for another.
    public init?(_ text: String) {
        let parts = text.split(separator: Self.path, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].hasPrefix("https://") || parts[0].hasPrefix("http://"), parts[1].utf8.count == 36 else {
            return nil
        }
        self.init(base: String(parts[0]), realm: String(parts[1]))
    }

    /// The issuer's URL, issuer and audience of all statements.
    public var description: String { base + Self.path + realm }

    /// The address of a call, such as `/pairings`.
    public func url(_ path: String) -> String { description + path }

    /// The URL at which the realm's keys are published.
    public var keys: String { url("/jwks") }

    private static let path = "/device/v1/"
}
