import CallbackBridge
import DeviceBinding
import JourneyMessages
import Primitives

/// Asks the user for the PIN of the application.
public protocol PinCollector {
    /// Asks; the completion takes the PIN, or nil when the user turned away.
    func collectPin(prompt: Prompt, completion: @escaping (String?) -> Void)
}

/// The documented collector as the modern one.
struct CollectedPIN: PINCollector {
    private let collector: Handoff<any PinCollector>

    init(_ collector: any PinCollector) { self.collector = Handoff(collector) }

    func pin(_ prompt: DevicePrompt, isNew: Bool) async -> Secret? {
        let pin: String? = await withCheckedContinuation { continuation in
            collector.value.collectPin(prompt: Prompt(prompt)) { continuation.resume(returning: $0) }
        }
        return pin.map { Secret($0) }
    }
}
