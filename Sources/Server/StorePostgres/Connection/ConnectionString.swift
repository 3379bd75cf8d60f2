internal import CPQ
internal import Primitives
internal import Store

/// The operator's connection string: a `postgres://` URI, or words and values as libpq has them.
struct ConnectionString: Sendable {
    /// The servers, in the order in which they are named.
    let servers: [PostgresServer]
    /// The name of the database; nil for the library's default, the user's name.
    let database: String?
    /// True when the string has a password, which messages must not repeat.
    let hasPassword: Bool
    private let text: Secret

    /// The words that this program decides on by itself.
    private static let refused: Set = ["target_session_attrs", "load_balance_hosts", "service", "replication", "connect_timeout"]
    private static let bundles = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"]

    /// - Throws: ``DatabaseError/Code/cannotOpen`` for a text that libpq doesn't take, and for a word that this program decides on.
    init(_ text: Secret) throws(DatabaseError) {
        self.text = text
        let options = try Self.parse(text)
        if let word = options.keys.filter(Self.refused.contains).min() {
            throw DatabaseError(.cannotOpen, "the connection string has \(word), which this server decides by itself: leave it out")
        }
        guard
            let servers = PostgresServer.list(
                hosts: options["host"] ?? "", addresses: options["hostaddr"] ?? "", ports: options["port"] ?? "")
        else { throw DatabaseError(.cannotOpen, "the connection string names another number of ports than of hosts") }
        self.servers = servers
        database = options["dbname"].flatMap { $0.isEmpty ? nil : $0 }
        hasPassword = options["password"] != nil || options["sslpassword"] != nil
    }

    /// The words and values with which libpq connects to one of the servers.
    ///
    /// Defaults of this program stand in for some of the library's: no file of passwords in a home directory, no GSSAPI, and for a server that isn't
    /// on this machine TLS with its certificate and name checked.
    ///
    /// - Parameters:
    ///   - password: the password, unless the string has one.
    ///   - namesPasswords: whether the environment names a file of passwords (`PGPASSFILE`), which holds then.
    func words(
        for server: PostgresServer, password: Secret?, namesPasswords: Bool, existing: (String) -> Bool
    ) throws(DatabaseError) -> [(word: String, value: String)] {
        var options = try Self.parse(text)
        if options["password"] == nil, let password { options["password"] = password.reveal() }
        if options["passfile"] == nil, !namesPasswords { options["passfile"] = "/nonexistent/pgpass" }
        for (word, value) in [
            "gssencmode": "disable", "sslmode": server.isLocal ? "prefer" : "verify-full",
            "application_name": "gatehouse", "tcp_user_timeout": "15000", "keepalives_idle": "30", "keepalives_interval": "10",
            "keepalives_count": "3",
        ] where options[word] == nil {
            options[word] = value
        }
        if options["sslrootcert"] == nil, options["sslmode"]?.hasPrefix("verify-") == true, let bundle = Self.bundles.first(where: existing)
        {
            options["sslrootcert"] = bundle
        }
        options["client_encoding"] = "UTF8"
        options["target_session_attrs"] = "any"
        (options["host"], options["hostaddr"], options["port"]) = (server.host, server.address, server.port)
        return options.sorted { $0.key < $1.key }.map { (word: $0.key, value: $0.value) }
    }

    private static func parse(_ text: Secret) throws(DatabaseError) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(text.reveal(), &message) else {
            // The library's message may repeat a part of the string.
            PQfreemem(message)
            throw DatabaseError(.cannotOpen, "the connection string of the database isn't one that PostgreSQL's library takes")
        }
        defer { PQconninfoFree(options) }
        var words: [String: String] = [:]
        var option = options
        while let word = option.pointee.keyword {
            if let value = option.pointee.val { words[String(cString: word)] = String(cString: value) }
            option += 1
        }
        return words
    }
}
