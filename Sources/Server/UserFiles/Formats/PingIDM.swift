import Foundation
import PasswordHashes
import Primitives

/// Managed users of PingIDM and PingOne Advanced Identity Cloud: the result of a query, or objects.
extension UserFileRecord {
    private static let known: Set<String> = [
        "userName", "mail", "givenName", "sn", "displayName", "telephoneNumber", "accountStatus", "password", "preferences", "roles",
        "authzRoles", "manager", "kbaInfo", "effectiveRoles", "effectiveAssignments", "lastSync", "groups", "memberOfOrg",
    ]

    static func pingIDM(_ object: JSONObject) throws(RecordError) -> RecordReading.Result {
        let mail = try RecordReading.text(object, "mail")
        var user = UserFileRecord(username: try name(try RecordReading.text(object, "userName"), mail))
        user.takeID(try RecordReading.text(object, "_id"))
        for name in [Attribute.mail, Attribute.givenName, Attribute.familyName, Attribute.displayName, Attribute.phone] {
            user.set(name, try RecordReading.text(object, name))
        }
        user.isEnabled = (try RecordReading.text(object, "accountStatus")).map { $0 == "active" } ?? true
        if let preferences = object["preferences"]?.object, !preferences.isEmpty { user.custom["preferences"] = .object(preferences) }
        for member in object.members where !known.contains(member.name) && !member.name.hasPrefix("_") && member.value != .null {
            user.custom[member.name] = member.value
        }
        for part in ["roles", "authzRoles", "groups", "memberOfOrg"] where !(object[part]?.array ?? []).isEmpty {
            user.leftOut.append(part)
        }
        if object["kbaInfo"].map({ $0 != [] && $0 != .null }) ?? false { user.leftOut.append("security questions") }
        switch object["password"] {
        case .string(let text) where !text.isEmpty:
            user.password = try RecordReading.password(text, nil, "password", otherwise: .ldap)
        case .object(let document):
            // An encrypted password can't be read; the user comes without it.
            if document["$crypto"]?["type"] == "x-simple-encryption" {
                user.leftOut.append("encrypted passwords")
            } else {
                user.password = try RecordReading.hash("password") { () throws(HashError) in try ForeignHash(idm: document) }
            }
        default: break
        }
        return .user(user)
    }
}
