import Foundation
import Foundations
import JourneyMessages
import JourneyModel
import Primitives
import Store
import Testing

@testable import JourneyEngine
import Services
import Sessions
import Directory

@Suite("Nodes that change credentials want a fresh sign-in")
struct CredentialNodeTests {
    /// Each kind that adds or removes something by which its user signs in or is recognised.
    private static let changing: Set = [
        "oathRegistration", "oathDeviceStorage", "pushRegistration", "combinedRegistration", "secondFactorOptOut", "webAuthnRegistration",
        "webAuthnDeviceStorage", "deviceBinding", "deviceBindingStorage", "devicePairing", "deviceSave",
    ]
    /// Kinds whose names sound like it and that are bound otherwise: `patchObject` looks at what it writes, `createObject` makes an account of
    /// nobody's, and the others only ask, show or gather.
    private static let others: Set = [
        "patchObject", "createObject", "createPassword", "platformPassword", "kbaDefinition", "recoveryCodeDisplay",
        "deviceProfileCollector",
        "deviceAuthentication", "deviceMatch", "deviceSigningVerifier", "webAuthnAuthentication", "oathTokenVerifier",
        "secondFactorOptions",
    ]

    @Test("every kind of node is declared; a new one with such a name must be, too")
    func declared() {
        let kinds = NodeCatalogue.standard.kinds.map(\.type)
        #expect(Set(kinds.filter(\.changesCredentials).map(\.alias)) == Self.changing)
        let words = ["registration", "storage", "binding", "pairing", "save", "optout", "object", "password", "kbadefinition"]
        for kind in kinds where words.contains(where: kind.alias.lowercased().contains) {
            #expect(
                Self.changing.contains(kind.alias) || Self.others.contains(kind.alias) || kind.alias == "password",
                "\(kind.alias) is new: does it change credentials?")
        }
    }

    @Test("with a session that is old a device is not registered, and with a young one it is")
    func registering() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(
            """
            name: Add
            start: session
            mustRun: true
            nodes:
              session: { sessionData: { sessionDataKey: UserToken, sharedStateKey: userName }, next: add }
              add: { oathRegistration: {}, successOutcome: success, failureOutcome: failure }
            """)
        let (domain, realm, user) = (harness.domain, harness.realm, harness.user)
        func run(age: TimeInterval) async throws -> Step {
            let (session, token) = try await harness.database.write { transaction in
                var new = NewSession(user: user, journey: "Login")
                new.authenticated = domain.platform.time.now.addingTimeInterval(-age)
                return try domain.session.registry.create(new, in: realm, transaction)
            }
            return try await harness.step("Add") { ($0.session, $0.sessionToken) = (session, token) }
        }
        #expect(try await run(age: 10).types.isEmpty == false)
        #expect(await harness.error { try await run(age: 901) } == JourneyRunError(.failed))
    }

    @Test("with a session that is old a profile is changed, and its address and name are not")
    func patching() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(
            """
            name: Patch
            start: session
            mustRun: true
            nodes:
              session: { sessionData: { sessionDataKey: UserToken, sharedStateKey: userName }, next: ask }
              ask: { page: { nodes: [ { attributeCollector: { attributesToCollect: [ city, mail ] } } ] }, next: patch }
              patch: { patchObject: {}, PATCHED: success, FAILURE: failure }
            """)
        let (domain, realm, user) = (harness.domain, harness.realm, harness.user)
        func patch(_ city: String?, _ mail: String?, age: TimeInterval) async throws -> JourneyReply {
            let (session, token) = try await harness.database.write { transaction in
                var new = NewSession(user: user, journey: "Login")
                new.authenticated = domain.platform.time.now.addingTimeInterval(-age)
                return try domain.session.registry.create(new, in: realm, transaction)
            }
            let step = try await harness.step("Patch") { ($0.session, $0.sessionToken) = (session, token) }
            return try await harness.send(step, city.map(JSONValue.string), mail.map(JSONValue.string))
        }
        _ = try await patch("Berne", nil, age: 901)
        #expect(try await harness.storedUser()?.attribute("city") == "Berne")
        #expect(await harness.error { try await patch("Basle", "eve@example.com", age: 901) } == JourneyRunError(.failed))
        #expect(try await harness.storedUser()?.attribute("mail") != "eve@example.com")
        _ = try await patch("Basle", "ada@example.com", age: 10)
        let changed = try #require(try await harness.storedUser())
        #expect(changed.attribute("mail") == "ada@example.com" && !changed.isMailProven)
    }
}
