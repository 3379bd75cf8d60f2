/// `DeviceProfileCallback`: asks for what the device is like, and where.
public struct DeviceProfileQuestion: Question {
    public static var type: CallbackType { .deviceProfile }

    public var wantsMetadata: Bool
    public var wantsLocation: Bool
    /// The text to show meanwhile.
    public var message: String

    public init(metadata: Bool, location: Bool, message: String = "") {
        wantsMetadata = metadata
        wantsLocation = location
        self.message = message
    }

    public init?(_ callback: Callback) {
        self.init(
            metadata: callback.flag("metadata") ?? false, location: callback.flag("location") ?? false,
            message: callback.text("message") ?? "")
    }

    public var callback: Callback {
        Callback(
            Self.type,
            output: [.init("metadata", wantsMetadata), .init("location", wantsLocation), .init("message", message)],
            input: [.empty()])
    }

    /// - Parameter answer: the profile, a JSON text (`pingam-protocol.md` 9.1).
    public func inputs(for answer: String) -> [Callback.Field] { [.init("", answer)] }
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> String? { try given.text(limit: StepLimits.document) }
}
