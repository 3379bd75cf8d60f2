import Foundation
import Primitives

/// A hashed password in the PHC string format: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`.
struct PasswordHash: Sendable, Equatable {
    let algorithm: PasswordAlgorithm
    let salt: [UInt8]
    let digest: [UInt8]

    init(algorithm: PasswordAlgorithm, salt: [UInt8], digest: [UInt8]) {
        self.algorithm = algorithm
        self.salt = salt
        self.digest = digest
    }

    /// Reads the text that ``text`` makes.
    init(parsing text: String) throws(PasswordError) {
        let fields = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        guard fields.count > 2, fields[0].isEmpty,
            let algorithm = Self.algorithm(fields.dropFirst().dropLast(2)),
            let salt = Self.decode(fields[fields.count - 2]), (8...64).contains(salt.count),
            let digest = Self.decode(fields[fields.count - 1]), (16...64).contains(digest.count)
        else { throw PasswordError(.malformedHash, "a stored password hash is of no known form") }
        try algorithm.check()
        self.init(algorithm: algorithm, salt: salt, digest: digest)
    }

    /// The PHC string.
    var text: String {
        let prefix =
            switch algorithm {
            case .argon2id(let memory, let passes, let lanes): "$argon2id$v=19$m=\(memory),t=\(passes),p=\(lanes)"
            case .pbkdf2(let rounds): "$pbkdf2-sha256$i=\(rounds)"
            }
        return "\(prefix)$\(Self.encode(salt))$\(Self.encode(digest))"
    }

    private static func algorithm(_ fields: ArraySlice<String>) -> PasswordAlgorithm? {
        let fields = Array(fields)
        switch fields.first {
        case "argon2id" where fields.count == 3 && fields[1] == "v=19":
            guard let costs = costs(fields[2], named: ["m", "t", "p"]) else { return nil }
            return .argon2id(memory: costs[0], passes: costs[1], lanes: costs[2])
        case "pbkdf2-sha256" where fields.count == 2:
            return costs(fields[1], named: ["i"]).map { .pbkdf2(rounds: $0[0]) }
        default: return nil
        }
    }

    /// The values of `m=1,t=2`, when the names are these and in this order.
    private static func costs(_ text: String, named names: [String]) -> [Int]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == names.count else { return nil }
        let values = zip(parts, names).compactMap { part, name in
            part.hasPrefix("\(name)=") ? Int(decimal: part.dropFirst(name.count + 1)) : nil
        }
        return values.count == names.count ? values : nil
    }

    private static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "=", with: "")
    }

    private static func decode(_ text: String) -> [UInt8]? {
        guard !text.contains("=") else { return nil }
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text + padding).map { [UInt8]($0) }
    }
}
