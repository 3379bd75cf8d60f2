import JourneyMessages
import Primitives

/// Something to show.
public class TextOutputCallback: Callback {
    /// The text.
    public var message: String { wire.output("message")?.string ?? "" }
    /// The importance of the text.
    public var messageType: MessageType { MessageType(wire) }
    /// The callback's number in its page, from 0; nil elsewhere.
    public var _id: Int? { wire.pageIndex }
}

/// Tells that the journey is suspended: it continues with the link that was sent, by ``FRSession/authenticate(resumeURI:completion:)``.
public final class SuspendedTextOutputCallback: TextOutputCallback {}

/// The importance of a text.
public enum MessageType: Int, Sendable {
    /// A plain message, 0 on the wire.
    case information = 0
    /// A warning, 1 on the wire.
    case warning = 1
    /// An error, 2 on the wire.
    case error = 2
    /// A script for browsers. Nodes keep such texts from apps.
    case script = 4
    /// A number that the enumeration lacks.
    case unknown = -1

    /// Reads the type of a callback, as number or text; ``unknown`` for what isn't known.
    init(_ wire: JourneyMessages.Callback) {
        let number = wire.output("messageType").flatMap(JourneyMessages.Callback.index)
        self = number.flatMap { MessageType(rawValue: $0) } ?? .unknown
    }
}
