public import Primitives

/// `TextOutputCallback`: something to show.
public struct TextStatement: Sendable, Equatable {
    /// The text to show, or the program's text where the severity is `script`.
    public var message: String
    /// The importance of the text; `information` when the server sent none that is known.
    public var severity: Severity
    /// The name of the input that the text is about, such as `IDToken1`; nil when it is about none. Only this server sends it, with the
    /// reason why a question is asked again.
    public var about: String?

    /// The importance of a text. On the wire a decimal digit as a JSON string (`docs/protocols/step-protocol.md` 0, rule 6).
    public enum Severity: Int, Sendable { case information = 0, warning = 1, error = 2, script = 4 }

    /// Makes a text statement of its members, which are taken unchecked. By default `severity` is `.information`, and `about` is nil.
    public init(_ message: String, _ severity: Severity = .information, about: String? = nil) {
        self.message = message
        self.severity = severity
        self.about = about
    }

    init?(_ callback: Callback) {
        guard let message = callback.output("message")?.string else { return nil }
        let type = callback.output("messageType")
        let number = type?.string.flatMap { Int($0) } ?? type?.integer.flatMap { Int(exactly: $0) } ?? 0
        self.init(message, Severity(rawValue: number) ?? .information, about: callback.text("about"))
    }

    /// The wire form.
    public var callback: Callback { callback(.textOutput) }

    /// The wire form of `SuspendedTextOutputCallback`: the journey continues by a link that was sent, and no answer is expected.
    public var suspendedCallback: Callback { callback(.suspendedTextOutput) }

    private func callback(_ type: CallbackType) -> Callback {
        Callback(
            type,
            output: [.init("message", message), .init("messageType", String(severity.rawValue))]
                + (about.map { [.init("about", $0)] } ?? []))
    }
}

/// `PollingWaitCallback`: the client waits and then posts the step unchanged.
public struct PollingWait: Sendable, Equatable {
    /// The time to wait, in milliseconds; a JSON string on the wire (`docs/protocols/step-protocol.md` 0, rule 6).
    public var milliseconds: Int
    /// The text to show meanwhile; some clients refuse an empty one.
    public var message: String

    /// Makes a polling wait of its members, which are taken unchecked.
    public init(milliseconds: Int, message: String) {
        self.milliseconds = milliseconds
        self.message = message
    }

    init?(_ callback: Callback) {
        let wait = callback.output("waitTime")
        guard let number = wait?.string.flatMap({ Int($0) }) ?? wait?.integer.flatMap({ Int(exactly: $0) }), number >= 0
        else { return nil }
        self.init(milliseconds: number, message: callback.output("message")?.string ?? "")
    }

    /// The wire form; the outputs are `waitTime` and `message`.
    public var callback: Callback {
        Callback(
            .pollingWait,
            output: [.init("waitTime", .string(String(milliseconds))), .init("message", .string(message))])
    }
}

extension Callback {
    /// `MetadataCallback`: data for the app or its user interface, in the output `data`.
    public static func metadata(_ data: JSONValue) -> Callback { Callback(.metadata, output: [.init("data", data)]) }
}
