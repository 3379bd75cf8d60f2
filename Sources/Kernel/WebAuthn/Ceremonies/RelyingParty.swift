import Primitives

/// The party that asks in a ceremony, and its origins (L3 §4, §13.4.9).
public struct RelyingParty: Sendable, Equatable {
    /// A place that a ceremony may run at.
    public enum Origin: Sendable, Hashable {
        /// Exactly this text: `https://login.example.com`, or an app's origin.
        case exactly(String)
        /// `https` on a domain or beneath it, at any port; on `localhost` `http` as well.
        case within(domain: String)

        /// An Android app, by the SHA-256 fingerprint of the certificate that signs it.
        public static func android(certificateFingerprint fingerprint: [UInt8]) -> Self {
            .exactly("android:apk-key-hash:" + Base64URL.encode(fingerprint))
        }

        /// An iOS app that makes its own credentials, by its bundle identifier.
        public static func ios(bundleIdentifier: String) -> Self { .exactly("ios:bundle-id:" + bundleIdentifier) }
    }

    /// The relying party's id: a domain name.
    public var id: String
    /// The origins from which an answer may come.
    public var origins: [Origin]
    /// The pages within whose frames a ceremony may run; none by default, and then a ceremony in a frame of another origin is refused.
    public var topOrigins: [Origin]

    /// A relying party; without origins, `https` on its id and nothing beneath.
    public init(id: String, origins: [Origin]? = nil, topOrigins: [Origin] = []) {
        self.id = id
        self.origins = origins ?? [.exactly("https://\(id)")]
        self.topOrigins = topOrigins
    }
}

extension RelyingParty.Origin {
    func admits(_ origin: String) -> Bool {
        switch self {
        case .exactly(let text): origin.utf8.elementsEqual(text.utf8)
        case .within(let domain): Self.host(of: origin).map { Self.host($0, isWithin: domain) } ?? false
        }
    }

    /// The host of an origin in its serialisation (HTML, origin): a scheme, a host, perhaps a port, and nothing else.
    private static func host(of origin: String) -> String? {
        for scheme in ["https://", "http://"] where origin.utf8.starts(with: scheme.utf8) {
            let parts = origin.dropFirst(scheme.count).split(separator: ":", omittingEmptySubsequences: false)
            guard let host = parts.first, parts.count <= 2, host.utf8.allSatisfy(isHostByte) else { return nil }
            if parts.count == 2 { guard let port = UInt16(parts[1]), String(port) == parts[1] else { return nil } }
            guard scheme == "https://" || host == "localhost" else { return nil }
            return String(host)
        }
        return nil
    }

    /// Lower case, as browsers serialise a host.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
    }

    private static func host(_ host: String, isWithin domain: String) -> Bool {
        !domain.isEmpty && (host == domain || host.utf8.reversed().starts(with: ("." + domain).utf8.reversed()))
    }
}
