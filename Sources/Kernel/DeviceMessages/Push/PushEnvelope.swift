public import Primitives

/// The envelope in which a carrier delivers a signed statement to an app, put on and taken off (`docs/protocols/device-protocol.md` 5).
///
/// Nothing around the statement is trusted: it says only how the system shows the message before the app sees it.
public struct PushEnvelope: Sendable, Equatable {
    /// The system's way to present the message.
    public enum Presentation: Sendable, Equatable {
        /// An alert; one that is time-sensitive breaks through the person's summary and focus.
        case alert(isTimeSensitive: Bool)
        /// Nothing is shown, the app is woken.
        case silent
    }

    /// The member that holds the statement.
    public static let member = "gh"
    /// The documented localisation keys (`docs/protocols/platform.md` 13.7).
    public static let titleKey = "notification.title"
    /// The localisation key of the text.
    public static let messageKey = "notification.message"

    /// Texts that are shown in the place of the app's own.
    public struct Texts: Sendable, Equatable {
        /// The heading; nil for none.
        public let title: String?
        /// The text beneath the heading.
        public let body: String

        /// Makes a pair of texts of its members, which are taken unchecked.
        public init(title: String?, body: String) {
            self.title = title
            self.body = body
        }
    }

    /// The compact statement.
    public let statement: String
    /// The way in which the system shows the push.
    public let presentation: Presentation
    /// The set of buttons on the banner (`docs/protocols/platform.md` 2.13).
    public let category: String?
    /// nil for the app's own texts, by the documented keys.
    public let texts: Texts?

    /// Makes a push envelope of its members, which are taken unchecked. By default `category` and `texts` are nil.
    public init(statement: String, presentation: Presentation, category: String? = nil, texts: Texts? = nil) {
        self.statement = statement
        self.presentation = presentation
        self.category = category
        self.texts = texts
    }

    /// Apple's payload.
    public var apns: JSONObject { ["aps": .object(aps), Self.member: .string(statement)] }

    /// The content of Google's data messages and web push: texts by name.
    public var data: JSONObject {
        var data: JSONObject = [Self.member: .string(statement)]
        data["category"] = category.map(JSONValue.string)
        data["title"] = texts?.title.map(JSONValue.string)
        data["body"] = texts.map { .string($0.body) }
        return data
    }

    /// The statement in what an app was handed; nil when there is none, since it is a message of another kind.
    public static func statement(in delivered: JSONObject) -> String? { delivered[member]?.string }

    private var aps: JSONObject {
        guard case .alert(let isTimeSensitive) = presentation else { return ["content-available": 1] }
        var aps: JSONObject = ["alert": .object(alert), "sound": "default"]
        aps["category"] = category.map(JSONValue.string)
        if isTimeSensitive { aps["interruption-level"] = "time-sensitive" }
        return aps
    }

    private var alert: JSONObject {
        guard let texts else { return ["title-loc-key": .string(Self.titleKey), "loc-key": .string(Self.messageKey)] }
        let title: JSONObject = texts.title.map { ["title": .string($0)] } ?? ["title-loc-key": .string(Self.titleKey)]
        return JSONObject(title.members.map { ($0.name, $0.value) } + [("body", .string(texts.body))])
    }
}
