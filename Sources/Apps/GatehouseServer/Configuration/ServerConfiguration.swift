import Dialects
import DialectBase
package import Primitives
package import Messaging
package import Directory
import Foundations

/// The configuration that a server is made from: the settings, checked against each other.
package struct ServerConfiguration: Sendable {
    package var host: String
    package var port: Int
    /// The URL at which browsers and apps reach the server: scheme, host and port, without a slash at the end.
    package var publicURL: String
    package var tls: TLSFiles?
    package var isBehindProxy: Bool
    package var dataDirectory: String
    package var masterKey: MasterKeySource
    package var isDemo: Bool
    package var logLevel: LogLevel
    package var logFormat: LogFormat
    package var metrics: MetricsAccess
    package var hashingThreads: Int
    /// The algorithm that hashes new passwords; not a setting, but a test has no time to waste.
    package var passwordAlgorithm = PasswordAlgorithm.standard
    package var sessionCookie: SessionCookieOptions
    /// Seconds that a connection may be silent within a request or between two.
    package var idleTimeout: Int
    /// Seconds that a TLS handshake, and that a request's body, may take.
    package var handshakeTimeout: Int
    package var requestTimeout: Int
    /// Connections at once, in all and from one address; 0 for what follows from the limit of open files.
    package var maxConnections: Int
    package var maxConnectionsPerAddress: Int
    /// Seconds for requests in flight when the server is told to stop.
    package var shutdownTimeout: Int
    package var scriptProcesses: Int
    /// Milliseconds that a script may compute, and MiB that its process may have.
    package var scriptTime: Int
    package var scriptMemory: Int
    /// The program that runs scripts; nil for the one beside this program.
    package var scriptProgram: String?
    /// True lets scripts run where their processes can't be confined, too.
    package var allowsUnconfinedScripts: Bool
    /// Certificates in PEM that requests of the server's own trust besides the system's.
    package var outboundAuthorities: String?
    package var push: PushConfiguration

    /// PEM files to serve TLS with.
    package struct TLSFiles: Sendable, Equatable {
        package var certificate: String
        package var key: String

        package init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// The place of the master key.
    package enum MasterKeySource: Sendable, Equatable {
        /// Given with the settings.
        case given(Secret)
        /// A file that must be there.
        case file(String)
        /// A file that is made when there is no database yet.
        case madeFile(String)
    }

    /// - Throws: when settings contradict each other.
    package init(_ settings: ResolvedSettings) throws(ConfigurationError) {
        host = settings[Settings.host]
        port = settings[Settings.port]
        isBehindProxy = settings[Settings.behindProxy]
        tls = try Self.tls(settings)
        dataDirectory = settings[Settings.dataDirectory]
        masterKey = try Self.masterKey(settings)
        isDemo = settings[Settings.demo]
        logLevel = settings[Settings.logLevel]
        logFormat = settings[Settings.logFormat]
        metrics = settings[Settings.metrics]
        hashingThreads = settings[Settings.hashingThreads]
        sessionCookie = SessionCookieOptions(settings)
        idleTimeout = settings[Settings.idleTimeout]
        handshakeTimeout = settings[Settings.handshakeTimeout]
        requestTimeout = settings[Settings.requestTimeout]
        maxConnections = settings[Settings.maxConnections]
        maxConnectionsPerAddress = settings[Settings.maxConnectionsPerAddress]
        shutdownTimeout = settings[Settings.shutdownTimeout]
        scriptProcesses = settings[Settings.scriptProcesses]
        scriptTime = settings[Settings.scriptTime]
        scriptMemory = settings[Settings.scriptMemory]
        scriptProgram = settings[Settings.scriptProgram]
        allowsUnconfinedScripts = settings[Settings.scriptUnconfined]
        publicURL = PublicURL.origin(settings[Settings.publicURL] ?? PublicURL.of(host: host, port: port, isSecure: tls != nil))
        outboundAuthorities = settings[Settings.outboundAuthorities]
        push = Self.push(settings, publicURL: publicURL)
        do { _ = try sessionCookie.cookie(at: PublicAddress(publicURL)) } catch { throw ConfigurationError(error.reason) }
    }

    package var databasePath: String { dataDirectory + "/gatehouse.db" }

    /// Refuses to let passwords cross a network in the clear.
    package func checkExposure() throws(ConfigurationError) {
        guard tls == nil, !isBehindProxy, !Loopback.contains(host) else { return }
        throw ConfigurationError(
            "refusing to listen on \(host) without TLS; give --tls-cert and --tls-key, or --behind-proxy if a proxy terminates TLS")
    }

    private static func push(_ settings: ResolvedSettings, publicURL: String) -> PushConfiguration {
        var push = PushConfiguration()
        push.apns = PublicURL.origin(settings[Settings.pushAPNs])
        push.apnsSandbox = PublicURL.origin(settings[Settings.pushAPNsSandbox])
        push.fcm = PublicURL.origin(settings[Settings.pushFCM])
        push.contact = settings[Settings.pushContact] ?? (publicURL.hasPrefix("https:") ? publicURL : push.contact)
        push.allowsLoopback = settings[Settings.pushLoopback]
        return push
    }

    private static func tls(_ settings: ResolvedSettings) throws(ConfigurationError) -> TLSFiles? {
        switch (settings[Settings.tlsCertificate], settings[Settings.tlsKey]) {
        case (nil, nil): return nil
        case (let certificate?, let key?): return TLSFiles(certificate: certificate, key: key)
        case (nil, _): throw ConfigurationError("--tls-key needs --tls-cert, the certificate's file, beside it")
        case (_, nil): throw ConfigurationError("--tls-cert needs --tls-key, the private key's file, beside it")
        }
    }

    private static func masterKey(_ settings: ResolvedSettings) throws(ConfigurationError) -> MasterKeySource {
        switch (settings[Settings.masterKey], settings[Settings.masterKeyFile]) {
        case (_?, _?): throw ConfigurationError("give the master key or its file, not both")
        case (let key?, nil): return .given(key)
        case (nil, let file?): return .file(file)
        case (nil, nil): return .madeFile(settings[Settings.dataDirectory] + "/master.key")
        }
    }
}
