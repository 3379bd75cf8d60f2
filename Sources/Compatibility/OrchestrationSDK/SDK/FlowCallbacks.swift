import CallbackBridge
import CommandChannel
import Orchestration
import Primitives

/// The way to the server that the documented API has: a callback with each command, and `execute` with each answer.
struct CallbackRelay: CommandRelay {
    let suspensions: Suspensions
    let step: Handoff<(String) -> Void>

    func send(_ command: String) async throws -> String {
        try await suspensions.answer(in: try CommandEnvelope(command).flow.bytes) { step.value(command) }
    }
}

/// The screens that the documented API has: the app's for what is shown, and the app's or the SDK's keypad for passwords.
final class CallbackPrompts: UserPrompts {
    private let suspensions: Suspensions
    private let authentication: Handoff<(any UserAuthenticationDelegate)?>
    private let keypad: (any VirtualKeypad)?
    private let appearance: KeypadAppearance
    private let display: Handoff<((String, any DisplayDataCaller) -> Void)?>
    private let fault: Handoff<(DeviceFailure.Code) -> Void>
    private let chosen = Chosen()

    init(
        _ suspensions: Suspensions, _ authentication: (any UserAuthenticationDelegate)?, _ keypad: (any VirtualKeypad)?,
        _ appearance: KeypadAppearance,
        display: ((String, any DisplayDataCaller) -> Void)? = nil, fault: @escaping (DeviceFailure.Code) -> Void = { _ in }
    ) {
        self.suspensions = suspensions
        self.keypad = keypad
        self.appearance = appearance
        self.authentication = Handoff(authentication)
        self.display = Handoff(display)
        self.fault = Handoff(fault)
    }

    func pin(_ prompt: PINPrompt) async -> Secret? {
        if let code = prompt.fault { fault.value(code) }
        if let delegate = authentication.value { return await external(prompt, delegate) }
        guard let keypad else { return nil }
        return await entered(on: keypad, VirtualKeypadRequest(prompt, appearance)).map { Secret($0) }
    }

    /// Shows the keypad until the user has done with it, or another flow begins; then its task is cancelled.
    private func entered(on keypad: any VirtualKeypad, _ request: VirtualKeypadRequest) async -> String? {
        var showing: Task<Void, Never>?
        let password: String? = await suspensions.input { suspension in
            showing = Task { suspension.give(await keypad.password(for: request)) }  // Shows a screen on the main actor.
        }
        showing?.cancel()
        return password
    }

    /// The app's own screen. It has a chosen password confirmed itself, so that it isn't asked for again.
    private func external(_ prompt: PINPrompt, _ delegate: any UserAuthenticationDelegate) async -> Secret? {
        if prompt.purpose == .confirm { return await chosen.value }
        if let code = prompt.fault {
            let exception = DeviceFailure(code, "the input wasn't taken")
            delegate.onUserAuthenticationInputError(InputError(errorCode: code.number, inputException: exception))
        }
        let input: String? = await suspensions.input { suspension in
            delegate.onUserAuthenticationRequired(.password, Input(suspension: suspension), prompt.purpose != .enter)
        }
        let secret = input.map { Secret($0) }
        await chosen.set(secret)
        return secret
    }

    func decision(on request: ShownRequest) async -> Decision? {
        guard let show = display.value else { return nil }
        return await suspensions.input { show(request.display.text, Caller(suspension: $0)) }
    }

    private actor Chosen {
        private(set) var value: Secret?
        func set(_ value: Secret?) { self.value = value }
    }

    private struct Input: UserAuthenticationInputDelegate {
        let suspension: Suspension<String?>
        func onUserAuthenticationInputSuccess(_ input: String) { suspension.give(input) }
        func onUserAuthenticationInputAborted() { suspension.give(nil) }
    }

    private struct Caller: DisplayDataCaller {
        let suspension: Suspension<Decision?>
        func onDataApproved() { suspension.give(.approve) }
        func onDataRejected() { suspension.give(.reject) }
    }
}
