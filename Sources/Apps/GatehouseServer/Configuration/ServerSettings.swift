internal import Foundation
package import HTTPBase
package import Logging
package import Primitives
internal import Messaging
internal import Foundations
internal import ResourceMessages
internal import Vision
package import StorePostgres

/// The settings of the server: each is a property, and a declaration among ``fields``.
package struct ServerSettings: Sendable {
    // MARK: Listening

    package var host = "127.0.0.1"
    package var port = 8080
    package var publicUrl: String?
    package var tlsCert: String?
    package var tlsKey: String?
    package var behindProxy = false
    package var proxyHeader = ClientAddress.Header.automatic

    // MARK: Data

    package var dataDirectory = "gatehouse-data"
    package var database: PostgresAddress?
    package var databasePassword: Secret?
    package var databasePasswordFile: String?
    package var sealedFiles = SealedFilePlace.automatic
    package var databaseConnections = PostgresConfiguration.standardConnections
    package var masterKey: Secret?
    package var masterKeyFile: String?
    package var compactionLimit = 256
    package var backupFolder: String?
    package var backupInterval = 24
    package var backupsKept = 7
    package var demo = false
    package var nodeName: String?

    // MARK: Watching

    package var logLevel = LogLevel.notice
    package var logFormat = LogFormat.text
    package var metrics = MetricsAccess.local
    package var accessLog = false
    package var otlpEndpoint: String?
    package var otlpHeadersFile: String?
    package var otlpInterval = 60
    package var otlpSampling = "1"

    // MARK: Sessions

    package var hashingThreads = ProcessInfo.processInfo.activeProcessorCount
    package var sessionCookie: String?
    package var sessionCookieSameSite = SessionCookie.SameSite.lax
    package var sessionCookieSecure = SessionCookie.Security.automatic
    package var sessionCookiePartitioned = false

    // MARK: Connections

    package var idleTimeout = 75
    package var handshakeTimeout = 10
    package var requestTimeout = 30
    package var maxConnections = 0
    package var maxConnectionsPerAddress = 0
    package var shutdownTimeout = 10
    package var drainTime = 0

    // MARK: Scripts

    package var scriptProcesses = max(2, ProcessInfo.processInfo.activeProcessorCount)
    package var scriptTime = 1000
    package var scriptMemory = 192
    package var scriptProgram: String?
    package var scriptUnconfined = false

    // MARK: Images

    package var visionProcesses = ImageReader.Configuration.processes
    package var visionProgram: String?
    package var visionModels: String?
    package var visionLanguages = "eng"

    // MARK: Risk

    package var riskPlaces: String?
    package var riskNetworks: String?
    package var riskAnonymous: String?
    package var riskAddresses: String?
    package var riskMailDomains: String?

    // MARK: Requests of the server's own

    package var outboundAuthorities: String?
    package var outboundTimeout = 5
    package var pushApns = PushConfiguration().apns
    package var pushApnsSandbox = PushConfiguration().apnsSandbox
    package var pushFcm = PushConfiguration().fcm
    package var pushContact: String?
    package var pushLoopback = false

    package init() {}
}

extension ServerSettings {
    /// The declaration of each setting, in the order of the properties.
    static let fields: [ServerSetting] = [
        ServerSetting(
            "host", \.host, .text, as: "address", "The address to listen on. Beyond this machine only with TLS, or with --behind-proxy."),
        ServerSetting("port", \.port, .number(0...65535), "The port to listen on; 0 takes any free one."),
        ServerSetting(
            "publicUrl", \.publicUrl, .origin,
            "The URL by which browsers and apps reach the server, such as https://login.example.com; from host and port unless given."),
        ServerSetting("tlsCert", \.tlsCert, .path(.file), "The certificate chain to serve with, as PEM; turns TLS on.").live(),
        ServerSetting("tlsKey", \.tlsKey, .path(.file), "The certificate's private key, as PEM.").live(),
        ServerSetting(
            "behindProxy", \.behindProxy, .flag,
            """
            A proxy in front terminates TLS and sets X-Forwarded-For or Forwarded; every client of this port is trusted to be it. Needs \
            public-url.
            """),
        ServerSetting(
            "proxyHeader", \.proxyHeader,
            "The header in which the proxy names its clients; auto: the one that is present, and requests whose headers name two are refused."
        ),
        ServerSetting(
            "dataDirectory", \.dataDirectory, .path(.directory),
            "The directory of the database and the master key; made if it doesn't exist."),
        ServerSetting(
            "database", \.database, .text, as: "uri",
            """
            A PostgreSQL database (15 or later) in place of the embedded one in the data directory: postgres://user@host/name, without a password. \
            Several hosts may be named, separated by commas; a host that isn't this machine must have a certificate for its name.
            """,
            demand: "an address such as postgres://gatehouse@db.example.com/gatehouse, without a password (see database-password-file)"
        ).unrepeated(),
        ServerSetting(
            "databasePassword", \.databasePassword, .secret, as: "password", "The password of the database's user. Instead of a file."),
        ServerSetting(
            "databasePasswordFile", \.databasePasswordFile, .path(.file),
            "A file with the password of the database's user as its first line; it is read at each new connection."),
        ServerSetting(
            "sealedFiles", \.sealedFiles,
            """
            The place of sealed files, which are mail of wallets and pictures of verifications: folders of the data directory (folder), or tables of the \
            database, which several servers can read (database); auto: the database if it is PostgreSQL, else folders. Files that are in the \
            other place already are read there.
            """),
        ServerSetting(
            "databaseConnections", \.databaseConnections, .number(1...500),
            "How many connections to PostgreSQL at most, and one more for wake-ups from other servers."),
        ServerSetting(
            "masterKey", \.masterKey, .secret, as: "key",
            "The key that seals secrets in the database: 32 bytes as base64. Instead of a file.",
            demand: "32 bytes as base64 (openssl rand -base64 32)", where: { (try? MasterKeyRing(parsing: $0)) != nil }),
        ServerSetting(
            "masterKeyFile", \.masterKeyFile, .path(.file),
            "The file with the master key; master.key in the data directory unless given, and made there."),
        ServerSetting(
            "compactionLimit", \.compactionLimit, .number(0...1_048_576),
            "After a user or a realm was removed, the database is written again within some minutes if it has no more MiB than this; 0: never."
        ),
        ServerSetting(
            "backupFolder", \.backupFolder, .path(.directory),
            """
            A folder into which the embedded database is copied from time to time, each copy a file gatehouse-TIME.db; made if it doesn't exist. None \
            is made unless given.
            """),
        ServerSetting(
            "backupInterval", \.backupInterval, .number(1...8760), "How many hours old the newest copy becomes until one more is made."),
        ServerSetting("backupsKept", \.backupsKept, .number(1...10_000), "How many copies are kept; the oldest are removed."),
        ServerSetting(
            "demo", \.demo, .flag, "On first start, make a user demo with the password Ch4ng3it! and OAuth clients to try things with."),
        ServerSetting(
            "nodeName", \.nodeName, .pattern(NodeName.pattern, "up to 63 letters, digits, dots, - and _"), as: "name",
            """
            The name of this process among those that share a database, in each line of the log, in metrics, traces and gatehouse cluster status. No two \
            may have the same. The machine's name and six random digits, for as long as the process lasts, unless given.
            """),
        ServerSetting("logLevel", \.logLevel, "The least level that is logged.").live(),
        ServerSetting("logFormat", \.logFormat, "The form of a line of the log."),
        ServerSetting("metrics", \.metrics, "Access to /metrics: off for none, local for callers on this machine, on for every caller."),
        ServerSetting(
            "accessLog", \.accessLog, .flag,
            """
            Log a line about each request: its route's pattern, method, status, milliseconds and the client's address; no path, query or name.
            """),
        ServerSetting(
            "otlpEndpoint", \.otlpEndpoint, .pattern("https?://[^ @?#]+", "an address such as http://localhost:4318, without a password"),
            as: "url",
            """
            The OpenTelemetry collector that gets traces and metrics, by OTLP over HTTP: the address without /v1/traces. Nothing is sent unless given.
            """
        ).unrepeated(),
        ServerSetting(
            "otlpHeadersFile", \.otlpHeadersFile, .path(.file),
            "A file with header fields for the collector, a line such as 'Authorization: Bearer …' for each; it is read at the start."),
        ServerSetting(
            "otlpInterval", \.otlpInterval, .seconds(1...3600), "How many seconds lie between two reports of the metrics to the collector."),
        ServerSetting(
            "otlpSampling", \.otlpSampling, .pattern("0|1|0?[.][0-9]{1,6}|1[.]0{1,6}|0[.]0", "a part from 0 to 1, such as 0.05"),
            as: "ratio",
            "The part of the requests that is traced, chosen by the ids of traces, so that all nodes and services choose the same; 0: none."
        ),
        ServerSetting(
            "hashingThreads", \.hashingThreads, .number(1...64),
            "How many passwords are hashed at once; each takes a processor and 19 MiB.", initially: "the number of processors"),
        ServerSetting(
            "sessionCookie", \.sessionCookie, .pattern("[A-Za-z0-9_-]+", "letters, digits, - and _"), as: "name",
            """
            The name of the cookie and of the header that carry a session's token; __Host-iPlanetDirectoryPro with TLS, and without it \
            iPlanetDirectoryPro, unless given.
            """),
        ServerSetting(
            "sessionCookieSameSite", \.sessionCookieSameSite,
            "SameSite of the session cookie: in requests from other sites, lax sends it with links, strict with none, none with all of them."
        ),
        ServerSetting(
            "sessionCookieSecure", \.sessionCookieSecure,
            "Whether the session cookie is Secure: auto when the public URL is one of https; always also for http://localhost."),
        ServerSetting(
            "sessionCookiePartitioned", \.sessionCookiePartitioned, .flag,
            "Browsers keep a session cookie for each site that embeds this server's pages, instead of one for all."),
        ServerSetting(
            "idleTimeout", \.idleTimeout, .seconds(1...3600),
            "How many seconds a connection may be silent within a request, or between two, until it is closed; not a stream of pushes."),
        ServerSetting("handshakeTimeout", \.handshakeTimeout, .seconds(1...300), "How many seconds a TLS handshake may take."),
        ServerSetting(
            "requestTimeout", \.requestTimeout, .seconds(1...3600),
            "How many seconds a request's body may take to arrive, and one more for each 64 KiB of its stated length, up to 600; "
                + "its head has the idle-timeout."),
        ServerSetting(
            "maxConnections", \.maxConnections, .number(0...1_000_000),
            "How many connections at once; others are told to come again. 0 for as many as the limit of open files allows."),
        ServerSetting(
            "maxConnectionsPerAddress", \.maxConnectionsPerAddress, .number(0...1_000_000),
            "How many of them from one address (of IPv6 a network of 64 bits); 0 for an eighth. Behind a proxy they aren't counted."),
        ServerSetting(
            "shutdownTimeout", \.shutdownTimeout, .seconds(0...3600),
            "How many seconds requests in flight may take when the server is told to stop."),
        ServerSetting(
            "drainTime", \.drainTime, .seconds(0...3600),
            """
            How many seconds the server answers as before when it is told to stop, except that /ready is refused, so that a load balancer \
            sends requests elsewhere; then it stops.
            """),
        ServerSetting(
            "scriptProcesses", \.scriptProcesses, .number(1...64),
            "How many scripts run at once; of two or more, one that loops never has the last.",
            initially: "the number of processors, but at least 2"),
        ServerSetting("scriptTime", \.scriptTime, .quantity(10...60_000, .milliseconds), "How many milliseconds a script may compute."),
        ServerSetting("scriptMemory", \.scriptMemory, .quantity(96...4096, .mebibytes), "How many MiB a script's process may have."),
        ServerSetting(
            "scriptProgram", \.scriptProgram, .path(.file),
            "The program that runs scripts; gatehouse-script beside this program unless given."),
        ServerSetting(
            "scriptUnconfined", \.scriptUnconfined, .flag,
            "Run scripts also where the system can't confine their processes: a script that breaks out may do what you may."),
        ServerSetting(
            "visionProcesses", \.visionProcesses, .number(1...64),
            "How many images are read at once; each takes a processor, and 512 MiB at most.",
            initially: "half the number of processors, but at least 1"),
        ServerSetting(
            "visionProgram", \.visionProgram, .path(.file),
            "The program that reads images; gatehouse-vision beside this program unless given."),
        ServerSetting(
            "visionModels", \.visionModels, .path(.directory),
            """
            The directory of dlib's models for faces, shape_predictor_5_face_landmarks.dat and dlib_face_recognition_resnet_model_v1.dat; without \
            it no faces are compared.
            """),
        ServerSetting(
            "visionLanguages", \.visionLanguages, .pattern("[A-Za-z_]{3,20}([+][A-Za-z_]{3,20}){0,5}", "languages as Tesseract names them"),
            as: "languages",
            "The languages of printed words on documents, such as eng or eng+fra; Tesseract's data for them must be installed."),
        ServerSetting(
            "riskPlaces", \.riskPlaces, .path(.file),
            "A file of places by network address, in the MaxMind DB format; predictors of places need it."),
        ServerSetting("riskNetworks", \.riskNetworks, .path(.file), "A file of autonomous systems by network address, in the same format."),
        ServerSetting("riskAnonymous", \.riskAnonymous, .path(.file), "A file of networks that hide their users, in the same format."),
        ServerSetting(
            "riskAddresses", \.riskAddresses, .path(.file),
            "A list of network addresses and their standings: lines such as '192.0.2.0/24 80', 0 for good to 100 for bad."),
        ServerSetting(
            "riskMailDomains", \.riskMailDomains, .path(.file),
            "A list of mail domains and their standings: lines such as 'example.com 10'."),
        ServerSetting(
            "outboundAuthorities", \.outboundAuthorities, .path(.file),
            "Certificates, as PEM, of authorities that this server trusts besides the system's when it sends requests itself."),
        ServerSetting(
            "outboundTimeout", \.outboundTimeout, .seconds(1...60),
            "How many seconds another server has to take a request and to answer it."),
        ServerSetting("pushApns", \.pushApns, .origin, "The address at which Apple takes push messages for apps from the store."),
        ServerSetting(
            "pushApnsSandbox", \.pushApnsSandbox, .origin, "The address at which Apple takes push messages for apps in development."),
        ServerSetting("pushFcm", \.pushFcm, .origin, "The address at which Google takes push messages."),
        ServerSetting(
            "pushContact", \.pushContact, .pattern("(mailto:|https://).*", "a mailto: or https: URI"), as: "uri",
            "Your contact for push services: mailto:… or https://…; the public URL unless given."),
        ServerSetting("pushLoopback", \.pushLoopback, .flag, "Devices may name push services on this very machine: for tests."),
    ]
}

/// The form in which a line of the log is written.
package enum LogFormat: String, ServerSettingValue, CaseIterable { case text, json }

/// The place of sealed files.
package enum SealedFilePlace: String, ServerSettingValue, CaseIterable { case automatic = "auto", folder, database }

/// The callers that may read the metrics.
package enum MetricsAccess: String, ServerSettingValue, CaseIterable { case off, local, on }

/// The least level that is logged.
package enum LogLevel: String, ServerSettingValue, CaseIterable {
    case trace, debug, info, notice, warning, error

    package var level: Logger.Level { Logger.Level(exactly: rawValue) ?? .info }
}

extension SessionCookie.SameSite: ServerSettingValue {}
extension ClientAddress.Header: ServerSettingValue {}
extension PostgresAddress: ServerSettingValue {
    package init?(setting text: String) { self.init(text) }
    package var text: String? { uri }
    package var json: JSONValue? { .string(uri) }
}
extension SessionCookie.Security: ServerSettingValue {}
