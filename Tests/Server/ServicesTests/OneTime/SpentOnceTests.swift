import Foundation
import Primitives
import Store
import Testing
import Services
import Directory
import Foundations

@Suite("One-time things")
struct SpentOnceTests {
    @Test("of many uses at once exactly one succeeds")
    func parallel() async throws {
        let harness = try await DomainHarness()
        let (database, realm, expires) = (harness.database, harness.realm.id, harness.time.now + 60)
        let wins = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    let won = try? await database.write { try SpentOnce.spend("id", .journeyState, realm: realm, expires: expires, in: $0) }
                    return won == true
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(wins == 1)
        await harness.close()
    }

    @Test("ids of different kinds and realms don't meet, and cleaning forgets only what is too old to be used")
    func kinds() async throws {
        let harness = try await DomainHarness()
        let (realm, now) = (harness.realm.id, harness.time.now)
        func spend(_ kind: SpentOnce.Kind, _ realm: UUID) async throws -> Bool {
            try await harness.database.write { try SpentOnce.spend("id", kind, realm: realm, expires: now + 60, in: $0) }
        }
        #expect(try await spend(.journeyState, realm))
        #expect(try await spend(.clientAssertion, realm))
        #expect(try await spend(.journeyState, UUID()))
        try await harness.domain.platform.forgetExpired()
        #expect(try await !spend(.journeyState, realm))
        // Another server's clock may be behind, so that there the id isn't too old yet.
        harness.time.advance(by: 65)
        try await harness.domain.platform.forgetExpired(allowing: 10)
        #expect(try await !spend(.journeyState, realm))
        try await harness.domain.platform.forgetExpired()
        #expect(try await spend(.journeyState, realm))
        await harness.close()
    }
}
