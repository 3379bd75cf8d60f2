import AMDialect
import DeviceDialect
package import DialectBase
import HostedDialect
package import JourneyEngine
import ManagedDialect
import OpenIDDialect
import OrchestrationDialect
import Pages
import PingIDDialect
import PlatformDialect
import PushDialect
import RiskDialect
package import Services

/// The dialects of this server.
package struct DialectRoutes: Sendable {
    private static let dialects: [any Dialect.Type] = [
        AMRoutes.self, ManagedRoutes.self, PlatformRoutes.self, OpenIDRoutes.self, PushRoutes.self, DeviceRoutes.self, PingIDRoutes.self,
        OrchestrationRoutes.self, RiskRoutes.self, HostedRoutes.self,
    ]

    package let reader: RequestReader

    private let parts: DialectParts

    package init(domain: Domain, engine: JourneyEngine, configuration: DialectConfiguration) throws {
        reader = RequestReader(domain: domain, configuration: configuration)
        let engine = engine.with(ResumeLinks { configuration.publicAddress.url(HostedPath.login(of: $0)) })
        parts = DialectParts(
            reader: reader, engine: engine, pages: try Pages(), flows: FlowResponses(reader: reader, engine: engine))
    }

    /// Makes the front door that answers requests: all routes, and perhaps others besides.
    package func makeFrontDoor(with others: [Route] = []) -> FrontDoor {
        FrontDoor(RouteTable(routes + others), reader: reader)
    }

    /// The routes of all dialects.
    package var routes: [Route] { Self.dialects.flatMap { $0.init(parts).routes } }
}
