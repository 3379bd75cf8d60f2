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
        package let type: String?
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

    package var address: String
    /// The user's id, as the caller has it.
    package var user: String
    package var username: String?
    /// `EXTERNAL`, or `PING_ONE` for a user of the realm.
    package var userType = "EXTERNAL"
    package var groups: [String] = []
    package var mailDomain: String?
    package var flowType: String?
    package var flowSubtype: String?
    package var origin: String?
    /// The resource that the user wants: an application, mostly.
    package var target: String?
    package var targetName: String?
    package var session: String?
    package var sharingType: String?
    package var userAgent: String?
    /// The factors by which the user was verified, as the caller tells them.
    package var factors: [Factor] = []
    package var completion = Completion.inProgress
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

extension RiskEvent {
    /// Reads the member `event` of a request.
    /// - Throws: ``/RiskSignals/RiskError``.
    package init(json: JSONValue) throws(RiskError) {
        let members = try RiskMembers(json, of: "event")
        let user = try members.inside("user")
        self.init(address: try members.text("ip", atMost: 45), user: try user.text("id", atMost: 1024))
        guard IPAddress(address) != nil else { throw members.wrong("ip", "an address of IPv4 or IPv6") }
        try readUser(user)
        try readFlow(members)
        try readFactors(members)
        completion =
            Completion(rawValue: try members.choice("completionStatus", of: Completion.allCases.map(\.rawValue)) ?? "") ?? .inProgress
        let data = try members.optional("sdk")?.optional("signals")
        if let text = try data?.optionalText("data", atMost: SignalLimits.sealed), !text.isEmpty {
            signals = .payload(text)
        } else if let token = try data?.optionalText("token", atMost: 512), !token.isEmpty {
            signals = .token(Secret(token))
        }
    }

    private mutating func readUser(_ user: RiskMembers) throws(RiskError) {
        username = try user.optionalText("name", atMost: 1024)
        userType = try user.choice("type", of: Self.userTypes) ?? "EXTERNAL"
        mailDomain = try user.optionalText("email", atMost: 320).flatMap { ReducedEmail($0).domain }
        for json in try user.list("groups", atMost: 100) { groups.append(try RiskMembers(json, of: "groups").text("name", atMost: 256)) }
    }

    private mutating func readFlow(_ members: RiskMembers) throws(RiskError) {
        let flow = try members.optional("flow")
        flowType = try flow?.choice("type", of: Self.flowTypes)
        flowSubtype = try flow?.optionalText("subtype", atMost: 64)
        origin = try members.optionalText("origin", atMost: 256)
        target = try members.optional("targetResource")?.optionalText("id", atMost: 256)
        targetName = try members.optional("targetResource")?.optionalText("name", atMost: 256)
        session = try members.optional("session")?.optionalText("id", atMost: 256)
        sharingType = try members.choice("sharingType", of: Self.sharingTypes)
        userAgent = try members.optional("browser")?.optionalText("userAgent", atMost: 512)
    }

    /// `evaluatedFactors`, one object or a list of some.
    private mutating func readFactors(_ members: RiskMembers) throws(RiskError) {
        let name = "evaluatedFactors"
        guard members.has(name) else { return }
        let isOne = members.object[name]?.object != nil
        let all = try isOne ? [members.object[name] ?? .null] : members.list(name, atMost: 16)
        for json in all {
            let factor = try RiskMembers(json, of: name)
            if let other = factor.object.members.first(where: { $0.name != "type" && $0.name != "status" }) {
                throw factor.wrong(other.name, "left out: a factor has type and status")
            }
            factors.append(
                Factor(type: try factor.optionalText("type", atMost: 64), status: try factor.optionalText("status", atMost: 64)))
        }
    }

    /// The event as it is kept and told: without its signals.
    package var json: JSONObject {
        var event: JSONObject = ["ip": .string(address)]
        var who: JSONObject = ["id": .string(user)]
        who["name"] = username.map(JSONValue.string)
        who["type"] = .string(userType)
        if !groups.isEmpty { who["groups"] = .array(groups.map { ["name": .string($0)] }) }
        event["user"] = .object(who)
        event["flow"] = Self.object([("type", flowType), ("subtype", flowSubtype)])
        event["targetResource"] = Self.object([("id", target), ("name", targetName)])
        event["session"] = Self.object([("id", session)])
        event["browser"] = Self.object([("userAgent", userAgent)])
        event["origin"] = origin.map(JSONValue.string)
        event["sharingType"] = sharingType.map(JSONValue.string)
        let told = factors.compactMap { Self.object([("type", $0.type), ("status", $0.status)]) }
        event["evaluatedFactors"] = told.count > 1 ? .array(told) : told.first
        event["completionStatus"] = .string(completion.rawValue)
        return event
    }

    private static func object(_ texts: [(String, String?)]) -> JSONValue? {
        let told = texts.compactMap { name, text in text.map { (name, JSONValue.string($0)) } }
        return told.isEmpty ? nil : .object(JSONObject(told))
    }
}

extension RiskMembers {
    /// One of some texts; nil when it isn't there.
    fileprivate func choice(_ name: String, of texts: [String]) throws(RiskError) -> String? {
        guard let text = try optionalText(name, atMost: 64) else { return nil }
        guard texts.contains(text) else { throw wrong(name, "one of \(texts.joined(separator: ", "))") }
        return text
    }
}
