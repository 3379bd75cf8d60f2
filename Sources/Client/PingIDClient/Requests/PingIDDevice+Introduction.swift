import DeviceFoundation
import DeviceMessages
import Foundation
import JOSE
import Primitives

extension PingIDDevice {
    /// The installation, made when there is none. One that is trusted nowhere moves to another server by beginning again, since no key is
    /// shared by two realms.
    func introduced(at issuer: DeviceIssuer? = nil) async throws(PingIDError) -> InstallationState {
        if let issuer, !configuration.issuers.contains(issuer) {
            throw PingIDError(.application, "the app may not talk to \(issuer.base)")
        }
        return try await book.state { [keys, configuration] known throws(PingIDError) in
            guard let known else { return try await Self.fresh(at: issuer ?? configuration.issuers[0], keys) }
            guard let issuer, issuer != known.issuer else { return known }
            guard known.users.isEmpty else {
                throw PingIDError(.pairing, "this device is paired in another data centre; remove that pairing first")
            }
            try await keys.delete()
            return try await Self.fresh(at: issuer, keys, after: known)
        }
    }

    private static func fresh(
        at issuer: DeviceIssuer, _ keys: InstallationKeys, after former: InstallationState? = nil
    ) async throws(PingIDError) -> InstallationState {
        var state = InstallationState(issuer: issuer, id: try await keys.make().thumbprintText)
        state.push = former?.push
        state.isRootDetectionActive = former?.isRootDetectionActive ?? false
        return state
    }

    /// The time as the server has it, as far as it said; for what this device signs, and for nothing that it believes.
    nonisolated func serverTime(_ state: InstallationState) -> Date { device.time.now.addingTimeInterval(state.clockOffset) }
}
