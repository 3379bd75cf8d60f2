internal import AdminDialect
internal import Administration
internal import Dialects
internal import Directory
internal import HTTPBase
internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdHTTP2
internal import JourneyEngine
internal import JourneyNodes
internal import Pages
internal import Foundations
internal import HostedDialect
internal import RealmHTTP
import Services

extension Gatehouse {
    /// The numbers of the process that are read when they are asked for.
    var process: ProcessMetrics {
        let hasher = installation.domain.directory.hasher
        return ProcessMetrics(hashesWaiting: { hasher.waitingCount }, shared: installation.shared)
    }

    /// The front door to the dialects' routes and the operator's.
    func frontDoor() throws -> FrontDoor {
        let domain = installation.domain
        let operations = OperationsRoutes(
            domain: domain, metrics: configuration.metrics, registry: Observability.registry, process: process, draining: draining,
            clock: clock)
        let dialects = try DialectRoutes(
            domain: domain, engine: JourneyEngine(domain: JourneyServices(domain), catalogue: .runnable, scripts: scripts),
            configuration: self.dialects
        )
        let requests = requests
        let means = AdministrationMeans(
            scripts: configuration.scripts, publicURL: configuration.publicURL, push: configuration.push, issuer: configuration.issuer
        ) { try await $0(requests) }
        let admin = AdminRoutes(reader: dialects.reader, services: domain.administration, means: means, streams: streams, jobs: jobs)
        return dialects.makeFrontDoor(with: operations.routes + admin.routes)
    }

    /// HTTP/1.1; with TLS also HTTP/2, as the client prefers.
    /// - Parameter certificate: the certificate to show; nil without TLS.
    func protocols(showing certificate: ShownCertificate?) throws -> HTTPServerBuilder {
        let limits = ConnectionLimits(configuration, descriptors: DescriptorLimit.raise())
        let streams = HTTP1Channel.Configuration(
            additionalChannelHandlers: [HeadClearance(), RequestDeadline(limits.request)],
            idleTimeout: .seconds(Int64(configuration.idleTimeout)))
        guard let certificate else {
            return HTTPServerBuilder {
                let channel = HTTP1Channel(responder: $0, configuration: streams)
                return LoopBoundChannel(base: GuardedChannel(base: channel, limits: limits, isSecure: false))
            }
        }
        let connections = HTTP2ChannelConfiguration(idleTimeout: .seconds(configuration.idleTimeout), streamConfiguration: streams)
        let secured = TLSChannelConfiguration(tlsConfiguration: TLS.configuration(showing: certificate))
        return HTTPServerBuilder {
            let channel = try HTTP2UpgradeChannel(tlsChannelConfiguration: secured, configuration: connections, responder: $0)
            return LoopBoundChannel(base: GuardedChannel(base: channel, limits: limits, isSecure: true))
        }
    }

    var dialects: DialectConfiguration {
        get throws {
            let address = try PublicAddress(configuration.publicURL)
            var dialects = try DialectConfiguration(
                publicAddress: address, sessionCookie: try configuration.sessionCookie.cookie(at: address),
                proxyHeader: configuration.behindProxy ? configuration.proxyHeader : nil)
            if configuration.accessLog { dialects.http.accessLog = AccessLog.write }
            dialects.http.tracer = telemetry?.tracer
            dialects.welcome = WelcomeConfiguration(realm: configuration.welcomeRealm)
            if configuration.demo {
                dialects.welcome.demonstration = .init(user: Demo.username, password: Demo.password)
            }
            return dialects
        }
    }
}
