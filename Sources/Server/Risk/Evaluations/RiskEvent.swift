import Foundation
package import Primitives
import RiskScoring
package import RiskSignals

/// An event whose risk is evaluated: the member `event` of the platform's API (`docs/protocols/platform.md` 9.1).
package struct RiskEvent: Sendable {
    /// The way in which an event ended, as far as it has.
    package enum Completion: String, Sendable, CaseIterable {
        case inProgress = "IN_PROGRESS"
        case success = "SUCCESS"
        case failed = "FAILED"
    }

    /// A factor by which the user was verified.
    package struct Factor: Sendable, Equatable {
        /// The kind of factor, such as `PASSWORD`, in the caller's words.
        package let type: String?
        /// The end of the verification, such as `SUCCESS`, in the caller's words.
        package let status: String?
    }

    /// The signals that came with an event.
    package enum Signals: Sendable {
        /// None; those of the event's session are looked for.
        case none
        /// The text of a payload.
        case payload(String)
        /// The token of an instance.
        case token(Secret)
    }

    /// The IP address of the user's device.
    package var address: String
    /// The user's id, as the caller has it.
    package var user: String
    /// The user's name, as the caller has it.
    package var username: String?
    /// `EXTERNAL`, or `PING_ONE` for a user of the realm.
    package var userType = "EXTERNAL"
    /// The names of the groups that the user is in, as the caller has them.
    package var groups: [String] = []
    /// The domain of the user's mail address.
    package var mailDomain: String?
    /// The kind of flow, such as `REGISTRATION` or `AUTHENTICATION`.
    package var flowType: String?
    /// The kind of flow in more detail, in the caller's words.
    package var flowSubtype: String?
    /// The origin of the page that the event is of.
    package var origin: String?
    /// The resource that the user wants: an application, mostly.
    package var target: String?
    /// The name of that resource, for people.
    package var targetName: String?
    /// The id of the user's session at the caller.
    package var session: String?
    /// The use of the device by others, such as `SHARED` or `PRIVATE`, in the caller's words.
    package var sharingType: String?
    /// The User-Agent header of the device's browser or app.
    package var userAgent: String?
    /// The factors by which the user was verified, as the caller tells them.
    package var factors: [Factor] = []
    /// The end of the flow, as far as it is known.
    package var completion = Completion.inProgress
    /// The signals that came with the event.
    package var signals = Signals.none
    /// The device as a channel of its own has told it, such as an authenticator's; it counts where no signals are found.
    package var device: DeviceAttributes?

    package init(address: String, user: String) {
        self.address = address
        self.user = user
    }

    /// The domain of an e-mail address; nil for another text.
    package static func mailDomain(of address: String) -> String? { ReducedEmail(address).domain }

    /// The flows that there are.
    package static let flowTypes = ["AUTHENTICATION", "REGISTRATION", "ACCESS", "AUTHORIZATION", "TRANSACTION"]
    /// The ways in which a device is shared.
    package static let sharingTypes = ["UNSPECIFIED", "SHARED", "PRIVATE"]
    /// The types of users.
    package static let userTypes = ["EXTERNAL", "PING_ONE"]

    /// The values that conditions can name, by the path behind `event.`.
    var values: [String: RiskValue] {
        var values: [String: RiskValue] = ["ip": .text(address), "user.id": .text(user), "user.type": .text(userType)]
        let texts = [
            ("user.name", username), ("user.emailDomain", mailDomain), ("flow.type", flowType), ("flow.subtype", flowSubtype),
            ("origin", origin), ("targetResource.id", target), ("targetResource.name", targetName), ("session.id", session),
            ("sharingType", sharingType), ("browser.userAgent", userAgent),
        ]
        for (name, text) in texts { values[name] = text.map(RiskValue.text) }
        if !groups.isEmpty { values["user.groups"] = .list(groups) }
        values["evaluatedFactors.type"] = Self.value(factors.compactMap(\.type))
        values["evaluatedFactors.status"] = Self.value(factors.compactMap(\.status))
        return values
    }

    /// One text, or a list of several; nil for none.
    private static func value(_ texts: [String]) -> RiskValue? {
        texts.count > 1 ? .list(texts) : texts.first.map(RiskValue.text)
    }
}
