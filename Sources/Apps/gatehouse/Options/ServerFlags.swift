import ArgumentParser
import GatehouseServer

/// A flag for every setting that may be one.
struct ServerFlags: SettingFlags {
    @Option(name: .long, help: ArgumentHelp("A file with settings.", valueName: "file"), completion: .file())
    var config: String?

    @Option(Settings.host) var host: String?
    @Option(Settings.port) var port: String?
    @Option(Settings.publicURL) var publicUrl: String?
    @Option(Settings.tlsCertificate) var tlsCert: String?
    @Option(Settings.tlsKey) var tlsKey: String?
    @Flag(Settings.behindProxy) var behindProxy: Bool?
    @Option(Settings.dataDirectory) var dataDirectory: String?
    @Option(Settings.masterKeyFile) var masterKeyFile: String?
    @Flag(Settings.demo) var demo: Bool?
    @Option(Settings.logLevel) var logLevel: String?
    @Option(Settings.logFormat) var logFormat: String?
    @Option(Settings.metrics) var metrics: String?
    @Option(Settings.hashingThreads) var hashingThreads: String?
    @Option(Settings.sessionCookie) var sessionCookie: String?
    @Option(Settings.sessionCookieSameSite) var sessionCookieSameSite: String?
    @Option(Settings.sessionCookieSecure) var sessionCookieSecure: String?
    @Flag(Settings.sessionCookiePartitioned) var sessionCookiePartitioned: Bool?
    @Option(Settings.idleTimeout) var idleTimeout: String?
    @Option(Settings.handshakeTimeout) var handshakeTimeout: String?
    @Option(Settings.requestTimeout) var requestTimeout: String?
    @Option(Settings.maxConnections) var maxConnections: String?
    @Option(Settings.maxConnectionsPerAddress) var maxConnectionsPerAddress: String?
    @Option(Settings.shutdownTimeout) var shutdownTimeout: String?
    @Option(Settings.scriptProcesses) var scriptProcesses: String?
    @Option(Settings.scriptTime) var scriptTime: String?
    @Option(Settings.scriptMemory) var scriptMemory: String?
    @Option(Settings.scriptProgram) var scriptProgram: String?
    @Flag(Settings.scriptUnconfined) var scriptUnconfined: Bool?
    @Option(Settings.outboundAuthorities) var outboundAuthorities: String?
    @Option(Settings.pushAPNs) var pushApns: String?
    @Option(Settings.pushAPNsSandbox) var pushApnsSandbox: String?
    @Option(Settings.pushFCM) var pushFcm: String?
    @Option(Settings.pushContact) var pushContact: String?
    @Flag(Settings.pushLoopback) var pushLoopback: Bool?
}
