package import PasswordHashes
import Primitives

/// The formats of files with users.
package enum UserFileFormat: String, Sendable, CaseIterable {
    /// One object of our own form in each line (``UserFileRecord/json``).
    case jsonLines = "jsonl"
    /// Rows of cells under a header.
    case csv
    /// Keycloak's realm export.
    case keycloak
    /// Auth0's import and export.
    case auth0
    /// `firebase auth:export` in JSON.
    case firebase
    /// `firebase auth:export` in CSV.
    case firebaseCSV = "firebase-csv"
    /// List responses and bulk requests of SCIM.
    case scim
    /// Managed users of PingIDM.
    case pingIDM = "pingidm"
    /// Entries of a directory.
    case ldif

    /// The choices that some formats need besides the file.
    package struct Options: Sendable {
        /// The form of hashes that don't say it; nil for the one that their beginning says.
        package var hashFormat: HashFormat?
        /// The hash parameters of a Firebase project.
        package var firebase: FirebaseParameters?
        /// The relying party whose passkeys are kept; nil for none. Of a file that doesn't name theirs, all are of it.
        package var relyingParty: String?

        package init(hashFormat: HashFormat? = nil, firebase: FirebaseParameters? = nil, relyingParty: String? = nil) {
            self.hashFormat = hashFormat
            self.firebase = firebase
            self.relyingParty = relyingParty
        }
    }

    /// The format that the beginning of a file shows; nil where it shows none.
    package static func detect(_ beginning: [UInt8]) -> Self? {
        let text = Array(beginning.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 })
        guard let first = text.first else { return nil }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            return signs.first { text.contains(sign: $0.1) }.map { $0.0 }
        }
        if text.starts(with: "version:".utf8) || text.starts(with: "dn:".utf8) || first == UInt8(ascii: "#") { return .ldif }
        let header = String(foreign: text.prefix { $0 != 0x0A }, upTo: 4096) ?? ""
        return header.split(whereSeparator: { ",;\t|".contains($0) }).contains { ["username", "email"].contains($0) } ? .csv : nil
    }

    /// The names that objects of a format have and others don't.
    private static let signs: [(Self, String)] = [
        (.scim, "\"urn:ietf:params:scim:"), (.keycloak, "\"credentialData\""),
        (.keycloak, "\"createdTimestamp\""), (.keycloak, "\"realm\""), (.firebase, "\"localId\""), (.pingIDM, "\"_rev\""),
        (.pingIDM, "\"accountStatus\""), (.jsonLines, "\"password_hash\""), (.auth0, "\"user_id\""), (.jsonLines, "\"username\""),
        (.auth0, "\"email_verified\""), (.jsonLines, "\"email\""),
    ]

    func splitter() -> any RecordSplitter {
        switch self {
        case .csv, .firebaseCSV: LineSplitter(.row)
        case .jsonLines: LineSplitter(.line)
        case .ldif: LineSplitter(.paragraph)
        case .keycloak, .firebase: JSONSplitter(lists: ["users"])
        case .auth0: JSONSplitter(lists: [])
        case .scim: JSONSplitter(lists: ["Resources", "resources", "Operations", "operations"])
        case .pingIDM: JSONSplitter(lists: ["result"])
        }
    }

    func reader(_ options: Options) -> any RecordFormat {
        let (format, project, party) = (options.hashFormat, options.firebase, options.relyingParty)
        return switch self {
        case .csv: CSVFormat(hashFormat: format)
        case .firebaseCSV: FirebaseRows(project: project)
        case .ldif: LDIFFormat()
        case .jsonLines:
            JSONFormat { (json) throws(RecordError) in
                var user = try UserFileRecord(json: json, hashFormat: format)
                user.keepPasskeys(of: party)
                return .user(user)
            }
        case .keycloak: JSONFormat { (json) throws(RecordError) in try UserFileRecord.keycloak(json, passkeysOf: party) }
        case .auth0: JSONFormat { (json) throws(RecordError) in try UserFileRecord.auth0(json) }
        case .firebase: JSONFormat { (json) throws(RecordError) in try UserFileRecord.firebase(json, project) }
        case .scim: JSONFormat { (json) throws(RecordError) in try SCIM.read(json, format) }
        case .pingIDM: JSONFormat { (json) throws(RecordError) in try UserFileRecord.pingIDM(json) }
        }
    }
}

extension [UInt8] {
    /// Whether some bytes stand in it.
    fileprivate func contains(sign: String) -> Bool {
        let sign = Array(sign.utf8)
        var rest = self[...]
        while let start = rest.firstIndex(of: sign[0]) {
            rest = rest[start...]
            if rest.starts(with: sign) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
