internal import AdminDialect
internal import Dialects
internal import Foundation
internal import Foundations
internal import HTTPBase
internal import Hummingbird
internal import JourneyEngine
package import Logging
import Messaging
internal import Verifications
internal import NIOCore
package import Primitives
package import Store
internal import ServiceLifecycle
internal import Scripting
package import UnixSignals
internal import Services
internal import Telemetry
import HostedDialect

/// A whole server: its data, its domain, its routes, and the listening.
package struct Gatehouse: Sendable {
    package let configuration: ServerConfiguration
    package let installation: ServerAssembly
    /// The runtime of scripts; its processes start when the first script does.
    let scripts: ScriptRuntime
    let requests: OutboundRequests
    /// Makes spans of what is done for requests, and sends them with the metrics to a collector; nil where there is none.
    let telemetry: ServerTelemetry?
    /// The streams of events to administrators.
    let streams = EventStreams()
    /// The work that administrators have done in the background.
    let jobs: AdminJobs
    /// The time in which a load balancer notices that the server is about to stop.
    let draining: Draining
    /// The machine's clock beside the database's.
    let clock: NodeClock
    private let logger: Logger

    private init(
        _ configuration: ServerConfiguration, _ installation: ServerAssembly, _ requests: OutboundRequests, _ telemetry: ServerTelemetry?,
        _ logger: Logger
    ) {
        self.telemetry = telemetry
        self.configuration = configuration
        self.installation = installation
        self.requests = requests
        self.logger = logger
        jobs = AdminJobs(installation.domain.platform, logger: logger)
        draining = Draining(for: .seconds(configuration.drainTime))
        clock = NodeClock(of: installation.domain.platform.time, beside: installation.shared)
        scripts = ScriptRuntime(pool: ScriptPool(configuration.scripts), logger: logger)
    }

    /// Opens the data and makes what a first start makes. Nothing listens yet.
    ///
    /// - Parameters:
    ///   - time: another clock than the machine's. The machine's is compared with the database's.
    ///   - wrap: puts another database before the one that was opened, as tests do.
    /// - Throws: in one clear line why not; what is there stays as it is.
    package static func open(
        _ configuration: ServerConfiguration, time: (any TimeSource)? = nil, random: any RandomSource = SystemRandom(),
        logger: Logger = Logger(label: "gatehouse"), wrapping wrap: (any Database) -> any Database = { $0 }
    ) async throws -> Gatehouse {
        try configuration.check()
        try DataOwner.check(configuration)
        try PortProbe.check(host: configuration.host, port: configuration.port)
        let requests = try OutboundRequests(configuration)
        let telemetry: ServerTelemetry?
        let installation: ServerAssembly
        do {
            telemetry = try ServerTelemetry(configuration, random)
        } catch {
            await requests.close()
            throw error
        }
        do {
            installation = try await ServerAssembly.openForServing(
                configuration, time: time ?? SystemTime(), random: random,
                http: telemetry.map { TracedHTTP(base: requests, tracer: $0.tracer) } ?? requests,
                wrapping: wrap, logger: logger, tracer: telemetry?.tracer)
        } catch {
            await requests.close()
            await telemetry?.close()
            throw error
        }
        let gatehouse = Gatehouse(configuration, installation, requests, telemetry, logger)
        do {
            if time == nil { try await gatehouse.clock.check() }
            try await installation.tellAddress()
            try await installation.firstStart {
                try await FirstStart(domain: installation.domain, isDemo: configuration.demo).run {
                    try gatehouse.firstPassword.write($0.password)
                }
                try await WelcomeClient.register(
                    in: installation.domain.directory, realm: gatehouse.dialects.welcome.realm, at: gatehouse.dialects.http.publicAddress)
            }
        } catch {
            await gatehouse.close()
            try await installation.close()
            throw error
        }
        return gatehouse
    }

    /// Serves until the task is cancelled or a signal comes; then lets load balancers notice, finishes the requests in flight and closes the
    /// database.
    ///
    /// - Parameters:
    ///   - signals: which signals stop it gracefully; none when it is part of another program.
    ///   - source: the source from which it reads its settings again while it runs; nil when it is part of another program.
    ///   - supervisor: the service manager that is told when it is ready, and when it stops.
    ///   - isListening: called once, with the port.
    package func run(
        stoppingOn signals: [UnixSignal] = [], following source: SettingsSource? = nil, telling supervisor: Supervisor? = nil,
        isListening: @escaping @Sendable (Int) async -> Void
    ) async throws {
        do {
            try await services(signals, source, supervisor) { port in
                await isListening(port)
                supervisor?.tell(.ready)
            }.run()
        } catch {
            await close()
            try await installation.close()
            throw error is IOError ? ServerError(listeningOn: configuration.host, port: configuration.port, failed: error) : error
        }
        await close()
        try await installation.close()
    }

    /// Ends the scripts and their requests.
    private func close() async {
        await scripts.pool.close()
        await requests.close()
        await telemetry?.close()
    }

    /// The file with the first administrator's password, as long as that is needed.
    package var firstPassword: FirstPasswordFile { FirstPasswordFile(in: configuration.dataDirectory) }

    private func services(
        _ signals: [UnixSignal], _ source: SettingsSource?, _ supervisor: Supervisor?,
        _ isListening: @escaping @Sendable (Int) async -> Void
    ) throws -> ServiceGroup {
        let certificate = try configuration.tls.map { ShownCertificate(try TLS.Identity($0)) }
        let application = Application(
            responder: DeviceTasks(base: try frontDoor()), server: try protocols(showing: certificate),
            configuration: ApplicationConfiguration(address: .hostname(configuration.host, port: configuration.port)),
            onServerRunning: { channel in await isListening(channel.localAddress?.port ?? 0) }, logger: logger)
        var services: [any Service] = [
            // The first one is the last that is told to stop: the row of a node goes when it serves no more.
            NodeHeartbeat(
                configuration: configuration, nodes: ClusterNodes(database: installation.domain.platform.database),
                clock: clock, draining: draining, time: installation.domain.platform.time, logger: logger),
            Housekeeping(
                domain: installation.domain, clock: clock, compactionLimit: configuration.compactionBytes,
                base: try dialects.http.publicAddress.origin, logger: logger), application,
            AuditSealing(domain: installation.domain, logger: logger), PushStreamKeeper(push: installation.domain.messaging.push),
            AdministrationKeeper(streams: streams, jobs: jobs),
            NoticeDelivery(notices: installation.domain.messaging.notices, logger: logger),
            MessageSending(outbox: installation.domain.messaging.outbox, logger: logger),
            VerificationWork(
                verifications: installation.domain.verifications, address: try dialects.http.publicAddress.origin, logger: logger),
            FirstPasswordRemoval(file: firstPassword, domain: installation.domain, logger: logger),
            AuditMetrics(audit: installation.domain.platform.audit, database: installation.domain.platform.database, logger: logger),
        ]
        if let telemetry {
            // Before the first one, so that spans of the last requests are sent too.
            services.insert(telemetry.export(process: process, logger: logger), at: 0)
        }
        if let folder = configuration.backupFolder {
            services.append(
                ScheduledBackups(
                    database: configuration.databasePath, folder: folder, interval: Double(configuration.backupInterval) * 3600,
                    kept: configuration.backupsKept, time: installation.domain.platform.time, logger: logger))
        }
        if let source {
            let settings = LiveSettings(configuration, from: source, showing: certificate, telling: supervisor, logger: logger)
            services.append(SettingsFollowing(settings: settings, signals: source.signals))
        }
        // The last one is the first that is told to stop, and the others wait until it has ended.
        services.append(draining)
        if let supervisor { services.append(StoppingNotice(supervisor: supervisor)) }
        // Without a name a service is called by all that it holds: a sixth of a start, and secrets where a message has it.
        let named = services.map { ServiceGroupConfiguration.ServiceConfiguration(service: $0, serviceName: "\(type(of: $0))") }
        var group = ServiceGroupConfiguration(services: named, gracefulShutdownSignals: signals, logger: quiet)
        group.maximumGracefulShutdownDuration = .seconds(configuration.drainTime + configuration.shutdownTimeout)
        return ServiceGroup(configuration: group)
    }

    /// The service group tells of every start and stop at `debug` and of every signal at `info`; only trouble is of interest.
    private var quiet: Logger {
        var logger = logger
        logger.logLevel = max(logger.logLevel, .warning)
        return logger
    }
}
