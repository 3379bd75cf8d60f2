import AMDialect
import DeviceDialect
package import HTTPBase
import HostedDialect
package import JourneyEngine
import ManagedDialect
import OpenIDDialect
import OrchestrationDialect
import PageHTTP
import Pages
import PingIDDialect
import PlatformDialect
import PushDialect
package import RealmHTTP
import RiskDialect
package import Services

/// The dialects of this server: the one place that sees all services, and gives each dialect those that it uses.
package struct DialectRoutes: Sendable {
    package let reader: RequestReader

    private let dialects: [any Dialect]

    package init(domain: Services, engine: JourneyEngine, configuration: DialectConfiguration) throws {
        let (address, pages) = (configuration.http.publicAddress, try Pages())
        let reader = RequestReader(domain: domain, configuration: configuration.http)
        let engine = engine.with(ResumeLinks { address.url(HostedPath.login(of: $0)) })
        let flows = FlowResponses(reader: reader, engine: engine)
        let selfService = SelfService(engine, domain)
        self.reader = reader
        dialects = [
            AMRoutes(reader: reader, engine: engine, pages: PageErrors(pages)),
            ManagedRoutes(reader: reader),
            PlatformRoutes(reader: reader, engine: engine),
            OpenIDRoutes(reader: reader, pages: pages, flows: flows, registration: selfService.registration(in:)),
            PushRoutes(reader: reader),
            DeviceRoutes(reader: reader),
            PingIDRoutes(reader: reader),
            OrchestrationRoutes(reader: reader),
            RiskRoutes(reader: reader),
            HostedRoutes(reader: reader, engine: engine, pages: pages, selfService: selfService, configuration: configuration.welcome),
        ]
    }

    /// Makes the front door that answers requests: all routes, and perhaps others besides.
    package func makeFrontDoor(with others: [Route] = []) -> FrontDoor {
        FrontDoor(RouteTable(routes + others), reader: reader, landingPage: .page("<!doctype html><title>-</title>"))
    }

    /// The routes of all dialects.
    package var routes: [Route] { dialects.flatMap(\.routes) }
}

extension FlowResponses: FlowAnswering {}
