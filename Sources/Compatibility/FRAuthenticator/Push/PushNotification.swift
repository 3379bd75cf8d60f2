package import Authenticator
import AuthenticatorMessages
import DeviceFoundation
public import Foundation
import Primitives

/// The user's way to approve.
public enum PushType: String, Codable, Sendable {
    case `default`, challenge, biometric
}

/// A request for the user's approval.
public class PushNotification: NSObject, NSSecureCoding, Codable {
    package let model: AuthenticatorNotification

    package init(_ model: AuthenticatorNotification) { self.model = model }

    /// The server's id of the message.
    public var messageId: String { model.messageID }
    /// The mechanism that was asked.
    public var mechanismUUID: String { model.mechanism }
    /// The time when it was added on this device.
    public var timeAdded: Date { model.added }
    /// JSON text of the journey's own.
    public var customPayload: String? { model.customPayload }
    /// The text to show.
    public var message: String? { model.message }
    /// The way in which the push is answered; `default` for a kind that is not known.
    public var pushType: PushType { PushType(exactly: model.kind.rawValue) ?? .default }
    /// The numbers to pick from, with commas between them.
    public var numbersChallenge: String? { model.numbers.isEmpty ? nil : model.numbers.joined(separator: ",") }
    /// The numbers to pick from.
    public var numbersChallengeArray: [Int]? { model.numbers.isEmpty ? nil : model.numbers.compactMap { Int($0) } }
    /// The circumstances of the sign-in, as JSON text.
    public var contextInfo: String? { model.contextText }
    /// The mechanism and the time.
    public var identifier: String { model.id }
    /// The time in which it can be answered, in seconds.
    public var ttl: Double { model.expires.timeIntervalSince(model.added) }
    /// The time from which it can't be answered any more.
    public var timeExpired: Date { model.expires }
    /// Whether nothing was answered yet, and it isn't too late.
    public var isPending: Bool { current.isPending(at: Environment.current.time.now) }
    /// Whether the user approved the push.
    public var isApproved: Bool { current.answer == .approved }
    /// Whether the user denied the push.
    public var isDenied: Bool { current.answer == .denied }
    /// Whether the time for an answer has passed.
    public var isExpired: Bool { model.isExpired(at: Environment.current.time.now) }

    /// The notification as it is stored now, which an answer changes.
    private var current: AuthenticatorNotification { FRAClient.shared?.getNotification(identifier: identifier)?.model ?? model }

    /// Approves a push of the type ``PushType/default``.
    public func accept(onSuccess: @escaping SuccessCallback, onError: @escaping ErrorCallback) {
        answer(.default, { try await $0.approve($1) }, onSuccess, onError)
    }

    /// Approves a push of the type ``PushType/challenge`` with the number that was picked.
    public func accept(challengeResponse: String, onSuccess: @escaping SuccessCallback, onError: @escaping ErrorCallback) {
        answer(.challenge, { try await $0.approve($1, number: challengeResponse) }, onSuccess, onError)
    }

    /// Approves a push of the type ``PushType/biometric``: the user is verified first.
    /// - Parameters:
    ///   - title: the text for the user.
    ///   - allowDeviceCredentials: whether the device's passcode counts too.
    public func accept(
        title: String, allowDeviceCredentials: Bool, onSuccess: @escaping SuccessCallback, onError: @escaping ErrorCallback
    ) {
        answer(
            .biometric,
            { authenticator, id in
                guard let verification = Environment.current.verification else { throw PushNotificationError.biometricAuthenticationFailed }
                let method = try await verification.verify(title, by: allowDeviceCredentials ? .biometricsOrPasscode : .biometrics)
                try await authenticator.approve(id, method: method)
            }, onSuccess, onError)
    }

    /// Denies it.
    public func deny(onSuccess: @escaping SuccessCallback, onError: @escaping ErrorCallback) {
        answer(nil, { try await $0.deny($1) }, onSuccess, onError)
    }

    private func answer(
        _ type: PushType?, _ work: @escaping @Sendable (Authenticator, String) async throws -> Void, _ onSuccess: @escaping SuccessCallback,
        _ onError: @escaping ErrorCallback
    ) {
        let (id, isOfType) = (identifier, type == nil || type == pushType)
        Runtime.run(
            {
                guard let authenticator = Runtime.authenticator else { throw FRAError.invalidStateForUse }
                guard isOfType else { throw PushNotificationError.notificationInvalidStatus }
                do { try await work(authenticator, id) } catch let error as AuthenticatorError where error.code == .storage {
                    throw PushNotificationError.storageError(error.reason)
                }
            }, onSuccess: onSuccess, onError: onError)
    }

    /// Returns the notification as it is stored now, as JSON text with the members of the documented clients
    /// (`docs/protocols/step-protocol.md` 6.7).
    public func toJson() -> String? { current.json.text }

    // MARK: - Coding

    /// Whether instances are decoded by class; always true.
    public class var supportsSecureCoding: Bool { true }

    /// Encodes the object as its JSON text under one key.
    public func encode(with coder: NSCoder) { coder.encode(model.json.text as NSString, forKey: "notification") }

    /// Decodes the object from its JSON text; nil when that is missing or unreadable.
    public required init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: "notification"), let model = Self.read(text.description) else {
            return nil
        }
        self.model = model
    }

    /// Encodes it as one text of JSON.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(model.json.text)
    }

    public required init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let model = Self.read(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is no notification")
        }
        self.model = model
    }

    private static func read(_ text: String) -> AuthenticatorNotification? {
        (try? JSONValue(parsing: text)).flatMap { try? AuthenticatorNotification(json: $0) }
    }
}
