import Primitives

/// The accounts of an authenticator app, as it writes them openly: to move between apps. Whatever holds one holds secrets.
public struct AccountList: Sendable, Equatable {
    /// The longest file that is read, in bytes.
    public static let longest = 4 << 20
    /// The number of accounts that are read at most.
    public static let most = 10_000

    /// The format of the list.
    public enum Format: String, Sendable, CaseIterable {
        /// One URI a line; empty lines and those that begin with `#` are passed over.
        case uris
        /// Aegis' plain JSON.
        case aegis
        /// andOTP's plain JSON.
        case andOTP = "andotp"
        /// 2FAS' backup without a password.
        case twoFAS = "2fas"
        /// Google Authenticator's transfer codes: URIs of the scheme `otpauth-migration`, one a line.
        case migration
    }

    /// The accounts in the order of the list.
    public var accounts: [AuthenticatorURI]
    /// The entries that couldn't be read, and why, one sentence each without secrets.
    public var skipped: [String] = []

    /// Makes an account list of its `accounts`, which is taken unchecked.
    public init(_ accounts: [AuthenticatorURI]) { self.accounts = accounts }

    /// Reads a file. Entries that can't be used are skipped; a file that is none fails.
    ///
    /// - Parameter format: nil to see by itself.
    /// - Throws: `outOfRange` when it is too large; `unsupported` for an encrypted one; `malformed` for none of the formats.
    public init(_ file: [UInt8], as format: Format? = nil) throws(OneTimePasswordError) {
        guard file.count <= Self.longest else { throw OneTimePasswordError(.outOfRange, "the file has more than \(Self.longest) bytes") }
        let file = Array(ByteOrderMark.skipped(in: file))
        let entries: [Entry]
        let known: Format
        if let format { known = format } else { known = try Self.format(of: file) }
        switch known {
        case .uris: entries = Self.lines(file).map { line in line.map { Entry(uri: $0) } ?? .noText }
        case .migration: entries = try Self.migrated(Self.lines(file))
        case .aegis: entries = try AegisFormat.entries(Self.json(file))
        case .andOTP: entries = try AndOTPFormat.entries(Self.json(file))
        case .twoFAS: entries = try TwoFASFormat.entries(Self.json(file))
        }
        guard entries.count <= Self.most else { throw OneTimePasswordError(.outOfRange, "the file has more than \(Self.most) accounts") }
        accounts = []
        for (index, entry) in entries.enumerated() {
            switch entry.result {
            case .success(let account): accounts.append(account)
            case .failure(let error): skipped.append("entry \(index + 1)\(entry.name.map { " (\($0))" } ?? ""): \(error.reason)")
            }
        }
    }

    /// The file.
    /// - Throws: `unsupported` for an account that the format has no room for, such as one of another period where all have 30 seconds.
    public func encoded(as format: Format) throws(OneTimePasswordError) -> [UInt8] {
        switch format {
        case .uris:
            var lines: [String] = []
            for account in accounts { lines.append(try account.text()) }
            return Array(lines.map { $0 + "\n" }.joined().utf8)
        case .migration: return Array(try MigrationFormat.uris(accounts).map { $0 + "\n" }.joined().utf8)
        case .aegis: return try AegisFormat.json(accounts).encoded
        case .andOTP: return try AndOTPFormat.json(accounts).encoded
        case .twoFAS: return try TwoFASFormat.json(accounts).encoded
        }
    }

    /// The accounts that a format has room for; the others are told with those that couldn't be read.
    public func fitted(to format: Format) -> AccountList {
        var list = AccountList([])
        list.skipped = skipped
        for account in accounts {
            do {
                _ = try AccountList([account]).encoded(as: format)
                list.accounts.append(account)
            } catch {
                let name = [account.issuer, account.account].filter { !$0.isEmpty }.joined(separator: " ")
                list.skipped.append("\(name): \(error.reason)")
            }
        }
        return list
    }

    /// One account of a file, or why it is none. An error in one says nothing of the others.
    struct Entry {
        let result: Result<AuthenticatorURI, OneTimePasswordError>
        /// The name that the file has for it, by which its owner finds it; nil where it has none.
        let name: String?

        init(_ name: String? = nil, _ make: () throws(OneTimePasswordError) -> AuthenticatorURI) {
            result = Result { () throws(OneTimePasswordError) in try make() }
            self.name = name.flatMap { $0.isEmpty ? nil : String($0.prefix(64)) }
        }

        init(_ name: String? = nil, _ error: OneTimePasswordError) {
            self.init(name) { () throws(OneTimePasswordError) in throw error }
        }

        /// Reads an element of a list of JSON, which may be one that was set aside.
        init(_ element: JSONValue, _ name: String? = nil, _ make: () throws(OneTimePasswordError) -> AuthenticatorURI) {
            guard let reason = SalvagedList.reason(element) else {
                self.init(name, make)
                return
            }
            self.init(OneTimePasswordError(.malformed, reason))
        }

        /// A line that is no text.
        static var noText: Entry { Entry(OneTimePasswordError(.malformed, "the line is no text, or has too many marks in a row")) }

        private init(_ error: OneTimePasswordError) { self.init(nil, error) }

        init(uri text: String) { self.init { () throws(OneTimePasswordError) in try AuthenticatorURI(text) } }
    }

    private static func format(of file: [UInt8]) throws(OneTimePasswordError) -> Format {
        let start = String(own: file.drop { $0 <= 0x20 }.prefix(32)).lowercased()
        if start.hasPrefix("[") { return .andOTP }
        if start.hasPrefix("otpauth-migration:") { return .migration }
        if start.hasPrefix("{") {
            let json = try json(file)
            if json["db"] != nil { return .aegis }
            if json["services"] != nil || json["servicesEncrypted"] != nil { return .twoFAS }
        }
        guard file.firstRange(of: Array("://".utf8)) != nil else {
            throw OneTimePasswordError(.malformed, "this is no list of accounts: neither URIs nor a plain export of Aegis, andOTP or 2FAS")
        }
        return .uris
    }

    private static func json(_ file: [UInt8]) throws(OneTimePasswordError) -> JSONValue {
        do { return try SalvagedList.read(file, limits: JSONLimits(bytes: longest, depth: 16, values: 400_000)) } catch {
            throw OneTimePasswordError(.malformed, "the file is no JSON: \(error.reason)")
        }
    }

    /// The accounts of all codes. One that can't be read is an entry that can't be used, and those beside it are whole.
    /// - Throws: the first code's error where none can be read.
    private static func migrated(_ lines: [String?]) throws(OneTimePasswordError) -> [Entry] {
        var (entries, failures): ([Entry], [OneTimePasswordError]) = ([], [])
        for line in lines {
            do throws(OneTimePasswordError) {
                guard let line else { throw OneTimePasswordError(.malformed, "it is no text, or has too many marks in a row") }
                entries += try MigrationFormat.entries(line)
            } catch {
                failures.append(error)
                entries.append(Entry("a transfer code", error))
            }
        }
        if let first = failures.first, failures.count == lines.count { throw first }
        return entries
    }

    /// The lines that are neither empty nor comments; nil for one that is no text.
    private static func lines(_ file: [UInt8]) -> [String?] {
        file.split { $0 == 0x0A || $0 == 0x0D }.map { $0.drop { $0 <= 0x20 } }.filter { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
            .map { String(foreign: $0) }
    }
}
