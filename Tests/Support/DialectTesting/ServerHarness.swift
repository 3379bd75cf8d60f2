package import Dialects
package import HTTPBase
package import HTTPTypes
import HostedDialect
import Hummingbird
import HummingbirdTesting
package import JourneyEngine
import JourneyMessages
package import MailTesting
import NIOCore
import OAuthMessages
package import Primitives
package import RealmHTTP
import Store
package import Services
package import Foundations
import HostedDialect

package import JourneyModel

/// A server in this process, over a database that goes with it: requests go straight to its router.
package struct ServerHarness {
    package let domain: Services
    package let time: ManualTime
    package let mail = RecordingMail()
    package let configuration: HTTPConfiguration
    package let frontDoor: FrontDoor
    private let application: Hummingbird.Application<FrontDoor>

    /// - Parameters:
    ///   - address: the public address.
    ///   - catalogue: the kinds of nodes that journeys may be made of.
    ///   - scripts: what runs scripts.
    ///   - http: takes the requests that the server makes of others.
    ///   - adjust: changes what the dialects are told.
    ///   - routes: the test's own.
    package init(
        at address: String = "http://127.0.0.1:8080", catalogue: NodeCatalogue = .standard, scripts: ScriptRuntime? = nil,
        http: any OutboundHTTP = NoOutboundHTTP(), time: ManualTime = ManualTime(),
        adjust: (inout DialectConfiguration) throws -> Void = { _ in },
        routes: [Route] = []
    ) async throws {
        self.time = time
        domain = try await TestDomain.make(time: time, mail: mail, http: http)
        var configuration = try DialectConfiguration(publicAddress: try PublicAddress(address))
        configuration.welcome.realm = TestDomain.alpha
        try adjust(&configuration)
        self.configuration = configuration.http
        frontDoor = try DialectRoutes(
            domain: domain, engine: JourneyEngine(domain: JourneyServices(domain), catalogue: catalogue, scripts: scripts),
            configuration: configuration
        ).makeFrontDoor(with: routes)
        application = Hummingbird.Application(responder: frontDoor)
    }

    /// Sends a request.
    package func send(
        _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields = [:], body: String? = nil
    ) async throws -> ServerResponse {
        try await application.test(.router) { client in
            let response = try await client.execute(
                uri: target, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
            return ServerResponse(response)
        }
    }
}
