internal import Dialects
internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdHTTP2
internal import JourneyEngine
internal import Pages
internal import Services

extension Gatehouse {
    /// What answers requests: the dialects' routes and the operator's.
    func frontDoor() throws -> FrontDoor {
        let domain = installation.domain
        let operations = OperationsRoutes(domain: domain, metrics: configuration.metrics, registry: Observability.registry)
        return try DialectRoutes(
            domain: domain, engine: JourneyEngine(domain: domain, scripts: scripts), configuration: dialects
        ).makeFrontDoor(with: operations.routes)
    }

    /// HTTP/1.1; with TLS also HTTP/2, as the client prefers.
    func protocols() throws -> HTTPServerBuilder {
        let streams = HTTP1Channel.Configuration(idleTimeout: .seconds(Int64(configuration.idleTimeout)))
        guard let tls = configuration.tls else {
            return HTTPServerBuilder { LoopBoundChannel(base: HTTP1Channel(responder: $0, configuration: streams)) }
        }
        let connections = HTTP2ChannelConfiguration(idleTimeout: .seconds(configuration.idleTimeout), streamConfiguration: streams)
        let channel = TLSChannelConfiguration(tlsConfiguration: try TLS.configuration(tls))
        return HTTPServerBuilder {
            LoopBoundChannel(
                base: try HTTP2UpgradeChannel(tlsChannelConfiguration: channel, configuration: connections, responder: $0))
        }
    }

    var dialects: DialectConfiguration {
        get throws {
            let address = try PublicAddress(configuration.publicURL)
            return try DialectConfiguration(
                publicAddress: address, sessionCookie: try configuration.sessionCookie.cookie(at: address),
                isBehindProxy: configuration.isBehindProxy,
                welcomeRealm: configuration.isDemo ? Demo.realm : .root,
                demonstration: configuration.isDemo ? .init(user: Demo.username, password: Demo.password) : nil)
        }
    }
}
