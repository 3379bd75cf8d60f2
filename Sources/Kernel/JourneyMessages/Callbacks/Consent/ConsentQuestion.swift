/// `ConsentMappingCallback`: asks whether data may be shared with another party. The legacy SDK for iOS doesn't know it.
public struct ConsentQuestion: Question {
    public static var type: CallbackType { .consentMapping }

    /// The mapping's name, and what it is called for people.
    public var name: String
    public var displayName: String
    public var icon: String
    /// The extent of what is shared, such as `Actual Profile`.
    public var accessLevel: String
    public var isRequired: Bool
    public var message: String
    /// The properties that are shared.
    public var fields: [String]

    public init(
        _ name: String, displayName: String, icon: String = "", accessLevel: String = "", isRequired: Bool = false,
        message: String = "", fields: [String] = []
    ) {
        self.name = name
        self.displayName = displayName
        self.icon = icon
        self.accessLevel = accessLevel
        self.isRequired = isRequired
        self.message = message
        self.fields = fields
    }

    public init?(_ callback: Callback) {
        guard let name = callback.text("name") else { return nil }
        self.init(
            name, displayName: callback.text("displayName") ?? name, icon: callback.text("icon") ?? "",
            accessLevel: callback.text("accessLevel") ?? "", isRequired: callback.flag("isRequired") ?? false,
            message: callback.text("message") ?? "", fields: callback.texts("fields") ?? [])
    }

    public var callback: Callback {
        Callback(
            Self.type,
            output: [
                .init("name", name), .init("displayName", displayName), .init("icon", icon), .init("accessLevel", accessLevel),
                .init("isRequired", isRequired), .init("message", message), .init("fields", fields),
            ], input: [.init("", false)])
    }

    public func inputs(for answer: Bool) -> [Callback.Field] { [.init("", answer)] }
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> Bool? { try given.flag() }
}
