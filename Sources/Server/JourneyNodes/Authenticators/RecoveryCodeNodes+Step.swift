import DevicePolicies
import DeviceRegistry
import Directory
package import JourneyEngine
import JourneyMessages
import JourneyModel
import MultiFactor
import Primitives
import Translations

extension RecoveryCodeDisplay: JourneyNode {
    /// The name of a device that the journey gave none, as clients have it too.
    private static let unnamed = "New Security Key"
    private static let heading = LocalizedText(\.recoveryCodes)
    private static let advice = LocalizedText(\.recoveryAdvice)
    private static let done = LocalizedText(\.recoveryDone)

    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let codes = turn.state.secrets[Self.codesName].map(TransientValue.json)?.strings ?? []
        guard !codes.isEmpty else { return .outcome(Outcome.only) }
        let device = turn.state.secrets[Self.deviceName]?.reveal() ?? Self.unnamed
        turn.tell(TextStatement(script(codes, device), .script).callback)
        let text = [turn.text(Self.heading), turn.text(Self.advice).replacing("{{device}}", with: device)] + codes
        turn.tell(TextStatement(text.joined(separator: "\n")).callback)
        guard turn.ask(ConfirmationQuestion(acknowledgedBy: turn.text(Self.done))) != nil else { return .waiting }
        (turn.state.secrets[Self.codesName], turn.state.secrets[Self.deviceName]) = (nil, nil)
        return .outcome(Outcome.only)
    }

    /// The text by which clients that draw the step themselves know it, and find codes and device in it
    /// (`docs/protocols/step-protocol.md` 3.8): the words "Recovery Codes", the device's name in `em`, and each code as a quoted literal on
    /// an indented line of its own.
    private func script(_ codes: [String], _ device: String) -> String {
        let lines = codes.map { "    \"\($0)\\n\"" }.joined(separator: " +\n")
        return """
            var title = "Your Recovery Codes";
            var deviceName = "<em>\(Self.escaped(device))</em>";
            var recoveryCodes =
            \(lines);
            """
    }

    /// A user's text without the characters that end a literal, an element or a line.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "<", ">", "&", "\"", "\\": "&#\(scalar.value);"
            case _ where scalar.value < 0x20 || scalar.value == 0x2028 || scalar.value == 0x2029: " "
            default: String(scalar)
            }
        }.joined()
    }
}

extension RecoveryCodeCollector: JourneyNode {
    private static let prompt = LocalizedText(\.recoveryCode)

    package func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let code = turn.ask(NameQuestion(prompt: turn.text(Self.prompt))), !code.isEmpty else { return .waiting }
        guard let user = try await turn.secondFactorUser() else {
            try await turn.recordFailure("a recovery code of no user")
            return .outcome(Outcome.no)
        }
        let isRight = try await turn.domain.multiFactor.authenticators.useRecoveryCode(
            Secret(code), of: user, for: kind.devices, in: turn.realm, from: turn.client.address, spending: try turn.spending())
        guard isRight, turn.state.identify(user, showing: .recoveryCode) else {
            try await turn.recordFailure("wrong recovery code", of: .recoveryCode)
            return .outcome(Outcome.no)
        }
        return .outcome(Outcome.yes)
    }
}

extension RecoveryCodeCollector.Kind {
    fileprivate var devices: Set<UserDevice.Kind> {
        switch self {
        case .oath: .oneTimePasswords
        case .push: [.authenticator]
        case .webAuthn: [.fido2]
        }
    }
}
