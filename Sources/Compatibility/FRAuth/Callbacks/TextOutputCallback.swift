import JourneyMessages

/// Something to show.
public final class TextOutputCallback: Callback {
    /// The text.
    public let message: String
    public let messageType: MessageType

    init(_ wire: JourneyMessages.Callback, _ statement: TextStatement) {
        self.message = statement.message
        messageType = MessageType(rawValue: statement.severity.rawValue) ?? .unknown
        super.init(wire)
    }
}

/// How important a text is. A script is for browsers; apps must not run it.
public enum MessageType: Int, Sendable {
    case information = 0
    case warning = 1
    case error = 2
    case script = 4
    case unknown = -1
}
