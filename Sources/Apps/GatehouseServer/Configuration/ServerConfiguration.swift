import Dialects
import HTTPBase
package import Primitives
package import Messaging
package import Directory
package import Foundations

/// The configuration that a server is made from: the settings, checked against each other, and what follows from several of them.
///
/// A setting is read by its name, such as `configuration.idleTimeout`.
@dynamicMemberLookup
package struct ServerConfiguration: Sendable {
    package let settings: ServerSettings
    /// The URL at which browsers and apps reach the server: scheme, host and port, without a slash at the end.
    package private(set) var publicURL: String
    package let tls: TLSFiles?
    package let masterKey: MasterKeySource
    /// The algorithm that hashes new passwords; not a setting, but a test has no time to waste.
    package var passwordAlgorithm = PasswordAlgorithm.standard
    package let sessionCookie: SessionCookieOptions
    /// The name of this process among those that share a database.
    package let node: String
    package private(set) var push: PushConfiguration

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

    /// - Parameter random: draws what names a process without a name of its own.
    /// - Throws: when settings contradict each other.
    package init(_ resolved: ResolvedSettings, random: any RandomSource = SystemRandom()) throws(ConfigurationError) {
        let settings = resolved.values
        self.settings = settings
        tls = try Self.tls(settings)
        masterKey = try Self.masterKey(settings)
        try Self.checkDatabase(settings)
        try Self.checkTelemetry(settings)
        sessionCookie = SessionCookieOptions(settings)
        node = settings.nodeName ?? NodeName.made(random)
        publicURL = PublicURL.origin(
            settings.publicUrl ?? PublicURL.of(host: Self.name(settings), port: settings.port, isSecure: tls != nil))
        push = Self.push(settings, publicURL: publicURL)
        do { _ = try sessionCookie.cookie(at: PublicAddress(publicURL)) } catch { throw ConfigurationError(error.reason) }
    }

    /// The value of a setting.
    package subscript<Value>(dynamicMember setting: KeyPath<ServerSettings, Value>) -> Value { settings[keyPath: setting] }

    /// The realm whose users the start page signs in, and which the start tells of.
    package var welcomeRealm: RealmPath { settings.demo ? Demo.realm : .root }

    /// The name of that realm for people.
    package var welcomeRealmName: String { welcomeRealm.name }

    /// The issuer of a realm: the URL below which apps find its OpenID Connect endpoints, in the paths of the hosted pages.
    @Sendable package func issuer(of realm: RealmPath) -> String { publicURL + realm.plainPath }

    /// The file of the embedded database.
    package var databasePath: String { settings.dataDirectory + "/gatehouse.db" }

    /// The place where the server listens, as other machines may know it; nil when the port is any free one.
    var listeningAddress: String? {
        guard settings.port != 0 else { return nil }
        let isAny = ["0.0.0.0", "::", "[::]"].contains(settings.host) || Loopback.contains(settings.host)
        return "\(isAny ? NodeName.machine : settings.host):\(settings.port)"
    }

    /// True when the log tells the node's name in lines of text too: other processes may write into the same log.
    var isOneOfSeveral: Bool { settings.database != nil || settings.nodeName != nil }

    /// The size up to which the database is written again after a removal.
    var compactionBytes: Int64 { Int64(settings.compactionLimit) << 20 }

    /// Refuses to let passwords cross a network in the clear.
    package func checkExposure() throws(ConfigurationError) {
        guard tls == nil, !settings.behindProxy, !Loopback.contains(settings.host) else { return }
        throw ConfigurationError(
            "refusing to listen on \(settings.host) without TLS; give --tls-cert and --tls-key, or --behind-proxy if a proxy terminates TLS"
        )
    }

    /// Refuses a proxy in front of an address that follows from where the server listens: its clients know it by another.
    package func checkAddress() throws(ConfigurationError) {
        guard settings.behindProxy, settings.publicUrl == nil else { return }
        throw ConfigurationError(
            "--behind-proxy needs --public-url, the address by which clients reach the proxy, such as https://login.example.com")
    }

    /// Takes another address than the one that follows from the settings.
    mutating func serve(at address: String) {
        publicURL = address
        push = Self.push(settings, publicURL: address)
    }

    /// The host's name, where no public address is given. Browsers have passkeys for names only (WebAuthn Level 3 §5.1.2), so a demonstration
    /// on this machine is known as `localhost`.
    private static func name(_ settings: ServerSettings) -> String {
        settings.demo && Loopback.contains(settings.host) ? "localhost" : settings.host
    }

    private static func push(_ settings: ServerSettings, publicURL: String) -> PushConfiguration {
        var push = PushConfiguration()
        push.apns = PublicURL.origin(settings.pushApns)
        push.apnsSandbox = PublicURL.origin(settings.pushApnsSandbox)
        push.fcm = PublicURL.origin(settings.pushFcm)
        push.contact = settings.pushContact ?? (publicURL.hasPrefix("https:") ? publicURL : push.contact)
        push.allowsLoopback = settings.pushLoopback
        return push
    }

    private static func tls(_ settings: ServerSettings) throws(ConfigurationError) -> TLSFiles? {
        switch (settings.tlsCert, settings.tlsKey) {
        case (nil, nil): return nil
        case (let certificate?, let key?): return TLSFiles(certificate: certificate, key: key)
        case (nil, _): throw ConfigurationError("--tls-key needs --tls-cert, the certificate's file, beside it")
        case (_, nil): throw ConfigurationError("--tls-cert needs --tls-key, the private key's file, beside it")
        }
    }

    private static func checkDatabase(_ settings: ServerSettings) throws(ConfigurationError) {
        if settings.databasePassword != nil, settings.databasePasswordFile != nil {
            throw ConfigurationError("give the database's password or its file, not both")
        }
        guard settings.database != nil || settings.databasePassword == nil && settings.databasePasswordFile == nil else {
            throw ConfigurationError("--database is missing, the PostgreSQL database that the password is for")
        }
        guard settings.database == nil || settings.backupFolder == nil else {
            throw ConfigurationError("backup-folder is for the embedded database; copy one of PostgreSQL with its own programs (pg_dump)")
        }
    }

    private static func masterKey(_ settings: ServerSettings) throws(ConfigurationError) -> MasterKeySource {
        switch (settings.masterKey, settings.masterKeyFile) {
        case (_?, _?): throw ConfigurationError("give the master key or its file, not both")
        case (let key?, nil): return .given(key)
        case (nil, let file?): return .file(file)
        case (nil, nil): return .madeFile(settings.dataDirectory + "/master.key")
        }
    }
}
