import CallbackBridge

/// Asks for the PIN with a dialog of the module's own. Systems without one bring no PIN.
open class DefaultPinCollector: PinCollector {
    /// Makes one, which has no settings.
    public init() {}

    open func collectPin(prompt: Prompt, completion: @escaping (String?) -> Void) {
        guard let dialogs = BindingEnvironment.current.dialogs else { return completion(nil) }
        let completion = Handoff(completion)
        Task { completion.value(await dialogs.pin(prompt)) }
    }
}
