import DeviceFoundation
import DeviceMessages
import DeviceRegistry
import Directory
import Foundation
import HTTPTypes
import MFA
import PingIDClient
import PingIDMessages
import PingIDService
import Primitives
import Services
import Store
import Testing

@Suite("A trusted device moves to the product's successor")
struct MoveTests {
    /// A server that takes moves, to the same application.
    private func server() async throws -> PingIDServer {
        let server = try await PingIDServer()
        var realm = server.realm
        realm.settings.migrationsUntil = "2030-01-01T00:00:00Z"
        try await server.domain.realms.update(realm)
        var application = try #require(try await server.domain.applications.application(PingIDServer.application, in: realm.id))
        application.settings.mobile = MobileSettings()
        application.settings.mobile?.bundleID = "com.example.bank"
        try await server.domain.applications.update(application)
        return server
    }

    private func successor(of phone: Phone) async throws -> MFADevice {
        try await MFADevice.open(
            MFAConfiguration(
                issuers: [phone.server.issuer], app: AppDescription(id: "com.example.bank", version: "2.0"),
                device: DeviceDescription(platform: "iOS")),
            on: DeviceFoundation.Device(
                transport: RouteTransport(server: phone.server), store: phone.store, keepsCookies: false, time: phone.server.time,
                random: SeededRandom(seed: 3)))
    }

    @Test("with its old key, once; what it was is over, and the user has one device")
    func moves() async throws {
        let server = try await server()
        let phone = try await Phone(server, seed: 11).pair()
        let old = try #require(try await OldInstallation.stored(in: phone.store, keys: SoftwareKeyStore(phone.store)))
        let successor = try await successor(of: phone)
        #expect(try await successor.migrate(old).map(\.pairing.user.username) == ["tom"])
        let user = try #require(try await server.domain.users.user(named: "tom", in: server.realm.id))
        let devices = try await server.domain.devices.devices(of: user.id, in: server.realm.id)
        #expect(devices.count == 1 && devices.first?.installation != old.device)
        #expect(try await server.primaries(of: "tom") == 0)
        #expect(await phone.error { _ = try await phone.device.sendLogs() } == .pairing)
        #expect(try await phone.signOnStatus() == nil, "it doesn't begin again as what it was")
        #expect(phone.events.all.contains(.untrusted))
    }

    @Test("not one that was never trusted, or isn't any more")
    func refused() async throws {
        let server = try await server()
        let phone = try await Phone(server, seed: 11).pair()
        let old = try #require(try await OldInstallation.stored(in: phone.store, keys: SoftwareKeyStore(phone.store)))
        try await phone.customer.call(.delete, "/users/tom")
        await #expect(throws: MFA.MFAError.self) { _ = try await successor(of: phone).migrate(old) }
        let user = try #require(try await server.domain.users.user(named: "tom", in: server.realm.id))
        #expect(try await server.domain.devices.devices(of: user.id, in: server.realm.id).isEmpty)
    }
}
