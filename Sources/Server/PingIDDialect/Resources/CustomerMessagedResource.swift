import DialectBase
import DeviceMessages
import Foundation
import Primitives
import DevicePolicies
import DeviceRegistry
import HTTPTypes
import PingIDService
import Store

/// `/smspairings`, `/voicepairings`, `/emailpairings`: telephone numbers and mail addresses that codes are sent to.
struct CustomerMessagedResource: Sendable {
    let kind: DeviceKind

    /// The member of the body that holds the address.
    private var member: String { kind == .email ? "email" : "phoneNumber" }

    func begin(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        let device = try await turn.pingID.pair(
            turn.members.text(member, atMost: 320), as: kind, with: try turn.username, application: turn.application, in: turn.realm)
        return .init(["id": .string(device.id.text), "status": "OTP"], status: .created)
    }

    /// `otp`: the code that was sent.
    func take(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        let code = Secret(try turn.members.text("otp", atMost: 32))
        let device = try await turn.pingID.activate(
            try turn.id, with: code, of: try turn.username, application: turn.application, in: turn.realm)
        return .init(["id": .string(device.id.text), "status": "PAIRED"])
    }
}
