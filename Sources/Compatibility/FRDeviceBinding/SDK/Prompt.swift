import JourneyMessages
import Primitives

/// The texts that are shown while the user unlocks a key ("Custom authentication prompts").
public struct Prompt: Sendable, Equatable {
    /// The heading of the dialog.
    public var title: String
    /// The line beneath the heading.
    public var subtitle: String
    public var description: String

    /// Makes a prompt of its members, which are taken unchecked.
    public init(title: String, subtitle: String, description: String) {
        self.title = title
        self.subtitle = subtitle
        self.description = description
    }

    init(_ prompt: DevicePrompt) { self.init(title: prompt.title, subtitle: prompt.subtitle, description: prompt.description) }

    var modern: DevicePrompt { DevicePrompt(title: title, subtitle: subtitle, description: description) }
}
