import Foundation
import PasswordHashes
import Primitives

/// Users of `firebase auth:export` in JSON. Their hashes need the project's parameters, which its console shows.
extension UserFileRecord {
    static func firebase(_ object: JSONObject, _ project: FirebaseParameters?) throws(RecordError) -> RecordReading.Result {
        let (mail, id) = (try RecordReading.text(object, "email"), try RecordReading.text(object, "localId"))
        var user = UserFileRecord(username: try name(mail, id))
        user.takeID(id)
        user.set(Attribute.mail, mail)
        user.set(Attribute.displayName, try RecordReading.text(object, "displayName"))
        user.set(Attribute.phone, try RecordReading.text(object, "phoneNumber"))
        user.isMailVerified = try RecordReading.flag(object, "emailVerified")
        user.isEnabled = !(try RecordReading.flag(object, "disabled") ?? false)
        user.created = try RecordReading.milliseconds(object, "createdAt")
        user.lastLogin = try RecordReading.milliseconds(object, object["lastLoginAt"] == nil ? "lastSignedInAt" : "lastLoginAt")
        for identity in object["providerUserInfo"]?.array ?? [] {
            guard let provider = identity["providerId"]?.string, provider != "password", provider != "phone" else { continue }
            if let subject = identity["rawId"]?.string { user.link(provider, subject) }
        }
        if let hash = try RecordReading.text(object, "passwordHash") {
            guard let project else { throw RecordError("passwordHash", "the project's hash parameters are missing: --firebase-parameters") }
            let salt = try RecordReading.text(object, "salt") ?? ""
            user.password = try RecordReading.hash("passwordHash") { () throws(HashError) in
                try ForeignHash(firebase: hash, salt: salt, project)
            }
        }
        if object["mfaInfo"] != nil { user.leftOut.append("second factors") }
        return .user(user)
    }
}

/// Rows of `firebase auth:export` in CSV: no header, and a comma at the end. A row that doesn't keep to RFC 4180 is refused.
struct FirebaseRows: RecordFormat {
    let project: FirebaseParameters?

    /// The cells before the accounts at providers, and those after them.
    private static let names: [(Int, String)] = [
        (0, "localId"), (1, "email"), (2, "emailVerified"), (3, "passwordHash"), (4, "salt"), (5, "displayName"), (23, "createdAt"),
        (24, "lastLoginAt"), (25, "phoneNumber"), (26, "disabled"),
    ]
    private static let providers: [(Int, JSONValue)] = [(7, "google.com"), (11, "facebook.com"), (15, "twitter.com"), (19, "github.com")]

    mutating func read(_ record: RawRecord) throws(RecordError) -> RecordReading.Result {
        let cells = try CSV.cells(record.bytes, UInt8(ascii: ","))
        guard (26...29).contains(cells.count) else { throw RecordError(nil, "the row has \(cells.count) cells and not 26 to 29") }
        var json = JSONObject()
        for (place, name) in Self.names where place < cells.count && !cells[place].isEmpty { json[name] = .string(cells[place]) }
        let identities = Self.providers.compactMap { place, provider -> JSONValue? in
            cells[place].isEmpty ? nil : ["providerId": provider, "rawId": .string(cells[place])]
        }
        json["providerUserInfo"] = .array(identities)
        return try UserFileRecord.firebase(json, project)
    }
}
