import JourneyMessages

/// Something to show.
public class TextOutputCallback: Callback {
    private var statement: TextStatement? {
        switch wire.kind {
        case .textOutput(let statement), .suspendedTextOutput(let statement): statement
        default: nil
        }
    }

    /// The text.
    public var message: String { statement?.message ?? "" }
    public var messageType: MessageType { statement.flatMap { MessageType(rawValue: $0.severity.rawValue) } ?? .unknown }
}

/// Tells that the journey is suspended: it goes on with the link that was sent, by ``FRSession/authenticate(resumeURI:completion:)``.
public final class SuspendedTextOutputCallback: TextOutputCallback {}

/// How important a text is. A script is for browsers; apps must not run it.
public enum MessageType: Int, Sendable {
    case information = 0
    case warning = 1
    case error = 2
    case script = 4
    case unknown = -1
}
