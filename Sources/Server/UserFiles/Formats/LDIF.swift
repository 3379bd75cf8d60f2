import Foundation
import PasswordHashes
import Primitives

/// Entries of a directory (RFC 2849): people become users, other entries are passed over.
struct LDIFFormat: RecordFormat {
    mutating func read(_ record: RawRecord) throws(RecordError) -> RecordReading.Result {
        let entry = try LDIFEntry(record.bytes)
        guard !entry.isEmpty else { return .skipped("header") }
        let classes = entry.texts("objectclass").map { $0.lowercased() }
        guard classes.contains(where: Self.people.contains) || (classes.isEmpty && entry.text("uid") != nil) else {
            return .skipped("entry")
        }
        let mail = entry.text("mail")
        var user = UserFileRecord(
            username: try UserFileRecord.name(entry.text("uid"), entry.text("samaccountname"), entry.text("userprincipalname"), mail))
        user.takeID(entry.text("entryuuid"))
        user.set(UserFileRecord.Attribute.mail, mail)
        user.set(UserFileRecord.Attribute.givenName, entry.text("givenname"))
        user.set(UserFileRecord.Attribute.familyName, entry.text("sn"))
        user.set(UserFileRecord.Attribute.displayName, entry.text("displayname") ?? entry.text("cn"))
        user.set(UserFileRecord.Attribute.phone, entry.text("telephonenumber"))
        user.set(UserFileRecord.Attribute.locale, RecordReading.locale(entry.text("preferredlanguage")))
        if let created = entry.text("createtimestamp") ?? entry.text("whencreated") { user.created = try Self.time(created) }
        user.isEnabled = !Self.isLocked(entry)
        if entry.texts("mail").count > 1 { user.leftOut.append("more than one mail address") }
        if !entry.texts("memberof").isEmpty { user.leftOut.append("groups") }
        try takePassword(entry.texts("userpassword"), &user)
        return .user(user)
    }

    private static let people: Set<String> = ["person", "inetorgperson", "organizationalperson", "posixaccount", "account", "user"]

    /// The first hash that can be read; the first one's reason where none can.
    private func takePassword(_ hashes: [String], _ user: inout UserFileRecord) throws(RecordError) {
        var first: RecordError?
        for hash in hashes.prefix(10) {
            do {
                user.password = try RecordReading.password(hash, nil, "userPassword", otherwise: .ldap)
                return
            } catch { first = first ?? error }
        }
        if let first { throw first }
    }

    private static func isLocked(_ entry: LDIFEntry) -> Bool {
        if entry.text("pwdaccountlockedtime") != nil { return true }
        if entry.text("nsaccountlock")?.lowercased() == "true" || entry.text("ds-pwp-account-disabled")?.lowercased() == "true" {
            return true
        }
        // Active Directory: ACCOUNTDISABLE.
        return entry.text("useraccountcontrol").flatMap { Int(decimal: $0) }.map { $0 & 2 != 0 } ?? false
    }

    /// GeneralizedTime in UTC (RFC 4517 §3.3.13).
    private static func time(_ text: String) throws(RecordError) -> Date {
        let digits = text.utf8.prefix(14)
        guard digits.count == 14, text.utf8.last == UInt8(ascii: "Z"), text.utf8.count <= 24,
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw RecordError("createTimestamp", "it is no time such as 20260131120000Z") }
        let d = digits.map { String(own: [$0]) }
        let iso =
            "\(d[0...3].joined())-\(d[4...5].joined())-\(d[6...7].joined())T\(d[8...9].joined()):\(d[10...11].joined()):\(d[12...13].joined())Z"
        return try RecordReading.time(iso, "createTimestamp")
    }
}

/// The attributes of an entry, by their names in small letters and without options.
struct LDIFEntry {
    private var values: [String: [String]] = [:]

    /// Whether it has nothing but the version.
    var isEmpty: Bool { values.isEmpty }

    init(_ record: [UInt8]) throws(RecordError) {
        var isFirst = true
        for line in try Self.unfolded(record) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw RecordError(nil, "a line has no colon") }
            guard let full = String(foreign: line[..<colon], upTo: 256) else {
                throw RecordError(nil, "the name of an attribute isn't text")
            }
            let name = String(full.split(separator: ";", omittingEmptySubsequences: false)[0]).lowercased()
            if name == "version", isFirst { continue }
            let value = try Self.value(line[(colon + 1)...], name)
            if isFirst, name != "dn" { throw RecordError("dn", "the entry doesn't begin with its name") }
            isFirst = false
            guard name != "changetype" || value == "add" else { throw RecordError("changetype", "only entries are read, and no changes") }
            guard values.count < RecordBounds.values || values[name] != nil, values[name]?.count ?? 0 < RecordBounds.values else {
                throw RecordError(name, "there are too many values")
            }
            if let value { values[name, default: []].append(value) }
        }
    }

    func texts(_ name: String) -> [String] { values[name] ?? [] }
    func text(_ name: String) -> String? { values[name]?.first }

    /// The lines without comments, those that were folded in one piece.
    private static func unfolded(_ record: [UInt8]) throws(RecordError) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for line in record.split(separator: 0x0A) {
            guard line.first == 0x20 || line.first == 0x09 else {
                lines.append(Array(line))
                continue
            }
            guard !lines.isEmpty else { throw RecordError(nil, "the entry begins with the rest of a line") }
            lines[lines.count - 1].append(contentsOf: line.dropFirst())
        }
        return lines.filter { $0.first != UInt8(ascii: "#") }
    }

    /// The value behind the first colon; nil for bytes that are no text, such as a photograph.
    private static func value(_ rest: ArraySlice<UInt8>, _ name: String) throws(RecordError) -> String? {
        guard rest.first != UInt8(ascii: "<") else { throw RecordError(String(name.prefix(64)), "values in other files aren't read") }
        let isEncoded = rest.first == UInt8(ascii: ":")
        let bytes = (isEncoded ? rest.dropFirst() : rest).drop { $0 == 0x20 }
        guard isEncoded else { return String(foreign: bytes) }
        guard let decoded = Data(base64Encoded: Data(bytes)) else {
            throw RecordError(String(name.prefix(64)), "the value isn't in base64")
        }
        return String(foreign: decoded)
    }
}
