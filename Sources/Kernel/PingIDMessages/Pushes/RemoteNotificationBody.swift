public import DeviceMessages
public import Primitives

/// The body of a push of this product: the envelope of every push, and a mark by which an app tells it from others' without asking.
///
/// Nothing in it is trusted but the statement, a ``/DeviceMessages/PushStatement`` whose challenge is the session.
public struct RemoteNotificationBody: Sendable, Equatable {
    /// The member that marks the product.
    public static let mark = "pingid"
    /// The mark's value: the version of the body.
    public static let version = "1"
    /// The category of a push with the buttons to approve and deny.
    public static let category = "PINGID_AUTHENTICATION"

    /// The signed statement.
    public let statement: String

    /// Makes a body of its `statement`, which is taken unchecked.
    public init(statement: String) { self.statement = statement }

    /// Apple's payload.
    public func apns(_ presentation: PushEnvelope.Presentation, texts: PushEnvelope.Texts? = nil) -> JSONObject {
        marked(envelope(presentation, texts).apns)
    }

    /// The content of Google's data messages and web push: texts by name.
    public func data(_ presentation: PushEnvelope.Presentation, texts: PushEnvelope.Texts? = nil) -> JSONObject {
        marked(envelope(presentation, texts).data)
    }

    /// Reads what an app was handed; nil for a push of another product, and for a statement that is too long to be one.
    public init?(delivered: JSONObject) {
        guard delivered[Self.mark]?.string == Self.version, let statement = PushEnvelope.statement(in: delivered),
            (1...PushStatement.longest).contains(statement.utf8.count)
        else { return nil }
        self.statement = statement
    }

    private func envelope(_ presentation: PushEnvelope.Presentation, _ texts: PushEnvelope.Texts?) -> PushEnvelope {
        PushEnvelope(
            statement: statement, presentation: presentation, category: presentation == .silent ? nil : Self.category, texts: texts)
    }

    private func marked(_ object: JSONObject) -> JSONObject {
        var object = object
        object[Self.mark] = .string(Self.version)
        return object
    }
}
