import Foundation
import Primitives
import Store
package import DevicePolicies
package import Directory
package import Foundations
import Messaging

/// A code that is on its way to an address.
package struct CodeMessage: Sendable {
    /// The occasion that it is about, with the code.
    package let occasion: NotificationOccasion
    /// The address or telephone number.
    package let contact: String
    package let kind: UserDevice.Kind
    /// The extension that a call dials behind the number.
    package var phoneExtension: String?
    /// The notification policy of the device authentication policy; nil for the realm's default.
    package let policy: String?
    /// The caller that asks.
    package let asker: BudgetAsker
    /// The purpose of the message, as the audit log says it.
    package var purpose = "device"

    package init(
        occasion: NotificationOccasion, contact: String, kind: UserDevice.Kind, phoneExtension: String? = nil, policy: String?,
        by asker: BudgetAsker
    ) {
        self.occasion = occasion
        self.contact = contact
        self.kind = kind
        self.phoneExtension = phoneExtension
        self.policy = policy
        self.asker = asker
    }
}

extension DeviceMessenger {
    /// The time for which a notice that carries no code is tried, in seconds.
    private static let noticeLifetime: TimeInterval = 86_400

    /// Looks at what a request says of its messages, before anything is done.
    /// - Throws: ``SecondFactorError`` `.invalid`.
    package func check(_ choice: NotificationChoice, in realm: Realm) async throws {
        try choice.check()
        guard let policy = choice.policy, try await policies.policy(policy, in: realm) == nil else { return }
        throw SecondFactorError(.invalid, "no notification policy \(policy.text)")
    }

    /// Sends a code, within the quotas of its notification policy.
    /// - Throws: ``SecondFactorError`` `.notSent`, `.overloaded`, `.quotaExceeded`, `.invalid`.
    package func send(_ message: CodeMessage) async throws {
        let (occasion, realm) = (message.occasion, message.occasion.realm)
        guard let method = DeliveryMethod(codesOf: message.kind) else {
            throw SecondFactorError(.notSent, "this server has no way to send a code to a device of the type \(message.kind.rawValue)")
        }
        let contents = try await contents.current(in: realm.id)
        let named = occasion.choice.policy ?? message.policy.flatMap { UUID(text: $0) }
        let policy = try await policies.required(named, in: realm)
        let (user, now) = (occasion.user.id, time.now)
        do {
            let send = try dispatch(message, by: method, contents)
            try await database.write { try NotificationQuotas.admit(method, for: user, under: policy, realm: realm.id, at: now, in: $0) }
            do { try await send() } catch {
                try await database.write { try NotificationQuotas.takeBack(method, for: user, realm: realm.id, at: now, in: $0) }
                throw error
            }
        } catch let error as MessageError {
            throw SecondFactorError(error.code == .overloaded ? .overloaded : .notSent, "the code could not be sent: \(error.reason)")
        }
    }

    /// Makes the closure that sends a message, with its text written.
    private func dispatch(
        _ message: CodeMessage, by method: DeliveryMethod, _ contents: RealmNotificationContents
    ) throws -> @Sendable () async throws -> Void {
        let realm = message.occasion.realm
        guard method != .email else {
            let content = try contents.mail(message.occasion)
            let order = MailOrder(
                content, to: try MailAddress(message.contact), in: realm, purpose: message.purpose, by: message.asker)
            return { [mail] in try await mail.send(order) }
        }
        let spoken = try method == .sms ? contents.message(message.occasion) : contents.call(message.occasion)
        var order = SMSOrder(
            spoken.text, to: try PhoneNumber(message.contact), in: realm, purpose: message.purpose, by: message.asker)
        order.details = spoken.details
        order.details.phoneExtension = message.phoneExtension
        return { [order, phone] in try await phone[method == .sms ? .sms : .voice]?.send(order) }
    }

    /// Tells a user that a device was added, where the policy says so: by the profile's mail address or telephone number, the first that there
    /// is. A failure is in the audit log, and stops nothing.
    func announce(
        _ device: UserDevice, to user: User, _ notification: DeviceAuthenticationPolicy.NewDeviceNotification, in realm: Realm
    ) async {
        let occasion = NotificationOccasion(.newDevicePaired, user, in: realm, device: device.kind)
        let mail = user.attribute("mail").flatMap { try? MailAddress($0) }
        let phone = user.attribute("telephoneNumber").flatMap { try? PhoneNumber($0) }
        let isMailFirst = notification == .emailThenSMS
        guard notification != .none, let contents = try? await contents.current(in: realm.id) else { return }
        if let mail, isMailFirst || phone == nil, let content = try? contents.mail(occasion) {
            var order = MailOrder(content, to: mail, in: realm, purpose: "new device", by: BudgetAsker(.server, at: "local"))
            order.lifetime = Self.noticeLifetime
            try? await self.mail.send(order)
        } else if let phone, let spoken = try? contents.message(occasion) {
            var order = SMSOrder(spoken.text, to: phone, in: realm, purpose: "new device", by: BudgetAsker(.server, at: "local"))
            order.details = spoken.details
            order.lifetime = Self.noticeLifetime
            try? await self.phone[.sms]?.send(order)
        }
    }
}
