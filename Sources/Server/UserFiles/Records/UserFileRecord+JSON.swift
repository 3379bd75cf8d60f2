import Foundation
package import PasswordHashes
package import Primitives

// The form of JSON lines, which `user export` writes, and in which other formats' records are sent to be stored.
extension UserFileRecord {
    /// The names of the members, and of the columns of CSV as far as they are single values.
    package enum Member: String, CaseIterable, Sendable {
        case id, username, email
        case emailVerified = "email_verified"
        case givenName = "given_name", familyName = "family_name", displayName = "display_name"
        case phone, locale, enabled
        case createdAt = "created_at", lastLogin = "last_login"
        case passwordHash = "password_hash", hashFormat = "hash_format"
        case links, attributes, custom, passcodes, passkeys

        /// Whether it is one value, which a cell of CSV holds.
        package var isSingle: Bool {
            switch self {
            case .links, .attributes, .custom, .passcodes, .passkeys: false
            default: true
            }
        }
    }

    /// The attributes that have members of their own.
    private static let plain: [(Member, String)] = [
        (.email, Attribute.mail), (.givenName, Attribute.givenName), (.familyName, Attribute.familyName),
        (.displayName, Attribute.displayName), (.phone, Attribute.phone), (.locale, Attribute.locale),
    ]

    /// Reads ``json``.
    ///
    /// - Parameter format: the form of hashes whose record doesn't name one; nil for the one that their beginning says.
    /// - Throws: ``RecordError`` that names the member.
    package init(json: JSONObject, hashFormat format: HashFormat? = nil) throws(RecordError) {
        if let unknown = json.names.first(where: { Member(exactly: $0) == nil }) {
            throw RecordError(unknown: unknown, among: Member.allCases.map(\.rawValue), "there is no such field")
        }
        func text(_ member: Member) throws(RecordError) -> String? { try RecordReading.text(json, member.rawValue) }
        self.init(username: try Self.name(try text(.username), try text(.email)))
        if let id = try text(.id) {
            guard let read = UUID(text: id.lowercased()) else { throw RecordError("id", "it is no UUID") }
            self.id = read
        }
        attributes = try Self.object(json, .attributes)
        custom = try Self.object(json, .custom)
        for (member, name) in Self.plain { set(name, try text(member)) }
        if let links = json[Member.links.rawValue], links != .null {
            guard let texts = links.strings, texts.count <= RecordBounds.values else { throw RecordError("links", "it is a list of texts") }
            if !texts.isEmpty { attributes[Attribute.links] = .array(texts.map(JSONValue.string)) }
        }
        isMailVerified = try RecordReading.flag(json, Member.emailVerified.rawValue)
        isEnabled = try RecordReading.flag(json, Member.enabled.rawValue) ?? true
        created = try RecordReading.time(json, Member.createdAt.rawValue)
        lastLogin = try RecordReading.time(json, Member.lastLogin.rawValue)
        if let hash = try text(.passwordHash) {
            password = try RecordReading.password(hash, try text(.hashFormat), Member.passwordHash.rawValue, otherwise: format)
        }
        passcodes = try Self.list(json, .passcodes) { (element) throws(RecordError) in try PasscodeRecord(json: element) }
        passkeys = try Self.list(json, .passkeys) { (element) throws(RecordError) in try ImportedPasskey(json: element) }
    }

    private static func object(_ json: JSONObject, _ member: Member) throws(RecordError) -> JSONObject {
        guard let value = json[member.rawValue], value != .null else { return JSONObject() }
        guard let object = value.object else { throw RecordError(member.rawValue, "it is an object") }
        return object
    }

    private static func list<Element>(
        _ json: JSONObject, _ member: Member, _ read: (JSONValue) throws(RecordError) -> Element
    ) throws(RecordError) -> [Element] {
        guard let value = json[member.rawValue], value != .null else { return [] }
        guard let list = value.array, list.count <= RecordBounds.factors else {
            throw RecordError(member.rawValue, "it is a list of at most \(RecordBounds.factors)")
        }
        var elements: [Element] = []
        for element in list { elements.append(try read(element)) }
        return elements
    }

    /// The record as a line has it.
    package var json: JSONObject {
        var json: JSONObject = [:]
        if let id { json[Member.id.rawValue] = .string(id.text) }
        json[Member.username.rawValue] = .string(username)
        var rest = attributes
        for (member, name) in Self.plain {
            guard let text = rest[name]?.string else { continue }
            json[member.rawValue] = .string(text)
            rest[name] = nil
        }
        if let links = rest[Attribute.links], links.strings != nil {
            json[Member.links.rawValue] = links
            rest[Attribute.links] = nil
        }
        json[Member.emailVerified.rawValue] = isMailVerified.map(JSONValue.bool)
        json[Member.enabled.rawValue] = .bool(isEnabled)
        json[Member.createdAt.rawValue] = created.map { .string($0.formatted(.iso8601)) }
        json[Member.lastLogin.rawValue] = lastLogin.map { .string($0.formatted(.iso8601)) }
        switch password {
        case .own(let text): (json[Member.passwordHash.rawValue], json[Member.hashFormat.rawValue]) = (.string(text), "own")
        case .foreign(let hash):
            json[Member.passwordHash.rawValue] = .string(hash.text)
            json[Member.hashFormat.rawValue] = .string(HashFormat.gatehouse.rawValue)
        case nil: break
        }
        if !rest.isEmpty { json[Member.attributes.rawValue] = .object(rest) }
        if !custom.isEmpty { json[Member.custom.rawValue] = .object(custom) }
        if !passcodes.isEmpty { json[Member.passcodes.rawValue] = .array(passcodes.map(\.json)) }
        if !passkeys.isEmpty { json[Member.passkeys.rawValue] = .array(passkeys.map(\.json)) }
        return json
    }
}
