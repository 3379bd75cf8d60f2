public import DeviceBinding
import Foundation
public import JourneyMessages
public import Primitives

/// Asks the user for the PIN of a key, when a journey needs it.
@MainActor
public final class PINModel: ExampleModel, PINCollector {
    /// The question to the user; nil for none.
    public private(set) var prompt: String?

    private var waiting: CheckedContinuation<Secret?, Never>?

    public nonisolated func pin(_ prompt: DevicePrompt, isNew: Bool) async -> Secret? { await ask(isNew ? "Choose a PIN" : "PIN") }

    /// Takes the user's answer; nil when they turned away.
    public func answer(_ pin: String?) {
        prompt = nil
        waiting?.resume(returning: pin.map { Secret($0) })
        waiting = nil
        changed()
    }

    private func ask(_ text: String) async -> Secret? {
        answer(nil)
        return await withCheckedContinuation { continuation in
            waiting = continuation
            prompt = text
            changed()
        }
    }
}
