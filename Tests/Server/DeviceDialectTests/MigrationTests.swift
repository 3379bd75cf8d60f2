import DeviceMessages
import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import JOSE
import Primitives
import Testing

import Services
import DeviceRegistry
import Directory

@Suite("An installation of the older product moves over")
struct MigrationTests {
    private let device = "pingid-device-1"

    private func server(until: String = "2030-01-01T00:00:00Z") async throws -> (DeviceServer, JWK) {
        let server = try await DeviceServer()
        var realm = server.realm
        realm.settings[DeviceSettings.self].migrationsUntil = until
        try await server.domain.directory.realms.update(realm)
        let old = try JWK.generate(.p256, random: SeededRandom(seed: 90))
        try await server.domain.pairing.migrationKeys.add(
            try old.publicKey.unwrapped(), of: device, for: server.user, application: DeviceServer.application, in: realm)
        return (server, old)
    }

    private func error(_ answer: ServerResponse) -> DeviceError? { DeviceError(json: answer.json) }

    @Test("by its old key, once, and said again by the same")
    func moves() async throws {
        let (server, old) = try await server()
        let phone = try TestPhone(server, seed: 1)
        let nonce = try await phone.nonce(.migration)
        let first = try await phone.migrate(device, nonce: nonce, signedBy: old)
        #expect(first.status == .created, "\(first.text)")
        let again = try await phone.migrate(device, nonce: nonce, signedBy: old)
        let grants = try [first, again].map { try PairingGrant(json: try #require($0.json["pairings"]?.array?.first)) }
        #expect(grants[0].pairing == grants[1].pairing && grants[0].nonce == grants[1].nonce)
        #expect(try await phone.confirm(grants[0]).status == .ok)
        let devices = try await server.domain.deviceRegistry.devices.devices(of: server.user.id, in: server.realm.id)
        #expect(devices.map(\.installation) == [phone.id])
        // Nobody else ever moves by that key.
        let thief = try TestPhone(server, seed: 2)
        let stolen = try await thief.migrate(device, nonce: try await thief.nonce(.migration), signedBy: old)
        #expect(error(stolen)?.documentedNumber == 10_015)
        #expect(try await server.domain.deviceRegistry.devices.devices(of: server.user.id, in: server.realm.id).count == 1)
    }

    @Test("not by another key, for another device, without a nonce, or when the time is over")
    func refused() async throws {
        let (server, old) = try await server()
        let phone = try TestPhone(server, seed: 1)
        let other = try JWK.generate(.p256, random: SeededRandom(seed: 91))
        #expect(error(try await phone.migrate(device, nonce: try await phone.nonce(.migration), signedBy: other))?.code == .migration)
        #expect(error(try await phone.migrate("unknown", nonce: try await phone.nonce(.migration), signedBy: old))?.code == .migration)
        #expect(error(try await phone.migrate(device, nonce: "made-up", signedBy: old))?.code == .replayed)
        let (closed, key) = try await self.server(until: "2020-01-01T00:00:00Z")
        let late = try TestPhone(closed, seed: 1)
        #expect(error(try await late.migrate(device, nonce: try await late.nonce(.migration), signedBy: key))?.code == .migration)
    }

    @Test("the old key vouches for this installation's keys and no other's")
    func bound() async throws {
        let (server, old) = try await server()
        let (phone, thief) = (try TestPhone(server, seed: 1), try TestPhone(server, seed: 2))
        let answer = try await thief.migrate(device, nonce: try await thief.nonce(.migration), signedBy: old, for: phone)
        #expect(error(answer)?.code == .deviceMismatch)
    }
}

extension TestPhone {
    /// Asks to be moved over by a statement of the old key.
    ///
    /// - Parameter other: whose keys the statement is about; nil for its own.
    func migrate(_ device: String, nonce: String, signedBy old: JWK, for other: TestPhone? = nil) async throws -> ServerResponse {
        let keys = other ?? self
        let migration = InstallationMigration(
            device: device, nonce: nonce, signing: try keys.signing.publicKey.unwrapped(),
            agreement: try keys.agreement.publicKey.unwrapped())
        let signature = try RawSigner(old).sign(migration.signingInput)
        let body = migration.json(
            signature: signature, app: DeviceServer.app, device: DeviceDescription(platform: "iOS"))
        return try await call(.post, "/migrations", body)
    }

    /// Confirms a grant.
    func confirm(_ grant: PairingGrant) async throws -> ServerResponse {
        isKnown = true
        return try await call(.post, "/pairings/\(grant.pairing)/confirmation", PairingConfirmation(nonce: grant.nonce).json)
    }
}
