import Primitives

// The forms of crypt(3): $2b$ (bcrypt), $5$ and $6$ (SHA-crypt), $y$ (yescrypt), $7$ (scrypt), $1$ and $apr1$ (MD5-crypt), and phpass.
extension ForeignHash {
    static func bcrypt(_ text: HashText.Part) throws(HashError) -> Method {
        .crypt(try bcryptText(text, ["$2a$", "$2b$", "$2y$"]))
    }

    /// The text of a hash of bcrypt: mark, two digits of cost, 22 characters of salt and 31 of digest.
    static func bcryptText(_ text: HashText.Part, _ marks: [String]) throws(HashError) -> String {
        if text.starts(with: "$2x$".utf8), !marks.contains("$2x$") {
            throw HashError(.unsupported, "$2x$ marks hashes of a fault (CVE-2011-2483); they are read under the format crypt only")
        }
        guard marks.contains(where: { text.starts(with: $0.utf8) }), text.count == 60, text.dropFirst(6).first == UInt8(ascii: "$"),
            HashText.isCrypt(text.dropFirst(7), count: 53...53), let cost = Int(decimal: text.dropFirst(4).prefix(2), leadingZeros: true)
        else { throw HashText.malformed("the hash of bcrypt") }
        try HashText.require(cost, in: HashBounds.bcryptCost, "bcrypt's cost")
        return String(own: text)
    }

    static func wordPress(_ text: HashText.Part) throws(HashError) -> Method {
        .preparedBcrypt(.wordPress, try bcryptText(try HashText.rest(of: text, after: "$wp", "the hash of WordPress"), ["$2y$"]))
    }

    /// `$6$rounds=N$salt$digest`; without rounds, 5,000.
    static func shaCrypt(_ text: HashText.Part) throws(HashError) -> Method {
        var parts = HashText.parts(text, by: "$").dropFirst()
        guard text.first == UInt8(ascii: "$"), let variant = parts.popFirst(), variant.count == 1,
            let length = [UInt8(ascii: "5"): 43, UInt8(ascii: "6"): 86][variant.first ?? 0]
        else { throw HashText.malformed("the hash of SHA-crypt") }
        if let first = parts.first, first.starts(with: "rounds=".utf8) {
            _ = try HashText.number(first.dropFirst("rounds=".utf8.count), in: HashBounds.shaCryptRounds, "the number of rounds")
            parts = parts.dropFirst()
        }
        guard parts.count == 2, let salt = parts.first, isSalt(salt, longest: 16), let digest = parts.last,
            HashText.isCrypt(digest, count: length...length)
        else { throw HashText.malformed("the hash of SHA-crypt") }
        return .crypt(String(own: text))
    }

    /// yescrypt, MD5-crypt and `$2x$`.
    static func otherCrypt(_ text: HashText.Part) throws(HashError) -> Method {
        if text.starts(with: "$2x$".utf8) { return .crypt(try bcryptText(text, ["$2x$"])) }
        let parts = HashText.parts(text, by: "$")
        if text.starts(with: "$1$".utf8) {
            guard parts.count == 4, isSalt(parts[2], longest: 8), HashText.isCrypt(parts[3], count: 22...22) else {
                throw HashText.malformed("the hash of MD5-crypt")
            }
            return .crypt(String(own: text))
        }
        guard text.starts(with: "$y$".utf8), parts.count == 5, HashText.isCrypt(parts[3], count: 1...86),
            HashText.isCrypt(parts[4], count: 43...43)
        else { throw HashText.malformed("the hash of crypt(3)") }
        guard yescryptCosts.contains(String(own: parts[2])) else {
            throw HashError(.excessiveCost, "yescrypt's cost is none from j75 to jDT (256 MiB)")
        }
        return .crypt(String(own: text))
    }

    /// The costs 1 to 9 of libxcrypt, which take up to 256 MiB.
    private static let yescryptCosts: Set = ["j75", "j85", "j7T", "j8T", "j9T", "jAT", "jBT", "jCT", "jDT"]

    /// `$7$`, a character for log2 N, five for r, five for p, the salt, `$`, and 43 of digest.
    static func scryptCrypt(_ text: HashText.Part) throws(HashError) -> Method {
        let parts = HashText.parts(text, by: "$")
        guard text.starts(with: "$7$".utf8), parts.count == 4, (11...75).contains(parts[2].count),
            HashText.isCrypt(parts[2].prefix(11), count: 11...11), HashText.isCrypt(parts[3], count: 43...43),
            let log2N = parts[2].first.flatMap(CryptAlphabet.value)
        else { throw HashText.malformed("the hash of scrypt") }
        let costs = parts[2].dropFirst()
        guard isSalt(parts[2].dropFirst(11), longest: 64) else { throw HashText.malformed("scrypt's salt") }
        _ = try ScryptCost(log2N: log2N, blockSize: number(costs.prefix(5)), lanes: number(costs.dropFirst(5).prefix(5)))
        return .crypt(String(own: text))
    }

    private static func number(_ text: HashText.Part) -> Int {
        text.reversed().reduce(0) { $0 << 6 | (CryptAlphabet.value($1) ?? 0) }
    }

    private static func isSalt(_ salt: HashText.Part, longest: Int) -> Bool {
        salt.count <= longest && salt.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "$") }
    }

    static func phpass(_ text: HashText.Part) throws(HashError) -> Method {
        guard text.starts(with: "$P$".utf8) || text.starts(with: "$H$".utf8), HashText.isCrypt(text.dropFirst(3), count: 31...31),
            let mark = text.dropFirst().first, let cost = text.dropFirst(3).first.flatMap(CryptAlphabet.value)
        else { throw HashText.malformed("the hash of phpass") }
        try HashText.require(cost, in: HashBounds.phpassCost, "phpass's cost")
        return .phpass(PHPass(mark: mark, cost: cost, salt: Array(text.dropFirst(4).prefix(8)), value: Array(text.suffix(22))))
    }

    static func apr1(_ text: HashText.Part) throws(HashError) -> Method {
        let parts = HashText.parts(text, by: "$")
        guard text.starts(with: "$apr1$".utf8), parts.count == 4, isSalt(parts[2], longest: 8), HashText.isCrypt(parts[3], count: 22...22)
        else { throw HashText.malformed("the hash apr1") }
        return .apr1(MD5Crypt(salt: Array(parts[2]), value: Array(parts[3])))
    }
}
