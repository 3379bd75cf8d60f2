import FRCore
public import Foundation
import OAuthMessages
import Primitives

/// The claims about a user (OpenID Connect Core §5.1).
public final class UserInfo: NSObject, NSSecureCoding {
    /// All claims.
    public let userInfo: [String: Any]

    init(_ info: OAuthMessages.UserInfo) { userInfo = info.claims.untyped }

    public static var supportsSecureCoding: Bool { true }
    public init?(coder: NSCoder) {
        guard let claims = coder.decodeClaims() else { return nil }
        userInfo = claims
    }
    public func encode(with coder: NSCoder) { coder.encode(claims: userInfo) }

    /// The claim `sub` (OpenID Connect Core §5.1); nil when it is missing.
    public var sub: String? { text("sub") }
    /// The claim `name` (OpenID Connect Core §5.1); nil when it is missing.
    public var name: String? { text("name") }
    /// The claim `family_name` (OpenID Connect Core §5.1); nil when it is missing.
    public var familyName: String? { text("family_name") }
    /// The claim `given_name` (OpenID Connect Core §5.1); nil when it is missing.
    public var givenName: String? { text("given_name") }
    /// The claim `middle_name` (OpenID Connect Core §5.1); nil when it is missing.
    public var middleName: String? { text("middle_name") }
    /// The claim `nickname` (OpenID Connect Core §5.1); nil when it is missing.
    public var nickName: String? { text("nickname") }
    /// The claim `preferred_username` (OpenID Connect Core §5.1); nil when it is missing.
    public var preferredUsername: String? { text("preferred_username") }
    /// The claim `profile` (OpenID Connect Core §5.1); nil when it is missing or no URL.
    public var profile: URL? { text("profile").flatMap { URL(string: $0) } }
    /// The claim `picture` (OpenID Connect Core §5.1); nil when it is missing or no URL.
    public var picture: URL? { text("picture").flatMap { URL(string: $0) } }
    /// The claim `website` (OpenID Connect Core §5.1); nil when it is missing or no URL.
    public var website: URL? { text("website").flatMap { URL(string: $0) } }
    /// The claim `gender` (OpenID Connect Core §5.1); nil when it is missing.
    public var gender: String? { text("gender") }
    /// The birthday, at midnight UTC; nil when the claim names none, or no year.
    public var birthDate: Date? { text("birthdate").flatMap { try? Date($0, strategy: .iso8601.year().month().day()) } }
    /// The claim `zoneinfo` (OpenID Connect Core §5.1); nil when it is missing.
    public var zoneInfo: String? { text("zoneinfo") }
    /// The claim `locale` (OpenID Connect Core §5.1); nil when it is missing.
    public var locale: String? { text("locale") }
    /// The claim `email` (OpenID Connect Core §5.1); nil when it is missing.
    public var email: String? { text("email") }
    /// The claim `email_verified` (OpenID Connect Core §5.1); nil when it is missing.
    public var emailVerified: Bool? { userInfo["email_verified"] as? Bool }
    /// The claim `phone_number` (OpenID Connect Core §5.1); nil when it is missing.
    public var phoneNumber: String? { text("phone_number") }
    /// The claim `phone_number_verified` (OpenID Connect Core §5.1); nil when it is missing.
    public var phoneNumberVerified: Bool? { userInfo["phone_number_verified"] as? Bool }
    /// The claim `address` (OpenID Connect Core §5.1.1); nil when it is missing or no object.
    public var address: Address? { (userInfo["address"] as? [String: Any]).map(Address.init) }

    private func text(_ name: String) -> String? { userInfo[name] as? String }

    /// The subject alone: the other claims are personal.
    public override var description: String { "UserInfo(sub: \(sub ?? "none"))" }
    public override var debugDescription: String { description }
}

/// A postal address (OpenID Connect Core §5.1.1).
public final class Address: NSObject, NSSecureCoding {
    /// All members of the claim.
    public let address: [String: Any]

    init(_ claims: [String: Any]) { address = claims }

    public static var supportsSecureCoding: Bool { true }
    public init?(coder: NSCoder) {
        guard let claims = coder.decodeClaims() else { return nil }
        address = claims
    }
    public func encode(with coder: NSCoder) { coder.encode(claims: address) }

    /// The claim `formatted` (OpenID Connect Core §5.1.1); nil when it is missing.
    public var formatted: String? { address["formatted"] as? String }
    /// The claim `street_address` (OpenID Connect Core §5.1.1); nil when it is missing.
    public var streetAddress: String? { address["street_address"] as? String }
    /// The claim `locality` (OpenID Connect Core §5.1.1); nil when it is missing.
    public var locality: String? { address["locality"] as? String }
    /// The claim `region` (OpenID Connect Core §5.1.1); nil when it is missing.
    public var region: String? { address["region"] as? String }
    /// The claim `postal_code` (OpenID Connect Core §5.1.1); nil when it is missing.
    public var postalCode: String? { address["postal_code"] as? String }
    /// The claim `country` (OpenID Connect Core §5.1.1); nil when it is missing.
    public var country: String? { address["country"] as? String }
}

extension NSCoder {
    private static let claims = "claims"

    /// Claims as the JSON text that ``encode(claims:)`` has written; nil for anything else.
    fileprivate func decodeClaims() -> [String: Any]? {
        guard let data = decodeObject(of: NSData.self, forKey: Self.claims) else { return nil }
        return (try? JSONValue(parsing: Data(referencing: data), limits: .own()))?.object?.untyped
    }

    fileprivate func encode(claims: [String: Any]) {
        encode(NSData(data: Data((JSONValue(plain: claims) ?? [:]).encoded)), forKey: Self.claims)
    }
}
