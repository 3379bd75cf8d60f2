package import Authenticator
public import Foundation
import Primitives

/// One way in which an account shows that its user has this device.
public class Mechanism: NSObject, NSSecureCoding, Codable {
    /// The account with this mechanism alone.
    package let model: AuthenticatorAccount

    var mechanism: AuthenticatorMechanism? { model.mechanisms.first }

    required init(_ model: AuthenticatorAccount) { self.model = model }

    /// The object of a mechanism's type.
    package static func of(_ mechanism: AuthenticatorMechanism, in account: AuthenticatorAccount) -> Mechanism {
        var model = account
        model.mechanisms = [mechanism]
        return switch mechanism.type {
        case "hotp": HOTPMechanism(model)
        case "totp": TOTPMechanism(model)
        default: PushMechanism(model)
        }
    }

    /// A UUID that was made when it was added.
    public var mechanismUUID: String { mechanism?.id ?? "" }
    /// `totp`, `hotp` or `push`.
    public var type: String { mechanism?.type ?? "" }
    /// The issuer of the account.
    public var issuer: String { model.issuer }
    /// The name of the account at its issuer.
    public var accountName: String { model.name }
    /// The time when it was added on this device.
    public var timeAdded: Date { mechanism?.added ?? model.added }
    /// Issuer, account and type with hyphens between them.
    public var identifier: String { "\(model.id)-\(type)" }
    /// The identifier of its account.
    public var accountIdentifier: String { model.id }

    /// The issuer's id of the user; nil unless the QR code had one.
    public var uid: String? { mechanism?.userID }
    /// The id of the issuer's record of this device; nil unless the QR code had one.
    public var resourceId: String? { mechanism?.resourceID }

    /// Returns the mechanism as JSON text, without its secret and with the other members of the documented clients
    /// (`docs/protocols/step-protocol.md` 6.7), `id`, `issuer` and `accountName`.
    public func toJson() -> String? {
        guard var object = mechanism?.json.object else { return nil }
        for name in ["secret", "isStale"] { object[name] = nil }
        (object["id"], object["issuer"], object["accountName"]) = (.string(identifier), .string(issuer), .string(accountName))
        return JSONValue.object(object).text
    }

    // MARK: - Coding

    /// Whether instances are decoded by class; always true.
    public class var supportsSecureCoding: Bool { true }

    /// Encodes the object as its JSON text under one key.
    public func encode(with coder: NSCoder) { coder.encode(model.json.text as NSString, forKey: "mechanism") }

    /// Decodes the object from its JSON text; nil when that is missing or unreadable.
    public required init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: "mechanism"), let model = Self.read(text.description) else {
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
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is no mechanism")
        }
        self.model = model
    }

    private static func read(_ text: String) -> AuthenticatorAccount? {
        (try? JSONValue(parsing: text)).flatMap { try? AuthenticatorAccount(json: $0) }
    }
}
