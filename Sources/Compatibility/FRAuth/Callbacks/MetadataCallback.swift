import JourneyMessages
import Primitives

/// Data for the app or its user interface.
public final class MetadataCallback: Callback {
    /// The data.
    public let outputs: [String: Any]

    init(_ wire: JourneyMessages.Callback, _ data: JSONValue) {
        outputs = data.object?.untyped ?? [:]
        super.init(wire)
    }
}
