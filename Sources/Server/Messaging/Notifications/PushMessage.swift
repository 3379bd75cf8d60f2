package import AuthenticatorMessages
package import DeviceMessages
package import Foundation
package import Primitives

/// A message that wakes a device: something signed, and how its carrier is to treat it.
package struct PushMessage: Sendable, Equatable {
    /// The content that an app is handed.
    enum Content: Sendable, Equatable {
        /// A statement for an installation.
        case statement(PushEnvelope)
        /// A push for an authenticator app's account, with Apple's payload for it.
        case authenticator(AuthenticatorMessages.PushDelivery, apns: JSONObject)
        /// Members for an app's own SDK, with the texts that the system shows.
        case members(JSONObject, PushEnvelope.Texts)
    }

    /// The length of the members of an app's own SDK at most, in bytes of JSON.
    private static let longestMembers = 3_600

    let content: Content
    /// The time from which it isn't needed.
    package let expires: Date
    /// The id of which a device needs only the last message: the challenge's id.
    package let collapseID: String
    /// Members beside the statement, by which an app's SDK knows a push as its own.
    private var marks: [String: String] = [:]

    /// A statement for an installation. Only authentications and tests are shown to the person; others wake the app silently.
    package init(
        statement: String, kind: PushStatement.Kind, category: String? = nil, texts: PushEnvelope.Texts? = nil,
        isTimeSensitive: Bool = false, marks: [String: String] = [:], expires: Date, collapseID: String
    ) {
        self.marks = marks
        let isShown = kind == .authentication || kind == .test
        content = .statement(
            PushEnvelope(
                statement: statement, presentation: isShown ? .alert(isTimeSensitive: isTimeSensitive) : .silent, category: category,
                texts: texts))
        self.expires = expires
        self.collapseID = collapseID
    }

    /// A push of an authenticator app's account.
    ///
    /// - Parameter alert: the text that the system shows before the app sees the message.
    /// - Throws: `tooLarge`.
    package init(
        _ delivery: AuthenticatorMessages.PushDelivery, alert: String, expires: Date
    ) throws(PushMessageError) {
        content = .authenticator(delivery, apns: try delivery.apns(alert: alert).object ?? [:])
        self.expires = expires
        collapseID = delivery.messageID
    }

    /// A push that brings an app's own SDK some members, and shows a text.
    package init(members: JSONObject, title: String, body: String, expires: Date, collapseID: String) {
        content = .members(members, PushEnvelope.Texts(title: title, body: body))
        self.expires = expires
        self.collapseID = collapseID
    }

    /// Whether the person is shown something.
    var isShown: Bool {
        guard case .statement(let envelope) = content else { return true }
        return envelope.presentation != .silent
    }

    /// Apple's payload.
    var apns: JSONObject {
        switch content {
        case .statement(let envelope): envelope.apns.merging(marks)
        case .authenticator(_, let apns): apns
        case .members(let members, let texts): members.withAlert(texts)
        }
    }

    /// The members that Google's data messages and web push carry.
    var data: JSONObject {
        switch content {
        case .statement(let envelope): envelope.data.merging(marks)
        case .authenticator(let delivery, _): delivery.data
        case .members(let members, let texts): members.merging(["title": texts.title ?? "", "body": texts.body])
        }
    }

    /// The text that the built-in push service carries.
    package var text: String {
        switch content {
        case .statement(let envelope): envelope.statement
        case .authenticator(let delivery, _): JSONValue.object(delivery.data).text
        case .members: JSONValue.object(data).text
        }
    }

    /// Whether it is longer than any carrier takes, with what is around it.
    var isTooLong: Bool {
        switch content {
        case .statement(let envelope): envelope.statement.utf8.count > PushStatement.longest
        case .authenticator(let delivery, _): delivery.token.utf8.count > AuthenticatorMessages.PushDelivery.longestToken
        case .members(let members, _): JSONValue.object(members).encoded.count > Self.longestMembers
        }
    }
}

extension JSONObject {
    /// Apple's payload with an alert and these members.
    fileprivate func withAlert(_ texts: PushEnvelope.Texts) -> JSONObject {
        var alert: JSONObject = ["body": .string(texts.body)]
        alert["title"] = texts.title.map(JSONValue.string)
        var payload: JSONObject = ["aps": ["alert": .object(alert), "sound": "default", "interruption-level": "time-sensitive"]]
        for member in members { payload[member.name] = member.value }
        return payload
    }

    fileprivate func merging(_ others: [String: String]) -> JSONObject {
        var merged = self
        for (name, value) in others { merged[name] = .string(value) }
        return merged
    }
}
