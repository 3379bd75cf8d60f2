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
    package let voiceGateways: SMSGateways
    /// Calls.
    package let voice: SMSDelivery
    package let pushCredentials: PushCredentials
    package let pushSenderKeys: WebPushSenderKeys
    /// This server's own push service.
    package let push: BuiltInPush
    package let notifications: Notifications
    /// The notices that owners get of changes to their accounts.
    package let notices: AccountNotices
    private let platform: Platform

    package init(_ platform: Platform, _ directory: DirectoryServices, _ carriers: MessageCarriers) {
        self.platform = platform
        let (database, configuration, sealer) = (platform.database, platform.configuration, platform.sealer)
        let (audit, time, random) = (platform.audit, platform.time, platform.random)
        let limits = MessageLimits(database: database, time: time)
        templates = EmailTemplates(database: database, configuration: configuration)
        mailServers = MailServers(database: database, sealer: sealer, configuration: configuration, realms: directory.realms)
        mail = MailDelivery(
            limits: limits, database: database, servers: mailServers, sender: carriers.mail, audit: audit, time: time, random: random)
        smsGateways = SMSGateways(database: database, sealer: sealer, configuration: configuration, realms: directory.realms)
        voiceGateways = SMSGateways(
            .voice, database: database, sealer: sealer, configuration: configuration, realms: directory.realms)
        let phone = carriers.phone ?? HTTPSMSSender(http: platform.http)
        sms = SMSDelivery(limits: limits, gateways: smsGateways, sender: phone, database: database, audit: audit, time: time)
        voice = SMSDelivery(limits: limits, gateways: voiceGateways, sender: phone, database: database, audit: audit, time: time)
        pushCredentials = PushCredentials(
            database: database, sealer: sealer, configuration: configuration, time: time, random: random)
        push = BuiltInPush(database: database, time: time, random: random)
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

    /// - Parameters:
    ///   - mail: the sender of mail; by default one that sends none.
    ///   - phone: the sender of texts and calls; nil for the realms' gateways by HTTP.
    ///   - push: the addresses of the makers' push services.
    package init(
        mail: any MailSender = NoMail(), phone: (any SMSSender)? = nil, push: PushConfiguration = PushConfiguration()
    ) {
        self.mail = mail
        self.phone = phone
        self.push = push
    }
}
