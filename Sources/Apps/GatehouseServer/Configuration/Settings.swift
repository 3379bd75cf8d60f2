internal import Foundation
package import Logging
import Dialects
package import DialectBase
package import Primitives
internal import Messaging
internal import Foundations

/// All settings of the server.
package enum Settings {
    package static let host = Setting<String>.text(
        "host", "address", default: "127.0.0.1",
        "The address to listen on. Beyond this machine only with TLS, or with --behind-proxy.")

    package static let port = Setting<Int>.number("port", 0...65535, default: 8080, "The port to listen on; 0 takes any free one.")

    package static let publicURL = Setting<String?>.optional(
        "public-url", "url", "How browsers and apps reach the server, such as https://login.example.com; from host and port unless given.",
        expectation: "an http or https URL without a path", where: PublicURL.isValid)

    package static let dataDirectory = Setting<String>.text(
        "data-directory", "directory", default: "gatehouse-data", "Where the database and the master key are; made if it isn't there.")

    package static let masterKey = Setting<Secret?>(
        key: "master-key", help: "The key that seals secrets in the database: 32 bytes as base64. Instead of a file.",
        placeholder: "key", defaultText: nil, isSecret: true, expectation: "32 bytes as base64 (openssl rand -base64 32)",
        parse: { (try? MasterKeyRing(parsing: $0)) == nil ? nil : .some(Secret($0)) }, fallback: nil)

    package static let masterKeyFile = Setting<String?>.optional(
        "master-key-file", "file", "The file with the master key; master.key in the data directory unless given, and made there.")

    package static let tlsCertificate = Setting<String?>.optional(
        "tls-cert", "file", "The certificate chain to serve with, as PEM; turns TLS on.")

    package static let tlsKey = Setting<String?>.optional("tls-key", "file", "The certificate's private key, as PEM.")

    package static let behindProxy = Setting<Bool>.flag(
        "behind-proxy", "A proxy in front terminates TLS and sets X-Forwarded-For; whoever reaches this port is trusted to be it.")

    package static let logLevel = Setting<LogLevel>.choice("log-level", default: .notice, "The least level that is logged.")

    package static let logFormat = Setting<LogFormat>.choice("log-format", default: .text, "How a line of the log is written.")

    package static let metrics = Setting<MetricsAccess>.choice(
        "metrics", default: .local, "Who may read /metrics: nobody, callers on this machine, or everybody.")

    package static let hashingThreads = Setting<Int>.number(
        "hashing-threads", 1...64, default: ProcessInfo.processInfo.activeProcessorCount,
        "How many passwords are hashed at once; each takes a processor and 19 MiB.")

    package static let sessionCookie = Setting<String?>.optional(
        "session-cookie", "name",
        "The name of the cookie and of the header that carry a session's token; __Host-iPlanetDirectoryPro with TLS, and without it "
            + "iPlanetDirectoryPro, unless given.",
        expectation: "letters, digits, - and _", where: { !$0.isEmpty && $0.utf8.allSatisfy(isCookieNameByte) })

    package static let sessionCookieSameSite = Setting<SessionCookie.SameSite>.choice(
        "session-cookie-same-site", default: .lax,
        "To which requests of other sites' pages browsers add the session cookie: lax to links, strict to none, none to all of them.")

    package static let sessionCookieSecure = Setting<SessionCookie.Security>.choice(
        "session-cookie-secure", default: .automatic,
        "Whether the session cookie is Secure: auto when the public URL is one of https; always also for http://localhost.")

    package static let sessionCookiePartitioned = Setting<Bool>.flag(
        "session-cookie-partitioned",
        "Browsers keep a session cookie for each site that embeds this server's pages, instead of one for all.")

    package static let idleTimeout = Setting<Int>.number(
        "idle-timeout", 1...3600, default: 75,
        "How many seconds a connection may be silent within a request, or between two, until it is closed; not a stream of pushes.")

    package static let handshakeTimeout = Setting<Int>.number(
        "handshake-timeout", 1...300, default: 10, "How many seconds a TLS handshake may take.")

    package static let requestTimeout = Setting<Int>.number(
        "request-timeout", 1...3600, default: 30,
        "How many seconds a request's body may take to arrive, however steadily; its head has the idle-timeout.")

    package static let maxConnections = Setting<Int>.number(
        "max-connections", 0...1_000_000, default: 0,
        "How many connections at once; others are told to come again. 0 for as many as the limit of open files allows.")

    package static let maxConnectionsPerAddress = Setting<Int>.number(
        "max-connections-per-address", 0...1_000_000, default: 0,
        "How many of them from one address (of IPv6 a network of 64 bits); 0 for an eighth. Behind a proxy they aren't counted.")

    package static let shutdownTimeout = Setting<Int>.number(
        "shutdown-timeout", 0...3600, default: 10, "How many seconds requests in flight may take when the server is told to stop.")

    package static let scriptProcesses = Setting<Int>.number(
        "script-processes", 1...64, default: max(2, ProcessInfo.processInfo.activeProcessorCount),
        "How many scripts run at once; of two or more, one that loops never has the last.")

    package static let scriptTime = Setting<Int>.number(
        "script-time", 10...60_000, default: 1000, "How many milliseconds a script may compute.")

    package static let scriptMemory = Setting<Int>.number(
        "script-memory", 96...4096, default: 192, "How many MiB a script's process may have.")

    package static let scriptProgram = Setting<String?>.optional(
        "script-program", "file", "The program that runs scripts; gatehouse-script beside this program unless given.")

    package static let scriptUnconfined = Setting<Bool>.flag(
        "script-unconfined",
        "Run scripts also where the system can't confine their processes: a script that breaks out may do what you may.")

    package static let outboundAuthorities = Setting<String?>.optional(
        "outbound-authorities", "file",
        "Certificates, as PEM, of authorities that this server trusts besides the system's when it sends requests itself.")

    package static let pushAPNs = Setting<String>.text(
        "push-apns", "url", default: PushConfiguration().apns, "Where Apple takes push messages for apps from the store.",
        expectation: "an http or https URL without a path", where: PublicURL.isValid)

    package static let pushAPNsSandbox = Setting<String>.text(
        "push-apns-sandbox", "url", default: PushConfiguration().apnsSandbox, "Where Apple takes push messages for apps in development.",
        expectation: "an http or https URL without a path", where: PublicURL.isValid)

    package static let pushFCM = Setting<String>.text(
        "push-fcm", "url", default: PushConfiguration().fcm, "Where Google takes push messages.",
        expectation: "an http or https URL without a path", where: PublicURL.isValid)

    package static let pushContact = Setting<String?>.optional(
        "push-contact", "uri", "Where push services reach you: mailto:… or https://…; the public URL unless given.",
        expectation: "a mailto: or https: URI", where: { $0.hasPrefix("mailto:") || $0.hasPrefix("https://") })

    package static let pushLoopback = Setting<Bool>.flag(
        "push-loopback", "Devices may name push services on this very machine: for tests.")

    package static let demo = Setting<Bool>.flag(
        "demo", "On first start, make a user demo with the password Ch4ng3it! and OAuth clients to try things with.")

    package static let all: [any SettingDeclaration] = [
        host, port, publicURL, tlsCertificate, tlsKey, behindProxy, dataDirectory, masterKey, masterKeyFile, demo, logLevel,
        logFormat, metrics, hashingThreads, sessionCookie, sessionCookieSameSite, sessionCookieSecure,
        sessionCookiePartitioned, idleTimeout, handshakeTimeout, requestTimeout, maxConnections,
        maxConnectionsPerAddress, shutdownTimeout, scriptProcesses, scriptTime, scriptMemory,
        scriptProgram, scriptUnconfined, outboundAuthorities, pushAPNs, pushAPNsSandbox, pushFCM, pushContact, pushLoopback,
    ]

    /// The setting of a key.
    package static func setting(_ key: String) -> (any SettingDeclaration)? { all.first { $0.key == key } }

    private static func isCookieNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// The form in which a line of the log is written.
package enum LogFormat: String, Sendable, CaseIterable { case text, json }

/// The callers that may read the metrics.
package enum MetricsAccess: String, Sendable, CaseIterable { case off, local, on }

/// The least level that is logged.
package enum LogLevel: String, Sendable, CaseIterable {
    case trace, debug, info, notice, warning, error

    package var level: Logger.Level { Logger.Level(exactly: rawValue) ?? .info }
}
