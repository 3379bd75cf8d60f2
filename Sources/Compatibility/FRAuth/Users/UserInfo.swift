import FRCore
public import Foundation
import OAuthMessages
import Primitives

/// The claims about a user (OpenID Connect Core §5.1).
public final class UserInfo: NSObject {
    /// All claims.
    public let userInfo: [String: Any]

    init(_ info: OAuthMessages.UserInfo) { userInfo = info.claims.untyped }

    public var sub: String? { text("sub") }
    public var name: String? { text("name") }
    public var familyName: String? { text("family_name") }
    public var givenName: String? { text("given_name") }
    public var middleName: String? { text("middle_name") }
    public var nickName: String? { text("nickname") }
    public var preferredUsername: String? { text("preferred_username") }
    public var profile: URL? { text("profile").flatMap { URL(string: $0) } }
    public var picture: URL? { text("picture").flatMap { URL(string: $0) } }
    public var website: URL? { text("website").flatMap { URL(string: $0) } }
    public var gender: String? { text("gender") }
    /// The birthday, at midnight UTC; nil when the claim names none, or no year.
    public var birthDate: Date? { text("birthdate").flatMap { try? Date($0, strategy: .iso8601.year().month().day()) } }
    public var zoneInfo: String? { text("zoneinfo") }
    public var locale: String? { text("locale") }
    public var email: String? { text("email") }
    public var emailVerified: Bool? { userInfo["email_verified"] as? Bool }
    public var phoneNumber: String? { text("phone_number") }
    public var phoneNumberVerified: Bool? { userInfo["phone_number_verified"] as? Bool }
    public var address: Address? { (userInfo["address"] as? [String: Any]).map(Address.init) }

    private func text(_ name: String) -> String? { userInfo[name] as? String }

    /// The subject alone: the other claims are personal.
    public override var description: String { "UserInfo(sub: \(sub ?? "none"))" }
    public override var debugDescription: String { description }
}

/// A postal address (OpenID Connect Core §5.1.1).
public final class Address: NSObject {
    private let claims: [String: Any]

    init(_ claims: [String: Any]) { self.claims = claims }

    public var formatted: String? { claims["formatted"] as? String }
    public var streetAddress: String? { claims["street_address"] as? String }
    public var locality: String? { claims["locality"] as? String }
    public var region: String? { claims["region"] as? String }
    public var postalCode: String? { claims["postal_code"] as? String }
    public var country: String? { claims["country"] as? String }
}
