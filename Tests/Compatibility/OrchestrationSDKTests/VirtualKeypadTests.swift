import ClientTesting
import Foundation
import Orchestration
import OrchestrationSDK
import OrchestrationTesting
import Synchronization
import Testing

@Suite("The keypad by the documented keys", OnOwnThreads())
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

    @Test("another flow takes the keypad away, and the flow that asked is aborted")
    func superseded() async throws {
        let (app, keypad) = (try App(), ScriptedKeypad("193758", "193758"))
        let (orchestrator, delegate) = try app.start { $0.setKeypad(keypad) }
        orchestrator.setUserAuthenticationDelegate(delegate, [])
        orchestrator.startActivation(
            OnlineActivationParameters(user: tom, activationPassword: try app.server.register("tom"), delegate: delegate))
        await app.waits(for: "onActivationSuccess")
        keypad.waits()
        orchestrator.startLocalAuthentication(
            LocalAuthenticationParams(user: tom, cryptoAppIndex: 2, challenge: nil, protectionType: .PASSWORD, delegate: delegate))
        await keypad.isShown(3)
        orchestrator.startLocalTransaction(
            LocalTransactionParams(user: tom, cryptoAppIndex: 4, dataFields: ["a"], protectionType: .NOPASSWORD, delegate: delegate))
        await app.waits(for: "onLocalAuthenticationAborted")
        await app.waits(for: "onLocalTransactionSuccess")
        await keypad.isTakenAway()
    }
}

/// A keypad that enters what a script says, and then turns away, or waits until it is taken away.
private final class ScriptedKeypad: VirtualKeypad {
    private struct State {
        var inputs: [String]
        var shown: [VirtualKeypadRequest] = []
        var isWaiting = false
    }

    private let state: Mutex<State>
    private let (showings, show) = AsyncStream.makeStream(of: Int.self)
    /// Ends only for a task that is cancelled.
    private let (never, nothing) = AsyncStream.makeStream(of: Void.self)
    private let (removals, remove) = AsyncStream.makeStream(of: Void.self)

    init(_ inputs: String...) { state = Mutex(State(inputs: inputs)) }

    var shown: [VirtualKeypadRequest] { state.withLock { $0.shown } }
    func waits() { state.withLock { $0.isWaiting = true } }
    /// Waits until it was shown so often.
    func isShown(_ times: Int) async { _ = await showings.first { $0 >= times } }
    /// Waits until it was taken away.
    func isTakenAway() async { _ = await removals.first { true } }

    func password(for request: VirtualKeypadRequest) async -> String? {
        let (number, isWaiting, input) = state.withLock { state -> (Int, Bool, String?) in
            state.shown.append(request)
            return (state.shown.count, state.isWaiting, state.inputs.isEmpty ? nil : state.inputs.removeFirst())
        }
        show.yield(number)
        guard isWaiting else { return input }
        for await _ in never {}
        remove.yield()
        return nil
    }
}
