package import Directory
package import Foundations
import Messaging
package import Primitives
import ResourceMessages

/// The gateway of text messages or that of calls.
package enum MessageChannel: String, Sendable, CaseIterable {
    case sms, voice

    fileprivate var channel: PhoneChannel { self == .voice ? .voice : .sms }

    /// The common name of its gateway.
    package var noun: String { channel.noun }

    /// The text of a trial.
    fileprivate var trial: String { self == .voice ? "Gatehouse can make calls." : "Gatehouse can send text messages." }

    fileprivate func gateways(_ domain: AdministrationServices) -> SMSGateways {
        self == .voice ? domain.messaging.voiceGateways : domain.messaging.smsGateways
    }
    fileprivate func sender(_ domain: AdministrationServices) -> SMSDelivery {
        self == .voice ? domain.messaging.voice : domain.messaging.sms
    }

    /// The gateway that counts for a realm.
    fileprivate func gateway(for realm: Realm, of domain: AdministrationServices) async throws -> SMSGateway {
        if let gateway = try await gateways(domain).gateway(for: realm) { return gateway }
        throw AdministrationError(
            .unknown, "realm \(realm.path) has no \(noun); set one with: \(channel.command) gateway.json --realm \(realm.path.name)")
    }
}

/// A gateway, as administrators see it.
package struct GatewayReport: Sendable {
    /// The host of the gateway's URL.
    package let host: String
    /// The gateway as a file has it, without its secret.
    package let json: JSONObject

    init(_ gateway: SMSGateway) {
        host = gateway.host
        json = gateway.json
    }
}

/// Shows a realm's gateway.
package struct ShowGateway: ReadingAction {
    package static let declaration = ActionDeclaration(
        "sms.show", .readConfiguration, "Show a realm's SMS gateway, as a file for set.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .get("gateways/{channel}"), .told(.open) { .object($0.json) }, from: { Self(realm: $0) },
            .init("channel", \.channel, .choice, .required))
    }

    package var realm: RealmPath
    package var channel: MessageChannel

    package init(realm: RealmPath, channel: MessageChannel = .sms) {
        self.realm = realm
        self.channel = channel
    }

    package func perform(in realm: Realm, at site: Site) async throws -> GatewayReport {
        GatewayReport(try await channel.gateway(for: realm, of: site.domain))
    }
}

/// Sets a realm's gateway.
package struct SetGateway: ChangingAction {
    package static let declaration = ActionDeclaration(
        "sms.set", .administer, "Set a realm's SMS gateway from a file; a running server follows within a second.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .put("gateways/{channel}"), .told(.open) { .object($0.json) }, from: { Self(realm: $0, object: [:]) },
            .init("channel", \.channel, .choice, .required), .init("gateway", \.object, .file, .required),
            .init("secret", optional: \.secret, .sent, .writeOnly))
    }

    package var realm: RealmPath
    package var channel: MessageChannel
    /// The gateway as a file has it.
    package var object: JSONObject
    /// Its secret; nil keeps the stored one, unless the gateway is on another host: one provider's secret is never shown to another.
    package var secret: Secret?

    package init(realm: RealmPath, channel: MessageChannel = .sms, object: JSONObject, secret: Secret? = nil) {
        self.realm = realm
        self.channel = channel
        self.object = object
        self.secret = secret
    }

    package func perform(in realm: Realm, at site: Site) async throws -> GatewayReport {
        var gateway = try SMSGateway(json: object)
        let gateways = channel.gateways(site.domain)
        let old = try await gateways.own(of: realm)
        gateway.secret = secret ?? (old?.host == gateway.host ? old?.secret : nil)
        try await gateways.set(gateway, of: realm)
        return GatewayReport(gateway)
    }
}

/// Takes a realm's own gateway away.
package struct UnsetGateway: ChangingAction {
    package static let declaration = ActionDeclaration("sms.unset", .administer, "Take a realm's own SMS gateway away.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(.delete("gateways/{channel}"), .nothing, from: { Self(realm: $0) }, .init("channel", \.channel, .choice, .required))
    }

    package var realm: RealmPath
    package var channel: MessageChannel

    package init(realm: RealmPath, channel: MessageChannel = .sms) {
        self.realm = realm
        self.channel = channel
    }

    package func perform(in realm: Realm, at site: Site) async throws {
        let gateways = channel.gateways(site.domain)
        guard try await gateways.own(of: realm) != nil else {
            throw AdministrationError(.unknown, "realm \(realm.path) has no \(channel.noun) of its own")
        }
        try await gateways.remove(of: realm)
    }
}

/// Sends a text message, or makes a call, so that whatever is wrong with the gateway shows.
package struct TestGateway: ChangingAction {
    package static let declaration = ActionDeclaration(
        "sms.test", .administer, "Send a text message, and say whether the gateway took it.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("gateways/{channel}:test"), SentMessage.form, from: { Self(realm: $0, recipient: "") },
            .init("channel", \.channel, .choice, .required), .init("recipient", \.recipient, .name, .required))
    }

    package var realm: RealmPath
    package var channel: MessageChannel
    /// A number with its country's code.
    package var recipient: String

    package init(realm: RealmPath, channel: MessageChannel = .sms, recipient: String) {
        self.realm = realm
        self.channel = channel
        self.recipient = recipient
    }

    package func perform(in realm: Realm, at site: Site) async throws -> SentMessage {
        let number = try PhoneNumber(recipient)
        let gateway = try await channel.gateway(for: realm, of: site.domain)
        let order = SMSOrder(channel.trial, to: number, in: realm, purpose: "test", by: BudgetAsker(.server, at: "command line"))
        let sender = channel.sender(site.domain)
        if site.isTrial {
            try await sender.sendNow(order)
        } else {
            try await site.means.lendHTTP { http in try await sender.sending(by: HTTPSMSSender(http: http)).sendNow(order) }
        }
        return SentMessage(host: gateway.host, recipient: number.text)
    }
}
