import Primitives

/// The texts that a device shows while its user unlocks a key.
public struct DevicePrompt: Sendable, Equatable {
    public var title: String
    public var subtitle: String
    public var description: String

    public init(title: String = "", subtitle: String = "", description: String = "") {
        self.title = title
        self.subtitle = subtitle
        self.description = description
    }

    init(_ callback: Callback) {
        self.init(
            title: callback.text("title") ?? "", subtitle: callback.text("subtitle") ?? "",
            description: callback.text("description") ?? "")
    }

    var output: [Callback.Field] {
        [.init("title", title), .init("subtitle", subtitle), .init("description", description)]
    }
}
