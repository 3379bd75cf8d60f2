import DeviceHTTP
import DeviceMessages
import HTTPBase
import Hummingbird
import DeviceRegistry
import RealmHTTP
import MultiFactor

/// `/authentication-codes`: claimed and decided by a device that has read one (`docs/protocols/device-protocol.md` 7).
struct AuthenticationCodeResource: Sendable {
    let codes: AuthenticationCodes

    func claim(_ proved: DeviceReader.Proved<Installation>, _ context: GatehouseContext) async throws -> Response {
        let claim = try await codes.claim(
            try context.parameters.require("code"), by: proved.sender, from: proved.address, in: proved.realm)
        return .json(claim.json, headers: .noStore)
    }

    func decide(_ proved: DeviceReader.Proved<Installation>, _ context: GatehouseContext) async throws -> Response {
        let claim = try await codes.decide(
            try context.parameters.require("code"), as: try AuthenticationCodeDecision(json: try proved.json), by: proved.sender,
            from: proved.address, in: proved.realm)
        return .json(claim.json, headers: .noStore)
    }
}
