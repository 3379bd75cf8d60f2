package import Hummingbird
package import JourneyEngine
import Pages
package import Services

/// The routes of all dialects.
package struct DialectRoutes: Sendable {
    package let reader: RequestReader

    private let engine: JourneyEngine
    private let pages: Pages

    package init(domain: Domain, engine: JourneyEngine, configuration: DialectConfiguration) throws {
        reader = RequestReader(domain: domain, configuration: configuration)
        self.engine = engine.with(ResumeLinks { configuration.publicAddress.url(HostedPath.login(of: $0)) })
        pages = try Pages()
    }

    /// Adds all routes to a router, with the middleware that goes before them.
    package func addRoutes(to router: Router<GatehouseContext>) {
        router.add(middleware: FrontDoor(realms: reader.realms, configuration: reader.configuration))
        AMRoutes(reader: reader, engine: engine).add(to: router)
        ManagedRoutes(reader: reader).add(to: router)
        PlatformRoutes(reader: reader, flows: Flows(engine)).add(to: router)
        OpenIDRoutes(
            reader: reader, authorizeErrors: AuthorizeErrors(pages: pages), flows: FlowResponses(reader: reader, flows: Flows(engine))
        ).add(to: router)
        PushRoutes(reader: reader).add(to: router)
        DeviceRoutes(reader: reader).add(to: router)
        HostedRoutes(reader: reader, engine: engine, pages: pages).add(to: router)
    }

    /// A router with all routes.
    package func makeRouter() -> Router<GatehouseContext> {
        let router = Router(context: GatehouseContext.self, options: .autoGenerateHeadEndpoints)
        addRoutes(to: router)
        return router
    }
}
