import AMDialect
import DeviceDialect
import DeviceRegistry
import Directory
import Foundations
package import HTTPBase
import HostedDialect
package import JourneyEngine
import ManagedDialect
import Messaging
import MultiFactor
import OAuth
import OpenIDDialect
import OrchestrationDialect
import PageHTTP
import Pages
import PingIDDialect
import PlatformDialect
import PushDialect
package import RealmHTTP
import Risk
import RiskDialect
package import Services
import SignIn
import VerifyDialect
import WalletDialect

/// The dialects of this server: the one place that sees all services, and gives each dialect those that it uses.
package struct DialectRoutes: Sendable {
    package let reader: RequestReader

    private let dialects: [any Dialect]
    private let errors: PageErrors

    /// Makes each dialect with the services that it uses; throws when a page's template can't be read.
    package init(domain services: Services, engine: JourneyEngine, configuration: DialectConfiguration) throws {
        let (address, pages) = (configuration.http.publicAddress, try Pages().choosingLanguage(at: HostedPath.language))
        let reader = RequestReader(services: services.ofRequests, configuration: configuration.http)
        let engine = engine.with(ResumeLinks { address.url(HostedPath.login(of: $0)) })
        let platform = services.ofPlatform
        let flows = FlowResponses(reader: reader, engine: engine, services: platform)
        let selfService = SelfService(engine, services.signIn.journeys)
        let errors = PageErrors(pages)
        self.reader = reader
        self.errors = errors
        dialects = [
            AMRoutes(reader: reader, engine: engine, services: services.ofAM, pages: errors),
            ManagedRoutes(reader: reader, users: services.directory.users, accounts: services.directory.accounts),
            PlatformRoutes(reader: reader, engine: engine, services: platform),
            OpenIDRoutes(
                reader: reader, services: services.ofOpenID, pages: pages, flows: flows, registration: selfService.registration(in:)),
            PushRoutes(reader: reader, push: services.messaging.push, random: services.platform.random),
            DeviceRoutes(reader: reader, services: services.ofDevices),
            PingIDRoutes(reader: reader, services: PingIDServices(services.directory, services.deviceRegistry, services.pingID)),
            OrchestrationRoutes(
                reader: reader, services: CustomerServices(services.platform, services.directory, services.orchestrations)),
            RiskRoutes(reader: reader, risk: services.risk),
            WalletRoutes(reader: reader, wallets: services.wallets, push: services.messaging.push),
            VerifyRoutes(
                reader: reader, verifications: services.verifications, page: CaptureServices(services.platform, pages: pages)),
            HostedRoutes(
                reader: reader, engine: engine, services: services.ofPages, pages: pages, selfService: selfService,
                configuration: configuration.welcome),
        ]
    }

    /// Makes the front door that answers requests: all routes, and perhaps others besides.
    package func makeFrontDoor(with others: [Route] = []) -> FrontDoor {
        FrontDoor(RouteTable(routes + others, pages: errors), reader: reader, landingPage: .page("<!doctype html><title>-</title>"))
    }

    /// The routes of all dialects.
    package var routes: [Route] { dialects.flatMap(\.routes) }
}

extension FlowResponses: FlowAnswering {}

extension Services {
    /// The services by which every dialect's requests are read.
    package var ofRequests: RequestServices {
        RequestServices(
            platform: platform, realms: directory.realms, users: directory.users, session: session, bearers: oauth.tokens)
    }

    fileprivate var ofAM: AMServices {
        AMServices(
            platform, directory, session, deviceRegistry, knownBrowsers: credentials.knownBrowsers,
            authenticators: multiFactor.authenticators, decisions: signIn.decisions)
    }

    fileprivate var ofOpenID: OpenIDServices { OpenIDServices(platform, directory, session, oauth) }

    fileprivate var ofDevices: DeviceProtocolServices {
        DeviceProtocolServices(platform, directory, deviceRegistry, multiFactor, push: messaging.push, pairings: pairing.pairings)
    }

    fileprivate var ofPages: HostedServices {
        HostedServices(
            platform, directory, session, oauth, devices: deviceRegistry.devices, knownBrowsers: credentials.knownBrowsers,
            recoveryCodes: multiFactor.authenticators.countRecoveryCodes(of:in:), place: risk.place(of:))
    }

    fileprivate var ofPlatform: PlatformServices {
        PlatformServices(
            platform, IdentityServices(directory, credentials, session, signIn), ClientServices(directory, messaging, signIn),
            FactorServices(directory, devicePolicies, deviceRegistry, pairing, multiFactor), risk, verifications)
    }
}
