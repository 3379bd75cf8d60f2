import Foundation
import PasswordHashes
import Primitives
import TestVectors
import Testing

/// Hashes of other products: passwords that are theirs, passwords that aren't, and what is refused before anything is hashed.
@Suite struct VectorTests {
    /// A vector of `passwords/hash-vectors.json`.
    struct Vector: Sendable, CustomTestStringConvertible {
        let id: String
        let kind: String
        let stored: JSONValue
        let password: Secret
        /// nil for a hash that is refused.
        let isRight: Bool?
        var testDescription: String { id }

        init(_ json: JSONValue) throws {
            id = try #require(json["id"]?.string)
            kind = try #require(json["kind"]?.string)
            stored = try #require(json["stored"])
            password = Secret(try #require(json["password"]?.string))
            isRight = json["expect"]?.bool
        }
    }

    static let formats: [String: HashFormat] = [
        "bcrypt": .bcrypt, "crypt-only": .crypt, "shacrypt": .shaCrypt, "scrypt7": .scryptCrypt, "argon2": .argon2, "django": .django,
        "wp": .wordpress, "mcf-pbkdf2": .passlib, "phc-pbkdf2": .pbkdf2, "ldap": .ldap, "aspnet": .aspnet, "werkzeug": .werkzeug,
        "scrypt": .scrypt, "phpass": .phpass, "apr1": .apr1, "hexmd5": .md5Digits,
    ]

    static func vectors() throws -> [Vector] {
        let json = try JSONValue(parsing: [UInt8](try TestVectors.data("passwords/hash-vectors.json")), limits: .own(bytes: 1 << 20))
        return try (json.array ?? []).map(Vector.init)
    }

    static func read(_ vector: Vector) throws -> ForeignHash {
        if let format = formats[vector.kind] { return try ForeignHash(parsing: try #require(vector.stored.string), as: format) }
        let object = try #require(vector.stored.object)
        switch vector.kind {
        case "keycloak": return try ForeignHash(keycloak: object)
        case "idm": return try ForeignHash(idm: object)
        case "custom": return try ForeignHash(custom: object)
        default:
            let project = try FirebaseParameters(
                signerKey: try #require(object["signerKey"]?.string), saltSeparator: try #require(object["saltSeparator"]?.string),
                rounds: Int(try #require(object["rounds"]?.integer)), memoryCost: Int(try #require(object["memCost"]?.integer)))
            return try ForeignHash(
                firebase: try #require(object["passwordHash"]?.string), salt: try #require(object["salt"]?.string), project)
        }
    }

    @Test func allVectorsAreThere() throws { #expect(try Self.vectors().count == 548) }

    @Test(arguments: try vectors()) func answersAsListed(_ vector: Vector) throws {
        guard let isRight = vector.isRight else {
            #expect(throws: HashError.self) { try Self.read(vector) }
            return
        }
        let hash = try Self.read(vector)
        #expect(try hash.verify(vector.password) == isRight)
        // The form in which it is kept is the same hash.
        #expect(try ForeignHash(parsing: hash.text, as: .gatehouse) == hash)
    }

    /// Those whose beginning says nothing are read by their format's name alone, and `$2x$` only where it is meant.
    @Test(arguments: try vectors().filter { $0.isRight != nil && formats[$0.kind] != nil }) func isDetected(_ vector: Vector) throws {
        let text = try #require(vector.stored.string)
        let isSilent = vector.kind == "aspnet" || vector.kind == "hexmd5" || text.hasPrefix("$2x$")
        #expect(try isSilent == ((try? ForeignHash(parsing: text)) == nil))
        if !isSilent { #expect(try ForeignHash(parsing: text) == Self.read(vector)) }
    }

    @Test func aPasswordWithANULIsNeverThatOfCrypt() throws {
        let hash = try ForeignHash(parsing: "$2b$05$gMZnctGWsRRHkeXsqrTenulGZ4n6EXUkP66PU81kbKldD67jBvyeK")
        #expect(try hash.verify(Secret("correct horse")))
        #expect(try !hash.verify(Secret("correct horse\0")))
    }

    @Test func namesAndWeakness() throws {
        let digest = try ForeignHash(parsing: "{SHA}L55TUjtiq8FBorTWAZ0jy6g129A=")
        #expect(digest.isWeak && digest.isUnsalted && digest.name == "sha1")
        let bcrypt = try ForeignHash(parsing: "$2b$05$gMZnctGWsRRHkeXsqrTenulGZ4n6EXUkP66PU81kbKldD67jBvyeK")
        #expect(!bcrypt.isWeak && !bcrypt.isUnsalted && bcrypt.name == "bcrypt")
    }
}
