import DeviceBinding
import DeviceFoundation
import DeviceProfile
import Foundation
import JourneyMessages
import Journeys
import Primitives

extension LoginDevice {
    /// What this machine calls itself as an app that binds keys.
    static let application = "gatehouse"

    /// What the machine answers by itself: keys that it binds, and what it is like. For a PIN it asks.
    static func plugins(at server: ServerAddress, on device: Device, asking user: any Conversation & Sendable) -> [CallbackPlugin] {
        let binding = DeviceBinding(
            at: server, on: device, application: application, pins: TerminalPINs(user: user))
        let profiler = DeviceProfiler(on: device)
        let name = ProcessInfo.processInfo.hostName
        return [
            CallbackPlugin(DeviceBindingQuestion.self) { question in await binding.answer(question, deviceName: name) },
            CallbackPlugin(DeviceSigningQuestion.self) { question in
                await binding.answer(question, selector: TerminalSelector(user: user))
            },
            CallbackPlugin(DeviceProfileQuestion.self) { question in await profiler.answer(question) },
        ]
    }
}

/// Asks for the PIN at the terminal.
private struct TerminalPINs: PINCollector {
    let user: any Conversation & Sendable

    func pin(_ prompt: DevicePrompt, isNew: Bool) async -> Secret? {
        for line in [prompt.title, prompt.subtitle, prompt.description] where !line.isEmpty { user.say("  " + line) }
        return try? user.askHidden(isNew ? "  New PIN: " : "  PIN: ")
    }
}

/// Has somebody at the terminal choose a key.
private struct TerminalSelector: KeySelector {
    let user: any Conversation & Sendable

    func select(among keys: [BoundKey]) async -> BoundKey? {
        let prompt = StepPrompt(user)
        return (try? prompt.choose("Sign in as", keys.map(\.username), initial: 0)).map { keys[$0] }
    }
}
