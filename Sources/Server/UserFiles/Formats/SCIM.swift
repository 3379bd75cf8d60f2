import Foundation
import PasswordHashes
import Primitives

/// Users in SCIM (RFC 7643): a list response, a bulk request, or objects. A hash may stand in the extension ``SCIM/extensionName``.
enum SCIM {
    /// The extension with a password's hash, as there is no standard one: members `hash` and `format`.
    static let extensionName = "urn:gatehouse:scim:schemas:extension:password:2.0:User"

    static func read(_ object: JSONObject, _ format: HashFormat?) throws(RecordError) -> RecordReading.Result {
        var resource = Names(object)
        if let method = resource.text("method") {
            guard method == "POST", let path = resource.text("path"), let data = resource["data"]?.object else {
                throw RecordError("method", "only POST is read")
            }
            guard path == "/Users" || path.hasSuffix("/Users") else { return .skipped("group") }
            resource = Names(data)
        }
        if resource["username"] == nil, resource["members"] != nil { return .skipped("group") }
        return .user(try user(resource, format))
    }

    private static func user(_ resource: Names, _ format: HashFormat?) throws(RecordError) -> UserFileRecord {
        let mail = try primary(resource["emails"], "emails")
        var user = UserFileRecord(username: try UserFileRecord.name(resource.text("username"), mail))
        user.takeID(resource.text("id"))
        user.set(UserFileRecord.Attribute.mail, mail)
        let name = Names(resource["name"]?.object ?? JSONObject())
        user.set(UserFileRecord.Attribute.givenName, name.text("givenname"))
        user.set(UserFileRecord.Attribute.familyName, name.text("familyname"))
        user.set(UserFileRecord.Attribute.displayName, resource.text("displayname") ?? name.text("formatted"))
        user.set(UserFileRecord.Attribute.phone, try primary(resource["phonenumbers"], "phoneNumbers"))
        user.set(UserFileRecord.Attribute.locale, RecordReading.locale(resource.text("preferredlanguage") ?? resource.text("locale")))
        switch resource["active"] {
        case .bool(let isActive): user.isEnabled = isActive
        case .string(let text): user.isEnabled = try RecordReading.flag(text, "active")
        default: break
        }
        if let created = Names(resource["meta"]?.object ?? JSONObject()).text("created") {
            user.created = try RecordReading.time(created, "meta.created")
        }
        if resource["password"]?.string != nil { throw RecordError("password", "a password in clear text; set it after the import") }
        let hash = Names(resource[extensionName.lowercased()]?.object ?? JSONObject())
        if let text = hash.text("hash") { user.password = try RecordReading.password(text, hash.text("format"), "hash", otherwise: format) }
        for part in ["groups", "roles", "entitlements", "addresses"] where !(resource[part]?.array ?? []).isEmpty {
            user.leftOut.append(part)
        }
        return user
    }

    /// The primary value of several, or else the first.
    private static func primary(_ values: JSONValue?, _ name: String) throws(RecordError) -> String? {
        let values = (values?.array ?? []).compactMap(\.object).map(Names.init)
        let primary = values.filter { $0["primary"] == true }
        guard primary.count <= 1 else { throw RecordError(name, "more than one is primary") }
        return (primary.first ?? values.first)?.text("value")
    }

    /// An object whose members are found whatever their case (RFC 7643 §2.1).
    private struct Names {
        private let members: [String: JSONValue]

        init(_ object: JSONObject) {
            members = Dictionary(object.members.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
        }

        subscript(name: String) -> JSONValue? { members[name] == .null ? nil : members[name] }

        func text(_ name: String) -> String? { members[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    }
}
