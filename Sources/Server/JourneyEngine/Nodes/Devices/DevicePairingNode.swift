import DeviceMessages
import Foundation
import JourneyMessages
import Primitives
import Services
import DeviceRegistry
import Directory
import Foundations

/// Shows a user who has shown who they are a pairing key, and waits until a phone has used it.
struct DevicePairingNode: JourneyNode {
    static let type = NodeType(
        "DevicePairingNode", alias: "devicePairing", title: "Device Pairing", "Shows a pairing key, and waits until a phone has used it.",
        interaction: .always, changesCredentials: true)
    static let settings = [
        NodeSetting<Self>("applications", \.applications, "The native applications whose phones may use it; empty for all."),
        NodeSetting<Self>("policy", \.policy, "The device authentication policy, by id or name; empty for the realm's default."),
        NodeSetting<Self>("message", \.message, "What to show; {{key}} becomes the key."),
        NodeSetting<Self>("seconds", \.seconds, in: 1...60, "After how many seconds the page looks again."),
        NodeSetting<Self>("exitMessage", \.exit, "The label of the button to go on without."),
    ]
    static let state = StateUse(reads: ["username"])

    /// The id of the hidden value that a page shows as a QR code.
    static let hiddenID = "devicePairing"

    static let (paired, expired, exited) = ("paired", "expired", "exited")

    var applications: [String] = []
    var policy = ""
    var message: LocalizedText = "Scan this code with your phone, or enter {{key}} there."
    var seconds = 2
    var exit: LocalizedText = "Not now"

    let outcomes = [paired, expired, exited]

    var callbacks: [CallbackType] { [.hiddenValue, .pollingWait, .confirmation] }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.type)
        guard let id = turn["id"]?.string.flatMap(UUID.init(uuidString:)) else { return try await start(user, &turn) }
        guard let key = try await turn.domain.pairingKeys.key(id, of: user.id, in: turn.realm) else { return leave(Self.expired, &turn) }
        if key.status == .claimed { return leave(Self.paired, &turn) }
        let pressed = try ask(key, &turn)
        guard turn.wasSubmitted, pressed == 0 else { return .waiting }
        try await turn.spend()
        _ = try await turn.domain.pairingKeys.delete(id, of: user.id, in: turn.realm)
        return leave(Self.exited, &turn)
    }

    private func start(_ user: User, _ turn: inout Turn) async throws -> NodeResult {
        try await turn.spend()
        guard let key = try await makeKey(user, turn) else { return leave(Self.exited, &turn) }
        turn["id"] = .string(key.id.uuidString.lowercased())
        turn.withdraw()
        _ = try ask(key, &turn)
        return .waiting
    }

    /// A new key; nil for a user who has left so many unused that they have to expire first, and goes on without.
    private func makeKey(_ user: User, _ turn: Turn) async throws -> PairingKey? {
        do {
            return try await turn.domain.pairingKeys.create(
                for: user.id, applications: applications, policy: try await turn.mfaPolicy(policy), in: turn.realm)
        } catch let error as DomainError where error.code == .conflict {
            return nil
        }
    }

    private func ask(_ key: PairingKey, _ turn: inout Turn) throws -> Int? {
        let code = key.code ?? Secret("")
        let issuer = try turn.deviceIssuer()
        let uri = PairingKeyText(key: code, base: issuer.base, realm: issuer.realm).text
        turn.tell(HiddenValue(id: Self.hiddenID, value: uri).callback)
        let message = turn.text(message).replacing("{{key}}", with: code.reveal())
        turn.tell(PollingWait(milliseconds: seconds * 1000, message: message).callback)
        return turn.ask(ConfirmationQuestion(options: [turn.text(exit)]))
    }

    private func leave(_ outcome: String, _ turn: inout Turn) -> NodeResult {
        turn["id"] = nil
        return .outcome(outcome)
    }
}
