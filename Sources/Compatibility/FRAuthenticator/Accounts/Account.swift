import AuthenticatorMessages
package import Authenticator
public import Foundation
import Primitives

/// An account and its mechanisms.
public class Account: NSObject, NSSecureCoding, Codable {
    /// The modern module's account.
    package var model: AuthenticatorAccount

    package init(_ model: AuthenticatorAccount) { self.model = model }

    /// The issuer.
    public var issuer: String { model.issuer }
    /// The owner's name for the issuer. ``FRAClient/updateAccount(account:)`` stores it.
    public var displayIssuer: String? {
        get { model.displayIssuer ?? model.issuer }
        set { model.displayIssuer = newValue }
    }
    /// The user's name at the issuer.
    public var accountName: String { model.name }
    /// The owner's name for it.
    public var displayAccountName: String? {
        get { model.displayName ?? model.name }
        set { model.displayName = newValue }
    }
    /// The address of a logo.
    public var imageUrl: String? { model.image }
    /// The background colour, with `#`.
    public var backgroundColor: String? { model.backgroundColor.map { "#\($0)" } }
    /// The time when it was added on this device.
    public var timeAdded: Date { model.added }
    /// The issuer's demands on the device, as JSON.
    public var policies: String? { model.policies?.text }
    /// The policy that locked it.
    public var lockingPolicy: String? { model.lock?.policy }
    /// Whether it is locked.
    public var lock: Bool { model.isLocked }
    /// Its mechanisms.
    public var mechanisms: [Mechanism] { model.mechanisms.map { Mechanism.of($0, in: model) } }
    /// Issuer and name with a hyphen between them.
    public var identifier: String { model.id }

    /// Locks the account for a policy that it has, and stores that. Returns false where ``FRAClient/lockAccount(account:policy:)`` throws,
    /// and before ``FRAClient/start()``.
    @discardableResult
    public func lock(policy: any FRAPolicy) -> Bool { (try? FRAClient.shared?.lockAccount(account: self, policy: policy)) ?? false }

    /// Unlocks the account, and stores that. Returns false where ``FRAClient/unlockAccount(account:)`` throws, and before
    /// ``FRAClient/start()``.
    @discardableResult
    public func unlock() -> Bool { (try? FRAClient.shared?.unlockAccount(account: self)) ?? false }

    /// Returns the account as JSON text, without its mechanisms and with the other members of the documented clients
    /// (`docs/protocols/step-protocol.md` 6.7). It holds no secrets.
    public func toJson() -> String? {
        guard var object = model.json.object else { return nil }
        for name in ["mechanisms", "lockedByApp"] { object[name] = nil }
        return JSONValue.object(object).text
    }

    // MARK: - Coding

    /// Whether instances are decoded by class; always true.
    public class var supportsSecureCoding: Bool { true }

    /// Encodes the object as its JSON text under one key.
    public func encode(with coder: NSCoder) { coder.encode(model.json.text as NSString, forKey: "account") }

    /// Decodes the object from its JSON text; nil when that is missing or unreadable.
    public required init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: "account"), let model = Self.read(text.description) else {
            return nil
        }
        self.model = model
    }

    /// Encodes it as one text of JSON. It holds secrets.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(model.json.text)
    }

    public required init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let model = Self.read(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is no account")
        }
        self.model = model
    }

    private static func read(_ text: String) -> AuthenticatorAccount? {
        (try? JSONValue(parsing: text)).flatMap { try? AuthenticatorAccount(json: $0) }
    }
}
