import Foundation
import Orchestration
import OrchestrationSDK
import OrchestrationTesting
import Synchronization
import Testing

@Suite("The keypad by the documented keys")
struct VirtualKeypadTests {
    private let tom = OrchestrationUser("tom")

    /// A bundle with strings.
    private func bundle(_ strings: String) throws -> (bundle: Bundle, remove: () -> Void) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "keypad-\(UUID().uuidString).bundle")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try strings.write(to: folder.appending(path: "Localizable.strings"), atomically: true, encoding: .utf8)
        let bundle = try #require(Bundle(path: folder.path(percentEncoded: false)))
        return (bundle, { try? FileManager.default.removeItem(at: folder) })
    }

    @Test("texts, colours and sizes are the app's, a wrong value is warned of, and whoever turns away aborts")
    func customized() async throws {
        let (bundle, remove) = try bundle(
            """
            "orch_pinpad_choose_pin" = "Wählen Sie eine PIN";
            "orch_pinpad_weak_pin" = "Zu einfach";
            "orch_pinpad_key_color" = "#102030";
            "orch_pinpad_key_size" = "huge";
            """)
        defer { remove() }
        let (app, keypad) = (try App(), ScriptedKeypad("111111", "193758", "193758"))
        let (orchestrator, delegate) = try app.start {
            $0.setKeypad(keypad)
            $0.environment.bundle = bundle
        }
        #expect(app.values(of: "onOrchestrationWarning") == ["\(OrchestrationWarningCodes.KEYPAD_APPEARANCE)"])
        orchestrator.setUserAuthenticationDelegate(delegate, [])
        orchestrator.startActivation(
            OnlineActivationParameters(user: tom, activationPassword: try app.server.register("tom"), delegate: delegate))
        await app.waits(for: "onActivationSuccess")
        let shown = keypad.shown
        #expect(shown.map(\.title) == ["Wählen Sie eine PIN", "Wählen Sie eine PIN", "Confirm your PIN"])
        #expect(shown.map(\.error) == [nil, "Zu einfach", nil] && shown.allSatisfy { $0.isEnrollment && $0.user == tom })
        let appearance = try #require(shown.first).appearance
        #expect(appearance[VirtualKeypadColor.key, isDark: false].css == "#102030ff" && appearance[VirtualKeypadSize.key] == 24)
        #expect(VirtualKeypadText.weak.text(in: bundle) == "Zu einfach" && VirtualKeypadText.enter.text(in: bundle) == "Enter your PIN")
        orchestrator.startLocalAuthentication(
            LocalAuthenticationParams(user: tom, cryptoAppIndex: 2, challenge: nil, protectionType: .PASSWORD, delegate: delegate))
        await app.waits(for: "onLocalAuthenticationAborted")
        #expect(keypad.shown.last?.title == "Enter your PIN" && keypad.shown.last?.isEnrollment == false)
    }
}

/// A keypad that enters what a script says, and then turns away.
private final class ScriptedKeypad: VirtualKeypad {
    private let state: Mutex<(inputs: [String], shown: [VirtualKeypadRequest])>

    init(_ inputs: String...) { state = Mutex((inputs, [])) }

    var shown: [VirtualKeypadRequest] { state.withLock { $0.shown } }

    func password(for request: VirtualKeypadRequest) async -> String? {
        state.withLock { state in
            state.shown.append(request)
            return state.inputs.isEmpty ? nil : state.inputs.removeFirst()
        }
    }
}
