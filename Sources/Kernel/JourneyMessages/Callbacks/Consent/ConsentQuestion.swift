/// `ConsentMappingCallback`: asks whether data may be shared with another party. The legacy SDK for iOS doesn't know it.
public struct ConsentQuestion: Question {
    /// The type of callback that asks this, ``CallbackType/consentMapping``.
    public static var type: CallbackType { .consentMapping }

    /// The mapping's name, and what it is called for people.
    public var name: String
    /// The mapping's name for people; read as ``name`` when the server sent none.
    public var displayName: String
    /// The picture of the other party, as the server names it; empty for none.
    public var icon: String
    /// The extent of what is shared, such as `Actual Profile`.
    public var accessLevel: String
    /// Whether the journey continues only with consent.
    public var isRequired: Bool
    /// The text to show with the question; may be empty.
    public var message: String
    /// The properties that are shared.
    public var fields: [String]

    /// Makes a consent question of its members, which are taken unchecked. By default `icon`, `accessLevel`, `message` and `fields` are
    /// empty, and `isRequired` is `false`.
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

    /// Reads the wire form; nil without `name` in the documented form.
    public init?(_ callback: Callback) {
        guard let name = callback.text("name") else { return nil }
        self.init(
            name, displayName: callback.text("displayName") ?? name, icon: callback.text("icon") ?? "",
            accessLevel: callback.text("accessLevel") ?? "", isRequired: callback.flag("isRequired") ?? false,
            message: callback.text("message") ?? "", fields: callback.texts("fields") ?? [])
    }

    /// The wire form, its inputs not yet numbered; the outputs are `name`, `displayName`, `icon`, `accessLevel`, `isRequired`, `message`
    /// and `fields`.
    public var callback: Callback {
        Callback(
            Self.type,
            output: [
                .init("name", name), .init("displayName", displayName), .init("icon", icon), .init("accessLevel", accessLevel),
                .init("isRequired", isRequired), .init("message", message), .init("fields", fields),
            ], input: [.init("", false)])
    }

    /// Whether the box is ticked.
    public var keptInputs: [String] { [""] }

    /// The one input that carries the answer, named by the number of the callback alone.
    public func inputs(for answer: Bool) -> [Callback.Field] { [.init("", answer)] }
    /// Reads the answer; nil when the client gave none.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when the input is neither true nor false.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> Bool? { try given.flag() }
}
