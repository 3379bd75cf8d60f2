import Foundation
import Primitives
import Testing
@testable import Directory

@Suite("Password algorithms")
struct PasswordAlgorithmTests {
    struct Vector: Sendable {
        let algorithm: PasswordAlgorithm
        let password: String
        let salt: String
        let digest: String
    }

    /// From the reference implementation's `test.c`, version 0x13.
    static let argon2id = [
        Vector(
            algorithm: .argon2id(memory: 256, passes: 2, lanes: 1), password: "password", salt: "somesalt",
            digest: "9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe"),
        Vector(
            algorithm: .argon2id(memory: 256, passes: 2, lanes: 2), password: "password", salt: "somesalt",
            digest: "6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037"),
        Vector(
            algorithm: .argon2id(memory: 65_536, passes: 2, lanes: 1), password: "password", salt: "somesalt",
            digest: "09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7"),
    ]

    /// RFC 7914 §11.
    static let pbkdf2 = [
        Vector(
            algorithm: .pbkdf2(rounds: 80_000), password: "Password", salt: "NaCl",
            digest: "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56"
                + "a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d")
    ]

    @Test("published vectors", arguments: argon2id + pbkdf2)
    func vectors(_ vector: Vector) throws {
        let digest = try vector.algorithm.digest(
            of: Secret(vector.password), salt: Array(vector.salt.utf8), count: vector.digest.count / 2)
        #expect(digest.map { String(format: "%02x", $0) }.joined() == vector.digest)
    }

    @Test(
        "a cost that could exhaust the server is refused",
        arguments: [
            .argon2id(memory: 65_537, passes: 1, lanes: 1), .argon2id(memory: 1024, passes: 17, lanes: 1),
            .argon2id(memory: 1024, passes: 1, lanes: 5), .argon2id(memory: 7, passes: 1, lanes: 1),
            .argon2id(memory: 1024, passes: 0, lanes: 1), .argon2id(memory: 1024, passes: 1, lanes: 0),
            .argon2id(memory: .max, passes: .max, lanes: .max), .pbkdf2(rounds: 0), .pbkdf2(rounds: .max),
        ] as [PasswordAlgorithm])
    func costs(_ algorithm: PasswordAlgorithm) {
        #expect(throws: PasswordError(.excessiveCost)) { try algorithm.check() }
    }
}
