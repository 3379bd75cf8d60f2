import Foundation
import PasswordHashes
import Primitives

/// Users as Auth0's import and export have them, with the hashes that its support adds.
extension UserFileRecord {
    static func auth0(_ object: JSONObject) throws(RecordError) -> RecordReading.Result {
        func text(_ names: String...) throws(RecordError) -> String? {
            for name in names { if let text = try RecordReading.text(object, name) { return text } }
            return nil
        }
        let mail = try text("email", "Email")
        let id = try text("user_id", "Id", "_id")
        var user = UserFileRecord(username: try name(try text("username"), mail, id))
        user.takeID(id?.split(separator: "|").last.map { String($0) })
        user.set(Attribute.mail, mail)
        user.set(Attribute.givenName, try text("given_name", "Given Name"))
        user.set(Attribute.familyName, try text("family_name", "Family Name"))
        user.set(Attribute.displayName, try text("name", "Name"))
        user.set(Attribute.phone, try text("phone_number"))
        let isVerified = object["email_verified"] == nil ? "Email Verified" : "email_verified"
        user.isMailVerified = try RecordReading.flag(object, isVerified)
        user.isEnabled = !(try RecordReading.flag(object, "blocked") ?? false)
        if let created = try text("created_at", "Created At") { user.created = try RecordReading.time(created, "created_at") }
        if let last = try text("last_login") { user.lastLogin = try RecordReading.time(last, "last_login") }
        for identity in object["identities"]?.array ?? [] {
            guard let provider = identity["provider"]?.string, provider != "auth0" else { continue }
            if let subject = identity["user_id"]?.string { user.link(provider, subject) }
        }
        for name in ["app_metadata", "user_metadata"] {
            for member in object[name]?.object?.members ?? [] where member.value.string != nil { user.custom[member.name] = member.value }
        }
        if let hash = try text("password_hash", "passwordHash") {
            user.password = try RecordReading.password(hash, nil, "password_hash", otherwise: .bcrypt)
        } else if let custom = object["custom_password_hash"]?.object {
            user.password = try RecordReading.hash("custom_password_hash") { () throws(HashError) in try ForeignHash(custom: custom) }
        }
        for factor in object["mfa_factors"]?.array ?? [] {
            guard let secret = factor["totp"]?["secret"]?.string else {
                user.leftOut.append("factors other than TOTP")
                continue
            }
            user.passcodes.append(try PasscodeRecord(json: ["secret": .string(secret)]))
        }
        return .user(user)
    }
}
