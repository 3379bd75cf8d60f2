import Hummingbird
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

    /// Makes the front door that answers requests: all routes, and perhaps others besides.
    package func makeFrontDoor(with others: [Route] = []) -> FrontDoor {
        FrontDoor(RouteTable(routes + others), reader: reader)
    }

    /// The routes of all dialects.
    package var routes: [Route] {
        let flows = Flows(engine)
        let openID = OpenIDRoutes(
            reader: reader, authorizeErrors: AuthorizeErrors(pages: pages), flows: FlowResponses(reader: reader, flows: flows),
            forms: FormTokens(reader.domain.sealer), selfService: SelfService(engine, reader.domain))
        let amPages = AMPages(reader: reader, errors: PageErrors(pages))
        return AMRoutes(reader: reader, engine: engine).routes + amPages.routes + ManagedRoutes(reader: reader).routes
            + PlatformRoutes(reader: reader, flows: flows).routes + openID.routes + PushRoutes(reader: reader).routes
            + DeviceRoutes(reader: reader).routes + PingIDDeviceRoutes(reader: reader).routes + CustomerRoutes(reader: reader).routes
            + HostedRoutes(reader: reader, engine: engine, pages: pages).routes
    }
}
