import DeviceBindingMessages
import DialectTesting
import FederationTesting
import Foundation
import JOSE
import Primitives
import Store
import Testing
import DeviceRegistry
import Directory
import Foundations
import MultiFactor
import Sessions
import DevicePolicies
import Services

/// A user of the matrix, with everything that stages ask about.
struct StageUser: Sendable {
    let name: String
    let mail: String
    let number: String
    let pet: String
    let employer: String
    /// Who they are at the provider.
    let subject: String

    static let demo = StageUser(
        name: TestDomain.username, mail: "demo@example.com", number: "+41791234567", pet: "Byron", employer: "Babbage", subject: "ada-1")
    static let eve = StageUser(
        name: "eve", mail: "eve@example.com", number: "+41791234568", pet: "Rex", employer: "Moriarty", subject: "eve-1")

    /// Makes the account whole, or makes one.
    func settle(in realm: Realm, of domain: Services) async throws {
        if try await domain.directory.users.user(named: name, in: realm.id) == nil {
            _ = try await domain.directory.users.create(
                name, in: realm.id, attributes: ["givenName": .string(name), "sn": "User"],
                passwordHash: try await domain.directory.hasher.hash(Secret(TestDomain.password)))
        }
        guard let user = try await domain.directory.users.user(named: name, in: realm.id) else { throw DomainError(.unknownUser, name) }
        _ = try await domain.directory.accounts.change(user.id, in: realm, as: .administrator) { document in
            document["mail"] = .string(mail)
            document["telephoneNumber"] = .string(number)
            document["aliasList"] = [.string("\(IdentityProvider.pretend().name)-\(subject)")]
        }
        let answers = [
            SecurityQuestions.NewAnswer(.offered("1"), Secret(pet)), SecurityQuestions.NewAnswer(.offered("2"), Secret(employer)),
        ]
        try await domain.credentials.securityQuestions.define(answers, of: user, in: realm)
        try await domain.directory.users.setMFAEnabled(true, of: user.id, in: realm.id)
        var device = Devices.Enrolment(.email)
        (device.contact, device.isActive) = (mail, true)
        _ = try await domain.deviceRegistry.devices.enrol(device, for: user.id, in: realm)
        let account = OneTimePasswordAccount(secret: seed)
        try await domain.platform.database.write { transaction in
            let app = try domain.multiFactor.authenticators.add(account, of: user.id, in: realm, transaction)
            try domain.multiFactor.authenticators.setRecoveryCodes([Secret(recoveryCode)], of: app, in: transaction)
        }
        let bound = NewBoundKey(try #require(try boundKey(1).publicKey), identifier: "phone", application: "org.example.app", name: nil)
        _ = try await domain.deviceRegistry.devices.keep(bound, for: user.id, most: 0, in: realm) { _ in }
    }

    /// The keys that the user's apps make: the first is bound.
    func boundKey(_ number: Int) throws -> JWK {
        var key = try JWK.generate(.p256, random: SeededRandom(seed: UInt64(number * 100 + name.utf8.count)))
        (key.keyID, key.algorithm) = ("\(name)-\(number)", "ES256")
        return key
    }

    /// What one of the keys signs at a step.
    func signed(_ step: JSONValue, at now: Date, with number: Int) throws -> String {
        let statement = try BoundStatement(
            application: "org.example.app", subject: step.output("userId")?.string ?? "", challenge: step.output("challenge")?.string ?? "",
            at: now, lifetime: 60)
        return try statement.signed(with: try boundKey(number), isBinding: number > 1)
    }

    /// What the user's authenticator app counts its codes with, and a code for the day when it is lost.
    var seed: Secret { Secret("20 bytes of \(name) at all") }
    var recoveryCode: String { name == "eve" ? "EVEEVEEVE2" : "DEMDEMDEM2" }
}
