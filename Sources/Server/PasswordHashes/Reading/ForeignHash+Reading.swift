import Primitives

extension ForeignHash {
    /// Reads a hash in text.
    ///
    /// - Parameter format: the text's form; nil for the one that its beginning says.
    /// - Throws: ``HashError``.
    package init(parsing text: String, as format: HashFormat? = nil) throws(HashError) {
        let bytes = Array(text.utf8)
        guard HashBounds.text.contains(bytes.count) else { throw HashError(.malformed, "the hash has \(bytes.count) bytes") }
        guard let format = format ?? HashFormat.detect(text) else {
            throw HashError(.malformed, "the hash's beginning doesn't say how it was made: name its format")
        }
        self.init(try Self.read(bytes.part, format))
    }

    private static func read(_ text: HashText.Part, _ format: HashFormat) throws(HashError) -> Method {
        switch format {
        case .bcrypt: try bcrypt(text)
        case .shaCrypt: try shaCrypt(text)
        case .crypt: try otherCrypt(text)
        case .scryptCrypt: try scryptCrypt(text)
        case .argon2: try argon2(text)
        case .scrypt: try scrypt(text)
        case .django: try django(text)
        case .wordpress: try wordPress(text)
        case .passlib: try passlib(text)
        case .pbkdf2: try pbkdf2(text)
        case .ldap: try ldap(text)
        case .aspnet: try aspnet(text)
        case .werkzeug: try werkzeug(text)
        case .phpass: try phpass(text)
        case .apr1: try apr1(text)
        case .gatehouse: try kept(text)
        case .md5Digits: try digits(text, .md5)
        case .sha1Digits: try digits(text, .sha1)
        case .sha256Digits: try digits(text, .sha256)
        case .sha512Digits: try digits(text, .sha512)
        }
    }

    private static func digits(_ text: HashText.Part, _ digest: HashDigest) throws(HashError) -> Method {
        let value = try HashText.digits(text, "the digest")
        guard value.count == digest.count else { throw HashText.malformed("the digest") }
        return .digest(digest, .prefix, salt: [], value: value, isCut: false)
    }
}
