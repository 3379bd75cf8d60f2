package import DeviceMessages
import Foundation
package import Primitives

import DeviceRegistry
package import Directory
package import Foundations
package import MultiFactor
package import DevicePolicies
package import Services

/// A server with a native application in `/alpha`, whose user `demo` has MFA.
package struct DeviceServer {
    package static let app = AppDescription(id: "org.example.app", version: "1.0")
    package static let application = "phone-app"

    package let server: ServerHarness
    package let realm: Realm
    package let user: User
    package var domain: Services { server.domain }
    package var time: ManualTime { server.time }
    package var issuer: DeviceIssuer { DeviceIssuer(base: "http://127.0.0.1:8080", realm: realm.id.uuidString.lowercased()) }

    /// - Parameter rules: changes what the default policy says of the application.
    package init(
        http: any OutboundHTTP = NoOutboundHTTP(), mobile: (inout MobileSettings) -> Void = { _ in },
        rules: (inout MobileApplicationRules) -> Void = { _ in }
    ) async throws {
        server = try await ServerHarness(http: http)
        let domain = server.domain
        realm = try await domain.directory.realms.realm(at: TestDomain.alpha)
        var settings = ApplicationSettings()
        (settings.name, settings.kind) = ("Example", .native)
        var phone = MobileSettings()
        phone.bundleID = Self.app.id
        mobile(&phone)
        settings.mobile = phone
        try await domain.directory.applications.create(
            Application(id: Self.application, realm: realm.id, settings: settings, secret: nil))
        guard let user = try await domain.directory.users.user(named: "demo", in: realm.id) else { throw DomainError(.unknownUser, "demo") }
        try await domain.directory.users.setMFAEnabled(true, of: user.id, in: realm.id)
        self.user = user
        try await change { policy in
            var rule = MobileApplicationRules(Self.application)
            rules(&rule)
            policy.mobile.applications = [rule]
        }
    }

    /// Changes the default policy.
    package func change(_ body: (inout DeviceAuthenticationPolicy) -> Void) async throws {
        var policy = try await domain.devicePolicies.mfaPolicies.standard(in: realm)
        body(&policy)
        _ = try await domain.devicePolicies.mfaPolicies.replace(policy, in: realm)
    }

    package func pairingKey(for user: User? = nil) async throws -> Secret {
        let key = try await domain.pairing.pairingKeys.create(for: (user ?? self.user).id, in: realm)
        return try key.code.unwrapped()
    }

    /// Adds another user with MFA.
    package func addUser(_ name: String) async throws -> User {
        let user = try await domain.directory.users.create(name, in: realm.id)
        try await domain.directory.users.setMFAEnabled(true, of: user.id, in: realm.id)
        return user
    }

    /// A phone that is paired with the user.
    package func pairedPhone(_ seed: UInt64 = 1, push: PushAddress? = .builtIn, with user: User? = nil) async throws -> TestPhone {
        let phone = try TestPhone(self, seed: seed)
        try await phone.pair(with: try await pairingKey(for: user), push: push)
        return phone
    }

    package func start(_ adjust: (inout DeviceAuthentications.Order) -> Void = { _ in }) async throws -> DeviceAuthentication {
        var order = DeviceAuthentications.Order(user: user.id)
        order.context.requester = ChallengeDocument.Requester(application: "shop", name: "Shop", address: "192.0.2.7")
        adjust(&order)
        return try await domain.multiFactor.deviceAuthentications.start(order, in: realm, issuer: issuer).authentication
    }

    package func state(_ authentication: DeviceAuthentication) async throws -> DeviceAuthentication {
        try await domain.multiFactor.deviceAuthentications.authentication(authentication.id, in: realm)
    }
}

extension Optional {
    /// The value, which a test needs.
    package func unwrapped() throws -> Wrapped {
        guard let self else { throw DomainError(.invalid, "nil where a test needs a value") }
        return self
    }
}
