package import Primitives

/// A mail server, and how to log in to it.
package struct MailServer: Sendable, Equatable {
    package var settings: MailServerSettings
    /// The password of the settings' user; nil to send without logging in.
    package var password: Secret?

    package init(_ settings: MailServerSettings, password: Secret? = nil) {
        self.settings = settings
        self.password = password
    }

    /// - Throws: ``MessageError`` `.invalid`.
    package func check() throws(MessageError) {
        guard !settings.host.isEmpty, settings.host.utf8.allSatisfy(Self.isHostByte) else {
            throw MessageError(.invalid, "host must be the mail server's name or address, such as smtp.example.com")
        }
        guard (0...65535).contains(settings.port) else { throw MessageError(.invalid, "port must be 1 to 65535, or 0 for the usual one") }
        do { _ = try Mailbox(settings.from) } catch {
            throw MessageError(.invalid, "from: \(error.reason), perhaps as Name <name@example.com>")
        }
        guard settings.username.isEmpty == (password == nil) else {
            throw MessageError(
                .invalid, settings.username.isEmpty ? "there is a password but no username" : "\(settings.username) needs a password")
        }
        guard password == nil || settings.security != .none || isLocal else {
            throw MessageError(.invalid, "a password needs TLS on its way to \(settings.host); set security to tls or starttls")
        }
    }

    private var isLocal: Bool { ["localhost", "::1"].contains(settings.host) || settings.host.hasPrefix("127.") }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"):
            true
        default: false
        }
    }
}

/// The settings of a mail server.
package struct MailServerSettings: Sendable, Equatable, Codable {
    /// The protection of the connection; its raw value is the name in settings.
    package enum Security: String, Sendable, Codable {
        /// TLS from the first byte (RFC 8314 §3.3).
        case tls
        /// TLS after the greeting, by STARTTLS (RFC 3207); a server that doesn't offer it gets nothing.
        case startTLS = "starttls"
        /// None. A password is then sent only to this machine.
        case none
    }

    /// The server's host name or address.
    package var host = ""
    /// 0 for the usual one: 465 with TLS, 587 with STARTTLS, 25 without.
    package var port = 0
    /// The protection of the connection; TLS from the first byte by default.
    package var security = Security.tls
    /// Empty to send without logging in.
    package var username = ""
    /// The sender of messages: `Name <name@example.com>`.
    package var from = ""
    /// Certificates, as PEM, of authorities that the server's certificate may be signed by, where the system doesn't know them.
    package var authorities = ""

    package init() {}

    /// The port to connect to: the configured one, or the usual one of the protection.
    package var effectivePort: Int {
        if port != 0 { return port }
        switch security {
        case .tls: return 465
        case .startTLS: return 587
        case .none: return 25
        }
    }
}
