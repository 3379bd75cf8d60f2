import DeviceFoundation
import DeviceMessages
import DeviceRegistry
import Directory
import Foundation
import Foundations
import MFA
import PingIDService
import Primitives
import Services
import Testing

extension PingIDServer {
    /// A server that takes moves, to the same application.
    static func takingMoves(
        users: [String] = ["tom"], rules: PingIDRules = PingIDRules(), http: any OutboundHTTP = NoOutboundHTTP()
    ) async throws -> PingIDServer {
        let server = try await PingIDServer(users: users, rules: rules, http: http)
        var realm = server.realm
        realm.settings[DeviceSettings.self].migrationsUntil = "2040-01-01T00:00:00Z"
        try await server.domain.directory.realms.update(realm)
        var application = try #require(try await server.domain.directory.applications.application(PingIDServer.application, in: realm.id))
        application.settings.mobile = MobileSettings()
        application.settings.mobile?.bundleID = "com.example.bank"
        try await server.domain.directory.applications.update(application)
        return server
    }

    /// A user's devices, of all products.
    func devices(of username: String) async throws -> [DeviceRegistry.UserDevice] {
        let user = try #require(try await domain.directory.users.user(named: username, in: realm.id))
        return try await domain.deviceRegistry.devices.devices(of: user.id, in: realm.id)
    }
}

extension Phone {
    /// What the older product's app has left on the phone.
    func old() async throws -> OldInstallation {
        try #require(try await OldInstallation.stored(in: store, keys: SoftwareKeyStore(store)))
    }

    /// Approves a request, with the number that is shown where the user signs on.
    func approve(_ request: MFARequest) async throws {
        let number = try await server.domain.deviceRegistry.challenges.number(of: request.id, in: server.realm.id)
        try await request.approve(number: number, methods: [])
    }

    /// The app after its update to the product's successor, over the same store.
    func successor(
        store wrap: (any SecureStore) -> any SecureStore = { $0 }, network: (any HTTPTransport) -> any HTTPTransport = { $0 }
    ) async throws -> MFADevice {
        var configuration = MFAConfiguration(
            issuers: [server.issuer], app: AppDescription(id: "com.example.bank", version: "2.0"),
            device: DeviceDescription(platform: "iOS"))
        configuration.verification = nil
        return try await MFADevice.open(
            configuration,
            on: DeviceFoundation.Device(
                transport: network(RouteTransport(server: server)), store: wrap(store), keepsCookies: false, time: server.time,
                random: server.random))
    }
}
