import Foundation
import Primitives
import ResourceMessages
import Testing
@testable import Services
@testable import Directory
@testable import Foundations

@Suite("Profile schemas")
struct ProfileSchemaTests {
    @Test("the standard schema can work, and is read from its own text")
    func standard() throws {
        try ProfileSchema.standard.check()
        let text = try JSONEncoder().encode(ProfileSchema.standard)
        #expect(try JSONDecoder().decode(ProfileSchema.self, from: text) == .standard)
        #expect(ProfileSchema.standard.required.map(\.name) == ["userName", "givenName", "sn", "mail"])
    }

    @Test(
        "a schema that can't work is refused",
        arguments: [
            [], ["userName"], ["-userName"],
            ["userName", "accountStatus", "mail", "mail"], ["userName", "accountStatus", "a", "a/b"],
            ["userName", "accountStatus", "password"], ["userName", "accountStatus", "_id"], ["userName", "accountStatus", "_rev/x"],
            ["userName", "accountStatus", "!both"], ["userName", "accountStatus", "#structure"], ["userName", "accountStatus", "+long"],
        ])
    func impossible(_ names: [String]) throws {
        let schema = ProfileSchema(
            names.map { name in
                let path = FieldPath.known(name.trimmingCharacters(in: ["-", "!", "#", "+"]))
                return ProfileAttribute(
                    path, name.hasPrefix("#") ? .structure : .string, isSearchable: !name.hasPrefix("-"), isSensitive: name.hasPrefix("!"),
                    rules: AttributeRules(maxLength: name.hasPrefix("+") ? 1000 : nil))
            })
        #expect(throws: DomainError(.invalid, "")) { try schema.check() }
    }

    @Test("a realm's own schema is its own, and can be taken away")
    func own() async throws {
        let harness = try await DomainHarness()
        let other = try await harness.domain.directory.realms.create(try #require(RealmPath("other")))
        let schema = ProfileSchema(ProfileSchema.core + [ProfileAttribute(.known("badge"), .number, isSearchable: true)])
        try await harness.domain.directory.schemas.set(schema, of: harness.realm.id)
        #expect(try await harness.domain.directory.schemas.schema(of: harness.realm.id) == schema)
        #expect(try await harness.domain.directory.schemas.schema(of: other.id) == .standard)
        try await harness.domain.directory.schemas.reset(harness.realm.id)
        #expect(try await harness.domain.directory.schemas.schema(of: harness.realm.id) == .standard)
        await harness.close()
    }
}
