package import AuthenticatorMessages
package import DeviceMessages
package import Foundation
import Primitives

/// A message that wakes a device: something signed, and how its carrier is to treat it.
package struct PushMessage: Sendable, Equatable {
    /// The content that an app is handed.
    enum Content: Sendable, Equatable {
        /// A statement for an installation.
        case statement(PushEnvelope)
        /// A push for an authenticator app's account, with Apple's payload for it.
        case authenticator(AuthenticatorMessages.PushDelivery, apns: JSONObject)
    }

    let content: Content
    /// The time from which it isn't needed.
    package let expires: Date
    /// The id of which a device needs only the last message: the challenge's id.
    package let collapseID: String
    /// Members beside the statement, by which an app's SDK knows a push as its own.
    private var marks: [String: String] = [:]

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
    /// - Parameter alert: what the system shows before the app sees it.
    /// - Throws: `tooLarge`.
    package init(
        _ delivery: AuthenticatorMessages.PushDelivery, alert: String, expires: Date
    ) throws(PushMessageError) {
        content = .authenticator(delivery, apns: try delivery.apns(alert: alert).object ?? [:])
        self.expires = expires
        collapseID = delivery.messageID
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
        }
    }

    /// The members that Google's data messages and web push carry.
    var data: JSONObject {
        switch content {
        case .statement(let envelope): envelope.data.merging(marks)
        case .authenticator(let delivery, _): delivery.data
        }
    }

    /// The text that the built-in push service carries.
    package var text: String {
        switch content {
        case .statement(let envelope): envelope.statement
        case .authenticator(let delivery, _): JSONValue.object(delivery.data).text
        }
    }

    /// Whether it is longer than any carrier takes, with what is around it.
    var isTooLong: Bool {
        switch content {
        case .statement(let envelope): envelope.statement.utf8.count > PushStatement.longest
        case .authenticator(let delivery, _): delivery.token.utf8.count > AuthenticatorMessages.PushDelivery.longestToken
        }
    }
}

extension JSONObject {
    fileprivate func merging(_ others: [String: String]) -> JSONObject {
        var merged = self
        for (name, value) in others { merged[name] = .string(value) }
        return merged
    }
}
