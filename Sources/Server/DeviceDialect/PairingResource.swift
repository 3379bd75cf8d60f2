import DeviceHTTP
import DeviceMessages
import Foundation
import Foundations
import HTTPBase
import Hummingbird
import Primitives
import RealmHTTP
import Store
import DeviceRegistry
import Directory

/// `/pairings`: begun, confirmed, ended (`docs/protocols/device-protocol.md` 3, 8).
struct PairingResource: Sendable {
    let services: DeviceProtocolServices

    func begin(_ proved: DeviceReader.Proved<Installations.Sender>, _: GatehouseContext) async throws -> Response {
        let begun = try await services.pairings.begin(
            try PairingRequest(json: try proved.json), by: proved.sender, from: proved.address, in: proved.realm)
        return .json(try grant(begun, proved).json, status: .created, headers: .noStore)
    }

    /// `POST /migrations`: an installation of the older product moves over.
    func migrate(_ proved: DeviceReader.Proved<Installations.Sender>, _: GatehouseContext) async throws -> Response {
        let json = try proved.json
        let begun = try await services.pairings.migrate(
            try InstallationMigration(json: json), app: try AppDescription(json: json["app"] ?? .null),
            device: try DeviceDescription(json: json["device"] ?? .null), by: proved.sender, from: proved.address, in: proved.realm)
        return .json(["pairings": .array([try grant(begun, proved).json])], status: .created, headers: .noStore)
    }

    private func grant(_ begun: Pairings.Begun, _ proved: DeviceReader.Proved<Installations.Sender>) throws -> PairingGrant {
        let passcode = try begun.seed.map { try $0.sealed(for: begun.installation.agreement, random: services.random) }
        let id = begun.device.text
        return PairingGrant(
            pairing: id, device: id, user: begun.user, realm: proved.realm.id.text, keys: proved.issuer.keys,
            passcode: passcode, serverTime: services.time.now, nonce: begun.nonce)
    }

    func confirm(_ proved: DeviceReader.Proved<Installation>, _ context: GatehouseContext) async throws -> Response {
        let result = try await services.pairings.confirm(
            try PairingConfirmation(json: try proved.json), of: try DeviceReader.id(context), by: proved.sender, in: proved.realm,
            issuer: proved.issuer)
        return .json(result.json, headers: .noStore)
    }

    func end(_ proved: DeviceReader.Proved<Installation>, _ context: GatehouseContext) async throws -> Response {
        guard let nonce = try proved.json["nonce"]?.string else { throw DeviceError(.malformed, "nonce is missing") }
        try await services.pairings.end(try DeviceReader.id(context), nonce: nonce, by: proved.sender, in: proved.realm)
        return Response(status: .noContent, headers: .noStore)
    }
}
