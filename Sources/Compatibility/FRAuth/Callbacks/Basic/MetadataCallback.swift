import FRCore
import JourneyMessages
import Primitives

/// Data for the app or its user interface.
public class MetadataCallback: Callback {
    /// The data.
    public var outputs: [String: Any] { wire.output("data")?.object?.untyped ?? [:] }
    /// The callback's number in its page, from 0; nil elsewhere.
    public var _id: Int? { wire.pageIndex }
}
