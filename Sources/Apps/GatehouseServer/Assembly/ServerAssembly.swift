internal import Foundation
package import Logging
package import Primitives
internal import SMTP
internal import GeoFiles
internal import StorePostgres
package import Telemetry
package import Store
package import Services
package import Foundations
import Messaging
import SealedFiles
package import Directory
import Verifications
import Vision
import Wallets

/// A server's data, opened: its database, and the domain over it.
package struct ServerAssembly: Sendable {
    package let domain: Services
    /// The findings about users' names that were made when the data was opened, for administrators.
    package let nameNotices: [UserNameNotice]
    let configuration: ServerConfiguration
    private let database: any Database
    /// The PostgreSQL database that other servers may have open too; nil for the embedded one.
    let shared: PostgresDatabase?
    private let mail: SMTPSender
    /// Reads images; its processes start with the first one.
    private let images: ImageReader

    private init(
        _ database: any Database, _ shared: PostgresDatabase?, _ configuration: ServerConfiguration, domain: Services, mail: SMTPSender,
        images: ImageReader, _ nameNotices: [UserNameNotice]
    ) {
        self.shared = shared
        self.nameNotices = nameNotices
        self.configuration = configuration
        self.database = database
        self.domain = domain
        self.mail = mail
        self.images = images
    }

    /// Opens the data for a server, making what isn't there, and keeps a second server away until it's closed.
    ///
    /// - Parameters:
    ///   - wrap: puts another database before the one that was opened, as tests do.
    ///   - logger: the log of mail that a demonstration puts into a folder.
    ///   - tracer: makes spans of what is done for requests; nil where nothing is traced.
    /// - Throws: in one clear line why not; what is there stays as it is.
    package static func openForServing(
        _ configuration: ServerConfiguration, time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom(),
        http: any OutboundHTTP = NoOutboundHTTP(), wrapping wrap: (any Database) -> any Database = { $0 },
        logger: Logger = Logger(label: "gatehouse.mail"), tracer: SpanTracer? = nil
    ) async throws -> ServerAssembly {
        try makeDirectory(configuration.dataDirectory)
        let (database, keys) = try await databaseForServing(configuration, random, logger)
        try DemonstrationMark(configuration).tell(configuration.demo)
        return try await assemble(
            wrap(traced(MeasuredDatabase(database), configuration, tracer)), database as? PostgresDatabase, keys, configuration, time,
            random,
            http, logger, messages: .byWorker, tracer: tracer)
    }

    /// Opens the data that is there, beside a server that may run.
    package static func openForAdministration(
        _ configuration: ServerConfiguration, time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom()
    ) async throws -> ServerAssembly {
        let (database, keys) = try await databaseForAdministration(configuration, random)
        return try await assemble(database, nil, keys, configuration, time, random)
    }

    /// Does what servers do at their first start; of several over one database, one after the other.
    func firstStart(_ body: () async throws -> Void) async throws {
        if let shared { try await shared.firstStart(body) } else { try await body() }
    }

    /// Finishes what was asked for, seals the audit log's events, then closes the database.
    package func close() async throws {
        await mail.close()
        await images.close()
        // Events that can't be sealed now wait for the next one that opens the data.
        _ = try? await AuditLog.seal(database)
        try await database.close()
    }

    private static func assemble(
        _ database: any Database, _ shared: PostgresDatabase?, _ keys: MasterKeyRing, _ configuration: ServerConfiguration,
        _ time: any TimeSource, _ random: any RandomSource, _ http: any OutboundHTTP = NoOutboundHTTP(), _ logger: Logger? = nil,
        messages: OutboxTurn = .atOnce, tracer: SpanTracer? = nil
    ) async throws -> ServerAssembly {
        try await refuseUnfinishedCopy(database, named: configuration.databaseName)
        let sealer = try await sealer(database, keys, named: configuration.databaseName, time, random)
        let hasher = PasswordHasher(hashing(configuration), random: random)
        let smtp = SMTPSender()
        var mail = sender(smtp, configuration, logger)
        if let tracer { mail = TracedMail(base: mail, tracer: tracer) }
        let images = ImageReader(configuration.vision)
        var verification = VerificationSources()
        verification.files = files("verifications", database, configuration)
        verification.pictures = VerificationPictures(reader: images)
        let domain = Services(
            database: database, sealer: sealer, hasher: hasher, time: time, random: random, mail: mail, http: http,
            sms: texter(http, configuration, logger), messages: messages, push: configuration.push,
            riskSources: try sources(configuration), envelopes: files("envelopes", database, configuration),
            verification: verification)
        let notices = try await domain.directory.users.indexOldUsers()
        for notice in notices { logger?.warning("\(notice)") }
        return ServerAssembly(database, shared, configuration, domain: domain, mail: smtp, images: images, notices)
    }

    private static func traced(
        _ database: any Database, _ configuration: ServerConfiguration, _ tracer: SpanTracer?
    ) -> any Database {
        guard let tracer else { return database }
        return TracedDatabase(base: database, tracer: tracer, system: configuration.database == nil ? "sqlite" : "postgresql")
    }

    /// The sealed files of a purpose, in the place that the configuration says; those of before are found in the other.
    private static func files(_ folder: String, _ database: any Database, _ configuration: ServerConfiguration) -> any SealedFileStore {
        let inFolder = FolderFileStore(folder: "\(configuration.dataDirectory)/\(folder)")
        let inDatabase = DatabaseFileStore(database, folder: folder)
        return configuration.keepsFilesInDatabase
            ? FormerPlaceFileStore(inDatabase, before: inFolder) : FormerPlaceFileStore(inFolder, before: inDatabase)
    }

    /// Opens what is sealed in a database, or closes the database.
    static func sealer(
        _ database: any Database, _ keys: MasterKeyRing, named file: String, _ time: any TimeSource, _ random: any RandomSource
    ) async throws -> Sealer {
        do {
            return try await Sealer.opening(database, with: keys, time: time, random: random)
        } catch let error as SealError {
            try await database.close()
            throw ServerError(.wrongMasterKey, "\(file) was sealed with another master key (\(error.reason))")
        }
    }

    /// The operator's files for predictors of risk. A file that is named and can't be read stops the start: nothing is guessed for it.
    private static func sources(_ configuration: ServerConfiguration) throws(ServerError) -> SourceFiles {
        var paths = SourceFiles.Paths()
        paths.places = configuration.riskPlaces ?? ""
        paths.networks = configuration.riskNetworks ?? ""
        paths.anonymousNetworks = configuration.riskAnonymous ?? ""
        paths.addresses = configuration.riskAddresses ?? ""
        paths.mailDomains = configuration.riskMailDomains ?? ""
        do { return try SourceFiles(paths) } catch { throw ServerError(.badFile, "\(error)") }
    }

    static func hashing(_ configuration: ServerConfiguration) -> PasswordHasher.Configuration {
        var hashing = PasswordHasher.Configuration(concurrency: configuration.hashingThreads)
        hashing.algorithm = configuration.passwordAlgorithm
        return hashing
    }

    private static func sender(_ smtp: SMTPSender, _ configuration: ServerConfiguration, _ logger: Logger?) -> any MailSender {
        guard DemonstrationMark(configuration).isThere else { return smtp }
        return DemonstrationMail(folder: configuration.dataDirectory + "/mail", sender: smtp, logger: logger)
    }

    private static func texter(
        _ http: any OutboundHTTP, _ configuration: ServerConfiguration, _ logger: Logger?
    ) -> any SMSSender {
        let sender = HTTPSMSSender(http: http)
        guard DemonstrationMark(configuration).isThere else { return sender }
        return DemonstrationSMS(folder: configuration.dataDirectory + "/sms", sender: sender, logger: logger)
    }

    /// The master keys, made with a new database but never beside an old one, whose secrets no new key opens.
    ///
    /// - Parameter isNew: whether nothing was ever sealed in the database.
    static func masterKeys(
        _ configuration: ServerConfiguration, _ random: any RandomSource, isNew: Bool
    ) throws -> MasterKeyRing {
        switch configuration.masterKey {
        case .given(let text): return try MasterKeyRing(parsing: text.reveal())
        case .file(let path): return try existingKeys(path, random)
        case .madeFile(let path):
            return isNew ? try MasterKeyFile(path: path).keys(random) : try existingKeys(path, random)
        }
    }

    /// The master keys of a database that isn't new.
    static func existingKeys(_ configuration: ServerConfiguration, _ random: any RandomSource) throws -> MasterKeyRing {
        switch configuration.masterKey {
        case .given(let text): try MasterKeyRing(parsing: text.reveal())
        case .file(let path), .madeFile(let path): try existingKeys(path, random)
        }
    }

    private static func existingKeys(_ path: String, _ random: any RandomSource) throws -> MasterKeyRing {
        guard FileManager.default.fileExists(atPath: path) else {
            throw ServerError(.wrongMasterKey, "the master key \(path) is not there; without it the database's secrets can't be read")
        }
        return try MasterKeyFile(path: path).keys(random)
    }

    static func makeDirectory(_ path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ServerError(.badFile, "the data directory \(path) can't be made; check the permissions, or name another --data-directory")
        }
    }
}
