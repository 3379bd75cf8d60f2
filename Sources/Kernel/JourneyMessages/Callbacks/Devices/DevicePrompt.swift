import Primitives

/// The texts that a device shows while its user unlocks a key.
public struct DevicePrompt: Sendable, Equatable {
    /// The heading of the system's dialog; empty when the server sent none.
    public var title: String
    /// The line beneath the heading; empty when the server sent none.
    public var subtitle: String
    public var description: String

    /// Makes a device prompt of its members, which are taken unchecked. By default `title`, `subtitle` and `description` are empty.
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
