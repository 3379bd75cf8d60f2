import AsyncHTTPTransport
package import DeviceFoundation
package import DeviceMessages
import Foundation
package import MFA
package import OIDC
package import Primitives
package import ServerTesting
import DeviceRegistry
package import Directory
import Foundations
package import MultiFactor
import SignIn
package import DevicePolicies
import Services

/// A whole server on loopback with a native application, whose user `demo` may pair phones.
package struct PlatformServer: Sendable {
    package static let application = "phone-app"
    package static let bundle = "org.example.app"
    package static let password = "Ch4ng3it!"

    package let server: TestServer
    package let realm: Realm
    package let user: User
    private let time: any TimeSource

    /// Runs `body` with a server; `rules` changes what the default policy says of the application, and `mobile` its mobile settings.
    package static func run(
        settings: [String: String] = [:], time: any TimeSource = SystemTime(), mobile: (inout MobileSettings) -> Void = { _ in },
        rules: (inout MobileApplicationRules) -> Void = { _ in }, _ body: (PlatformServer) async throws -> Void
    ) async throws {
        let server = try await TestServer.start(settings: settings, time: time)
        do {
            try await body(try await PlatformServer(server, time, mobile, rules))
            await server.stop()
        } catch {
            await server.stop()
            throw error
        }
    }

    private init(
        _ server: TestServer, _ time: any TimeSource, _ adjustMobile: (inout MobileSettings) -> Void,
        _ adjust: (inout MobileApplicationRules) -> Void
    ) async throws {
        self.server = server
        self.time = time
        let domain = server.domain
        realm = try await domain.directory.realms.realm(at: try Self.some(RealmPath("/alpha")))
        var settings = ApplicationSettings()
        (settings.name, settings.kind) = ("Example", .native)
        settings.redirectURIs = ["http://127.0.0.1/callback"]
        settings.scopes = ["openid"]
        settings.defaultScopes = ["openid"]
        var mobile = MobileSettings()
        mobile.bundleID = Self.bundle
        adjustMobile(&mobile)
        settings.mobile = mobile
        try await domain.directory.applications.create(Application(id: Self.application, realm: realm.id, settings: settings, secret: nil))
        user = try Self.some(try await domain.directory.users.user(named: "demo", in: realm.id))
        try await domain.directory.users.setMFAEnabled(true, of: user.id, in: realm.id)
        var policy = try await domain.devicePolicies.mfaPolicies.standard(in: realm)
        var rules = MobileApplicationRules(Self.application)
        adjust(&rules)
        policy.mobile.applications = [rules]
        _ = try await domain.devicePolicies.mfaPolicies.replace(policy, in: realm)
    }

    package var issuer: DeviceIssuer { DeviceIssuer(base: server.url, realm: realm.id.uuidString.lowercased()) }

    /// What a QR code for pairing holds.
    package func pairingAddress(for other: User? = nil) async throws -> String {
        let key = try await server.domain.pairing.pairingKeys.create(for: (other ?? user).id, in: realm)
        return PairingKeyText(key: try Self.some(key.code), base: issuer.base, realm: issuer.realm).text
    }

    /// Has the application's users sign in by password and by a device, if they have one.
    package func assignPolicy(_ name: String = "App") async throws {
        let domain = server.domain
        let policy = try await domain.signIn.signOnPolicies.create(SignOnPolicy(id: UUID(), name: name), in: realm)
        for (priority, type) in [SignOnAction.Kind.login, .mfa].enumerated() {
            var action = SignOnAction(id: UUID(), type: type, priority: priority + 1)
            if type == .mfa { action.noDevices = .bypass }
            _ = try await domain.signIn.signOnPolicies.add(action, to: policy.id, in: realm)
        }
        _ = try await domain.signIn.signOnAssignments.create(
            SignOnAssignment(id: UUID(), policy: policy.id), of: Self.application, in: realm)
    }

    /// The app's client, by the platform's paths.
    package func client() throws -> OIDCClient {
        OIDCClient(
            discovering: "\(issuer.base)/\(issuer.realm)/as/.well-known/openid-configuration", client: Self.application,
            redirect: "http://127.0.0.1/callback",
            on: DeviceFoundation.Device(
                transport: try AsyncHTTPTransport(), store: InMemoryStore(), keepsCookies: false, time: time, random: SystemRandom()))
    }

    /// The user at the sign-in pages.
    package func visitor(whileWaiting: @escaping @Sendable (_ page: String) async throws -> Void = { _ in }) -> PageVisitor {
        PageVisitor("demo", Self.password, whileWaiting: whileWaiting)
    }

    package func addUser(_ name: String) async throws -> User {
        let user = try await server.domain.directory.users.create(name, in: realm.id)
        try await server.domain.directory.users.setMFAEnabled(true, of: user.id, in: realm.id)
        return user
    }

    /// A phone over a store of its own.
    package func phone(
        _ store: any SecureStore = InMemoryStore(), adjust: (inout MFAConfiguration) -> Void = { _ in }
    ) async throws -> MFADevice {
        var configuration = MFAConfiguration(
            issuers: [issuer], app: AppDescription(id: Self.bundle, version: "1.0"), device: DeviceDescription(platform: "iOS"),
            client: Self.application)
        adjust(&configuration)
        return try await MFADevice.open(
            configuration,
            on: DeviceFoundation.Device(
                transport: try AsyncHTTPTransport(), store: store, keepsCookies: false, time: time, random: SystemRandom()))
    }

    package func authenticate(_ adjust: (inout DeviceAuthentications.Order) -> Void = { _ in }) async throws -> DeviceAuthentication {
        var order = DeviceAuthentications.Order(user: user.id)
        adjust(&order)
        return try await server.domain.multiFactor.deviceAuthentications.start(order, in: realm, issuer: issuer).authentication
    }

    package func state(of authentication: DeviceAuthentication) async throws -> DeviceAuthentication {
        try await server.domain.multiFactor.deviceAuthentications.authentication(authentication.id, in: realm)
    }

    private static func some<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw DomainError(.invalid, "nil where a test needs a value") }
        return value
    }
}
