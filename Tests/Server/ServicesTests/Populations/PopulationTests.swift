import Foundation
import Primitives
import ResourceMessages
import Testing
@testable import Services
@testable import Directory
@testable import Foundations

@Suite("Populations")
struct PopulationTests {
    @Test("everybody belongs to the default one until they are moved")
    func moving() async throws {
        let harness = try await DomainHarness()
        let (populations, realm) = (harness.domain.directory.populations, harness.realm)
        let standard = try #require(try await populations.all(in: realm).first)
        #expect(standard.isDefault && standard.userCount == 1 && standard.id == harness.user.populationID)
        let staff = try await populations.create(Population(id: .zero, name: "Staff", summary: "Who works here"), in: realm)
        try await populations.move(harness.user.id, to: staff.id, in: realm)
        #expect(try await harness.domain.directory.users.user(harness.user.id, in: realm.id)?.populationID == staff.id)
        #expect(try await populations.population(staff.id, in: realm)?.userCount == 1)
        #expect(try await populations.population(standard.id, in: realm)?.userCount == 0)
        let filter = try QueryFilter(parsing: "_population eq \"\(staff.id.uuidString.lowercased())\"")
        #expect(try await harness.domain.directory.accounts.count(filter, in: realm) == 1)
        await #expect(throws: DomainError(.conflict, "")) { try await populations.delete(staff.id, in: realm) }
        try await populations.move(harness.user.id, to: standard.id, in: realm)
        try await populations.delete(staff.id, in: realm)
        await #expect(throws: DomainError(.unknownResource, "")) {
            try await populations.move(harness.user.id, to: staff.id, in: realm)
        }
        await harness.close()
    }

    @Test("names are unique, and the default stays")
    func rules() async throws {
        let harness = try await DomainHarness()
        let (populations, realm) = (harness.domain.directory.populations, harness.realm)
        let standard = Population.standardID(of: realm.id)
        await #expect(throws: ShapeError(.taken, at: "", "")) {
            try await populations.create(Population(id: .zero, name: "Default"), in: realm)
        }
        await #expect(throws: DomainError(.invalid, "")) { try await populations.delete(standard, in: realm) }
        await #expect(throws: DomainError(.unknownResource, "")) { try await populations.delete(UUID(), in: realm) }
        let unset = Population(id: standard, name: "Everybody")
        var renamed = unset
        await #expect(throws: ShapeError(.invalid, at: "", "")) { try await populations.replace(unset, in: realm) }
        renamed.isDefault = true
        let changed = try await populations.replace(renamed, in: realm)
        #expect(changed.name == "Everybody" && changed.isDefault && changed.userCount == 1 && changed.updated == harness.time.now)
        var second = Population(id: .zero, name: "Second")
        second.isDefault = true
        let another = second
        await #expect(throws: ShapeError(.invalid, at: "", "")) { try await populations.create(another, in: realm) }
        await harness.close()
    }

    @Test("a new user may begin in another, but not in another realm's")
    func beginning() async throws {
        let harness = try await DomainHarness()
        let staff = try await harness.domain.directory.populations.create(Population(id: .zero, name: "Staff"), in: harness.realm)
        var new = NewAccount("ada")
        (new.population, new.mayBeIncomplete) = (staff.id, true)
        #expect(try await harness.domain.directory.accounts.create(new, in: harness.realm).populationID == staff.id)
        let root = try await harness.domain.directory.realms.realm(at: .root)
        let copy = new
        await #expect(throws: DomainError(.unknownResource, "")) { try await harness.domain.directory.accounts.create(copy, in: root) }
        await harness.close()
    }
}
