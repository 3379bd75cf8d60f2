import Foundation
import PasswordHashes
import Primitives

/// The hash of a user's password as the database has it: our own, or one that came with the user from another product and lasts until the
/// first login ([decision 167](../../../../docs/decisions/0167-imported-hashes.md)).
enum StoredPassword: Sendable, Equatable {
    case own(PasswordHash)
    /// A hash of another product, with the salt of the own hash that takes its place.
    case imported(ForeignHash, mark: [UInt8])

    /// Reads the text that ``text`` makes.
    init(parsing text: String) throws(PasswordError) {
        guard text.utf8.starts(with: Self.beginning.utf8) else {
            self = .own(try PasswordHash(parsing: text))
            return
        }
        let rest = Array(text.utf8.dropFirst(Self.beginning.utf8.count))
        guard let end = rest.firstIndex(of: UInt8(ascii: "$")), let mark = Base64URL.decode(utf8: rest[..<end]),
            mark.count == Self.markLength
        else { throw PasswordError(.malformedHash, "an imported password hash is of no known form") }
        do {
            self = .imported(try ForeignHash(parsing: String(own: rest[(end + 1)...]), as: .gatehouse), mark: mark)
        } catch {
            throw PasswordError(error.code == .excessiveCost ? .excessiveCost : .malformedHash, error.reason)
        }
    }

    /// A hash of another product, about to be stored.
    init(importing hash: ForeignHash, random: any RandomSource) { self = .imported(hash, mark: random.bytes(Self.markLength)) }

    var text: String {
        switch self {
        case .own(let hash): hash.text
        case .imported(let hash, let mark): "\(Self.beginning)\(Base64URL.encode(mark))$\(hash.text)"
        }
    }

    /// The bytes by which the password is told from the user's others (``User/passwordMark``): the salt of our own hash of it.
    var mark: [UInt8] {
        switch self {
        case .own(let hash): hash.salt
        case .imported(_, let mark): mark
        }
    }

    /// Whether the hash is made anew at the next login, where new ones are made in a given way.
    func isSuperseded(by algorithm: PasswordAlgorithm) -> Bool {
        switch self {
        case .own(let hash): hash.algorithm.isSuperseded(by: algorithm)
        case .imported: true
        }
    }

    private static let beginning = "$imported$"
    private static let markLength = 16
}
