import Foundation
public import Primitives

/// A pairing key as it is typed or scanned: the plain key, or an address that holds realm and key.
public struct PairingKeyText: Sendable, Equatable {
    /// The format of keys (`docs/protocols/platform.md` 2.6).
    public enum Format: String, Sendable, CaseIterable {
        /// 14 digits.
        case numeric = "NUMERIC"
        /// 18 digits and letters, without those that are easily mistaken.
        case alphanumeric = "ALPHANUMERIC"

        /// The number of characters: 14 digits, or 18 letters and digits.
        public var length: Int { self == .numeric ? 14 : 18 }

        /// The characters of a key; 32 letters, so that five bits make one.
        var alphabet: String { self == .numeric ? "0123456789" : "23456789ABCDEFGHJKLMNPQRSTUVWXYZ" }
    }

    /// The key's characters.
    public var key: Secret
    /// The server's address, when it was told: scheme, host and port.
    public var base: String?
    /// The realm's UUID in small letters, when it was told.
    public var realm: String?

    /// Makes a pairing key text of its members, which are taken unchecked. By default `base` and `realm` are nil.
    public init(key: Secret, base: String? = nil, realm: String? = nil) {
        self.key = key
        self.base = base
        self.realm = realm
    }

    /// Makes a key of a format.
    public static func generate(_ format: Format, random: any RandomSource) -> Secret {
        Secret(bytes: random.characters(format.length, of: format.alphabet))
    }

    /// Returns the key that was typed: small letters are capital, spaces and hyphens nothing. nil when it can't be a key.
    public static func canonical(_ typed: String) -> Secret? {
        guard typed.utf8.count <= 64 else { return nil }
        let key = typed.uppercased().utf8.filter { ![0x20, 0x2D].contains($0) }
        let format = Format.allCases.first { $0.length == key.count }
        guard let format, key.allSatisfy(format.alphabet.utf8.contains) else { return nil }
        return Secret(bytes: key)
    }

    /// Reads what was typed or scanned.
    /// - Throws: `.pairingKey` when it can't be a pairing key.
    public init(_ text: String) throws(DeviceError) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if let key = Self.canonical(text) {
            self.init(key: key)
            return
        }
        guard text.utf8.count <= 2048, let parts = URLComponents(string: text), parts.scheme == "https" || parts.scheme == "http",
            let host = parts.host, !host.isEmpty, parts.path == Self.path, parts.user == nil, parts.password == nil,
            let key = parts.value("key").flatMap(Self.canonical)
        else { throw DeviceError(.pairingKey, "this is no pairing key: 14 digits, 18 digits and letters, or the address in a QR code") }
        let realm = parts.value("realm").flatMap { UUID(uuidString: $0) }?.uuidString.lowercased()
        self.init(key: key, base: "\(parts.scheme ?? "https")://\(host)" + (parts.port.map { ":\($0)" } ?? ""), realm: realm)
    }

    /// The text that a QR code holds: `{base}/pair?realm=…&key=…`; the plain key when no server is told.
    public var text: String {
        guard let base, let realm else { return key.reveal() }
        return "\(base)\(Self.path)?realm=\(realm)&key=\(key.reveal())"
    }

    private static let path = "/pair"
}

extension URLComponents {
    /// The value of a parameter that is given once.
    func value(_ name: String) -> String? {
        let items = (queryItems ?? []).filter { $0.name == name }
        return items.count == 1 ? items[0].value : nil
    }
}
