/// `DeviceProfileCallback`: asks for what the device is like, and where.
public struct DeviceProfileQuestion: Question {
    /// The type of callback that asks this, ``CallbackType/deviceProfile``.
    public static var type: CallbackType { .deviceProfile }

    /// Whether ``DeviceProfileDocument/metadata`` is asked for.
    public var wantsMetadata: Bool
    /// Whether ``DeviceProfileDocument/location`` is asked for.
    public var wantsLocation: Bool
    /// The text to show meanwhile.
    public var message: String

    /// Makes a device profile question of its members, which are taken unchecked. By default `message` is empty.
    public init(metadata: Bool, location: Bool, message: String = "") {
        wantsMetadata = metadata
        wantsLocation = location
        self.message = message
    }

    /// Reads the wire form; outputs that are missing take their default values.
    public init?(_ callback: Callback) {
        self.init(
            metadata: callback.flag("metadata") ?? false, location: callback.flag("location") ?? false,
            message: callback.text("message") ?? "")
    }

    /// The wire form, its inputs not yet numbered; the outputs are `metadata`, `location` and `message`.
    public var callback: Callback {
        Callback(
            Self.type,
            output: [.init("metadata", wantsMetadata), .init("location", wantsLocation), .init("message", message)],
            input: [.empty()])
    }

    /// - Parameter answer: the profile, a JSON text (`docs/protocols/step-protocol.md` 9.1).
    public func inputs(for answer: String) -> [Callback.Field] { [.init("", answer)] }
    /// Reads the answer; nil when the client gave none.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when an input is no text, ``JourneyMessageError/Code/tooLarge`` when it is longer
    ///   than ``StepLimits/document``.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> String? { try given.text(limit: StepLimits.document) }
}
