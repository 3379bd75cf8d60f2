package import Directory
package import Foundations

/// The services that bring messages to people: mail, texts, calls and pushes, and notices to owners of accounts.
///
/// A class only so that handing it on costs one reference; nothing of it ever changes.
package final class MessagingServices: Sendable {
    package let templates: EmailTemplates
    package let mailServers: MailServers
    package let mail: MailDelivery
    package let smsGateways: SMSGateways
    package let sms: SMSDelivery
    /// The realms' gateways for calls.
    package let voiceGateways: SMSGateways
    /// Calls.
    package let voice: SMSDelivery
    /// The worker that sends the messages which requests have ordered.
    package let outbox: Outbox
    package let pushCredentials: PushCredentials
    package let pushSenderKeys: WebPushSenderKeys
    /// This server's own push service.
    package let push: BuiltInPush
    package let notifications: Notifications
    /// The notices that owners get of changes to their accounts.
    package let notices: AccountNotices
    /// The ways out of this server that messages take.
    package let carriers: MessageCarriers
    private let platform: Platform

    /// - Parameter documents: the owner of what pushes ask.
    package init(_ platform: Platform, _ directory: DirectoryServices, _ carriers: MessageCarriers, documents: any PushDocuments.Type) {
        self.platform = platform
        self.carriers = carriers
        let (database, configuration, sealer) = (platform.database, platform.configuration, platform.sealer)
        let (audit, time, random) = (platform.audit, platform.time, platform.random)
        let limits = MessageLimits(time: time)
        let store = OutboxStore(
            database: database, sealer: sealer, audit: audit, time: time, random: random, turn: carriers.turn)
        templates = EmailTemplates(database: database, configuration: configuration)
        mailServers = MailServers(database: database, sealer: sealer, configuration: configuration, realms: directory.realms)
        mail = MailDelivery(
            limits: limits, store: store,
            carrier: MailCarrier(realms: directory.realms, servers: mailServers, sender: carriers.mail))
        smsGateways = SMSGateways(database: database, sealer: sealer, configuration: configuration, realms: directory.realms)
        voiceGateways = SMSGateways(
            .voice, database: database, sealer: sealer, configuration: configuration, realms: directory.realms)
        let phone = carriers.phone ?? HTTPSMSSender(http: platform.http)
        sms = SMSDelivery(
            limits: limits, store: store, carrier: PhoneCarrier(realms: directory.realms, gateways: smsGateways, sender: phone))
        voice = SMSDelivery(
            limits: limits, store: store, carrier: PhoneCarrier(realms: directory.realms, gateways: voiceGateways, sender: phone))
        outbox = Outbox(store, by: [.mail: mail.carrier, .sms: sms.carrier, .voice: voice.carrier])
        pushCredentials = PushCredentials(
            database: database, sealer: sealer, configuration: configuration, time: time, random: random)
        push = BuiltInPush(database: database, documents: documents, time: time, random: random)
        pushSenderKeys = WebPushSenderKeys(
            database: database, sealer: sealer, revisions: platform.revisions, time: time, random: random)
        notifications = Notifications(
            credentials: pushCredentials, senderKeys: pushSenderKeys, builtIn: push, http: platform.http, configuration: carriers.push,
            time: time, random: random)
        notices = AccountNotices(
            database: database, realms: directory.realms, users: directory.users, templates: templates, mail: mail, time: time)
    }

    /// The carriers of notifications over another way to send requests.
    package func notifications(by http: any OutboundHTTP, _ configuration: PushConfiguration) -> Notifications {
        Notifications(
            credentials: pushCredentials, senderKeys: pushSenderKeys, builtIn: push, http: http, configuration: configuration,
            time: platform.time, random: platform.random)
    }
}

/// The ways out of this server that messages take.
package struct MessageCarriers: Sendable {
    package var mail: any MailSender
    /// The sender of texts and calls; nil for the realms' gateways by HTTP.
    package var phone: (any SMSSender)?
    package var push: PushConfiguration
    /// The time at which messages leave; a program that runs the outbox has its worker send them.
    package var turn: OutboxTurn

    /// - Parameters:
    ///   - mail: the sender of mail; by default one that sends none.
    ///   - phone: the sender of texts and calls; nil for the realms' gateways by HTTP.
    ///   - push: the addresses of the makers' push services.
    ///   - turn: the time at which messages leave.
    package init(
        mail: any MailSender = NoMail(), phone: (any SMSSender)? = nil, push: PushConfiguration = PushConfiguration(),
        turn: OutboxTurn = .atOnce
    ) {
        self.mail = mail
        self.phone = phone
        self.push = push
        self.turn = turn
    }
}
