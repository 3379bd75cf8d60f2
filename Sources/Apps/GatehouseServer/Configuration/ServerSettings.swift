internal import Foundation
package import HTTPBase
package import Logging
package import Primitives
internal import Messaging
internal import Foundations
internal import ResourceMessages

/// The settings of the server: each is declared here and nowhere else (``ServerSetting``).
package struct ServerSettings: Sendable {
    // MARK: Listening

    @ServerSetting(.text, as: "address", "The address to listen on. Beyond this machine only with TLS, or with --behind-proxy.")
    package var host = "127.0.0.1"
    @ServerSetting(.number(0...65535), "The port to listen on; 0 takes any free one.")
    package var port = 8080
    @ServerSetting(
        .origin, "The URL by which browsers and apps reach the server, such as https://login.example.com; from host and port unless given.")
    package var publicUrl: String? = nil
    @ServerSetting(.path(.file), "The certificate chain to serve with, as PEM; turns TLS on.")
    package var tlsCert: String? = nil
    @ServerSetting(.path(.file), "The certificate's private key, as PEM.")
    package var tlsKey: String? = nil
    @ServerSetting(
        .flag, "A proxy in front terminates TLS and sets X-Forwarded-For or Forwarded; every client of this port is trusted to be it.")
    package var behindProxy = false
    @ServerSetting(
        "The header in which the proxy names its clients; auto: the one that is present, and requests whose headers name two are refused.")
    package var proxyHeader = ClientAddress.Header.automatic

    // MARK: Data

    @ServerSetting(.path(.directory), "The directory of the database and the master key; made if it doesn't exist.")
    package var dataDirectory = "gatehouse-data"
    @ServerSetting(
        .secret, as: "key", "The key that seals secrets in the database: 32 bytes as base64. Instead of a file.",
        demand: "32 bytes as base64 (openssl rand -base64 32)", where: { (try? MasterKeyRing(parsing: $0)) != nil })
    package var masterKey: Secret? = nil
    @ServerSetting(.path(.file), "The file with the master key; master.key in the data directory unless given, and made there.")
    package var masterKeyFile: String? = nil
    @ServerSetting(
        .number(0...1_048_576),
        "After a user or a realm was removed, the database is written again within some minutes if it has no more MiB than this; 0: never.")
    package var compactionLimit = 256
    @ServerSetting(.flag, "On first start, make a user demo with the password Ch4ng3it! and OAuth clients to try things with.")
    package var demo = false

    // MARK: Watching

    @ServerSetting("The least level that is logged.")
    package var logLevel = LogLevel.notice
    @ServerSetting("The form of a line of the log.")
    package var logFormat = LogFormat.text
    @ServerSetting("Access to /metrics: off for none, local for callers on this machine, on for every caller.")
    package var metrics = MetricsAccess.local

    // MARK: Sessions

    @ServerSetting(
        .number(1...64), "How many passwords are hashed at once; each takes a processor and 19 MiB.", initially: "the number of processors")
    package var hashingThreads = ProcessInfo.processInfo.activeProcessorCount
    @ServerSetting(
        .pattern("[A-Za-z0-9_-]+", "letters, digits, - and _"), as: "name",
        """
        The name of the cookie and of the header that carry a session's token; __Host-iPlanetDirectoryPro with TLS, and without it \
        iPlanetDirectoryPro, unless given.
        """)
    package var sessionCookie: String? = nil
    @ServerSetting(
        "SameSite of the session cookie: in requests from other sites, lax sends it with links, strict with none, none with all of them.")
    package var sessionCookieSameSite = SessionCookie.SameSite.lax
    @ServerSetting(
        "Whether the session cookie is Secure: auto when the public URL is one of https; always also for http://localhost.")
    package var sessionCookieSecure = SessionCookie.Security.automatic
    @ServerSetting(.flag, "Browsers keep a session cookie for each site that embeds this server's pages, instead of one for all.")
    package var sessionCookiePartitioned = false

    // MARK: Connections

    @ServerSetting(
        .seconds(1...3600),
        "How many seconds a connection may be silent within a request, or between two, until it is closed; not a stream of pushes.")
    package var idleTimeout = 75
    @ServerSetting(.seconds(1...300), "How many seconds a TLS handshake may take.")
    package var handshakeTimeout = 10
    @ServerSetting(
        .seconds(1...3600),
        "How many seconds a request's body may take to arrive, however steadily; its head has the idle-timeout.")
    package var requestTimeout = 30
    @ServerSetting(
        .number(0...1_000_000),
        "How many connections at once; others are told to come again. 0 for as many as the limit of open files allows.")
    package var maxConnections = 0
    @ServerSetting(
        .number(0...1_000_000),
        "How many of them from one address (of IPv6 a network of 64 bits); 0 for an eighth. Behind a proxy they aren't counted.")
    package var maxConnectionsPerAddress = 0
    @ServerSetting(.seconds(0...3600), "How many seconds requests in flight may take when the server is told to stop.")
    package var shutdownTimeout = 10

    // MARK: Scripts

    @ServerSetting(
        .number(1...64), "How many scripts run at once; of two or more, one that loops never has the last.",
        initially: "the number of processors, but at least 2")
    package var scriptProcesses = max(2, ProcessInfo.processInfo.activeProcessorCount)
    @ServerSetting(.quantity(10...60_000, .milliseconds), "How many milliseconds a script may compute.")
    package var scriptTime = 1000
    @ServerSetting(.quantity(96...4096, .mebibytes), "How many MiB a script's process may have.")
    package var scriptMemory = 192
    @ServerSetting(.path(.file), "The program that runs scripts; gatehouse-script beside this program unless given.")
    package var scriptProgram: String? = nil
    @ServerSetting(
        .flag, "Run scripts also where the system can't confine their processes: a script that breaks out may do what you may.")
    package var scriptUnconfined = false

    // MARK: Risk

    @ServerSetting(.path(.file), "A file of places by network address, in the MaxMind DB format; predictors of places need it.")
    package var riskPlaces: String? = nil
    @ServerSetting(.path(.file), "A file of autonomous systems by network address, in the same format.")
    package var riskNetworks: String? = nil
    @ServerSetting(.path(.file), "A file of networks that hide their users, in the same format.")
    package var riskAnonymous: String? = nil
    @ServerSetting(
        .path(.file), "A list of network addresses and their standings: lines such as '192.0.2.0/24 80', 0 for good to 100 for bad.")
    package var riskAddresses: String? = nil
    @ServerSetting(.path(.file), "A list of mail domains and their standings: lines such as 'example.com 10'.")
    package var riskMailDomains: String? = nil

    // MARK: Requests of the server's own

    @ServerSetting(
        .path(.file), "Certificates, as PEM, of authorities that this server trusts besides the system's when it sends requests itself.")
    package var outboundAuthorities: String? = nil
    @ServerSetting(.seconds(1...60), "How many seconds another server has to take a request and to answer it.")
    package var outboundTimeout = 5
    @ServerSetting(.origin, "The address at which Apple takes push messages for apps from the store.")
    package var pushApns = PushConfiguration().apns
    @ServerSetting(.origin, "The address at which Apple takes push messages for apps in development.")
    package var pushApnsSandbox = PushConfiguration().apnsSandbox
    @ServerSetting(.origin, "The address at which Google takes push messages.")
    package var pushFcm = PushConfiguration().fcm
    @ServerSetting(
        .pattern("(mailto:|https://).*", "a mailto: or https: URI"), as: "uri",
        "Your contact for push services: mailto:… or https://…; the public URL unless given.")
    package var pushContact: String? = nil
    @ServerSetting(.flag, "Devices may name push services on this very machine: for tests.")
    package var pushLoopback = false

    package init() {}
}

/// The form in which a line of the log is written.
package enum LogFormat: String, ServerSettingValue, CaseIterable { case text, json }

/// The callers that may read the metrics.
package enum MetricsAccess: String, ServerSettingValue, CaseIterable { case off, local, on }

/// The least level that is logged.
package enum LogLevel: String, ServerSettingValue, CaseIterable {
    case trace, debug, info, notice, warning, error

    package var level: Logger.Level { Logger.Level(exactly: rawValue) ?? .info }
}

extension SessionCookie.SameSite: ServerSettingValue {}
extension ClientAddress.Header: ServerSettingValue {}
extension SessionCookie.Security: ServerSettingValue {}
