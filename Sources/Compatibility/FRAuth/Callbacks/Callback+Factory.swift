import JourneyMessages

extension Callback {
    /// The class for a callback of the wire.
    static func of(_ wire: JourneyMessages.Callback) -> Callback {
        switch wire.kind {
        case .name: NameCallback(wire)
        case .password: PasswordCallback(wire)
        case .textInput: TextInputCallback(wire)
        case .textOutput(let statement): TextOutputCallback(wire, statement)
        case .choice(let question): ChoiceCallback(wire, question)
        case .confirmation(let question): ConfirmationCallback(wire, question)
        case .hiddenValue(let hidden): HiddenValueCallback(wire, hidden)
        case .pollingWait(let wait): PollingWaitCallback(wire, wait)
        case .metadata(let data): MetadataCallback(wire, data)
        default: Callback(wire)
        }
    }
}
