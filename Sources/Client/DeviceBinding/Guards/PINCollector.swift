public import JourneyMessages
public import Primitives

/// Asks the user for the PIN of this application.
public protocol PINCollector: Sendable {
    /// Asks; nil when the user turned away.
    /// - Parameter isNew: whether the user chooses the PIN now.
    func pin(_ prompt: DevicePrompt, isNew: Bool) async -> Secret?
}
