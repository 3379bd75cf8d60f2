import Foundation
import Primitives
import Store
import Testing
@testable import Directory
@testable import Foundations
@testable import OAuth
@testable import Services
@testable import SignIn

/// Holds what a request costs to a number of statements that doesn't grow with what there is.
@Suite("A request takes so many statements, however much there is")
struct StatementCountTests {
    @Test("all policy sets with the names of their users", arguments: [1, 5])
    func policySets(_ count: Int) async throws {
        let harness = try await DomainHarness()
        for number in 0..<count {
            let set = try PolicySet(json: [
                "name": .string("set\(number)"),
                "policies": [
                    "p": ["resources": ["https://api.example.com/*"], "actions": ["GET": true], "subject": ["users": ["demo"]]],
                    "q": ["resources": ["https://api.example.com/q"], "actions": ["GET": true], "subject": ["users": ["demo", "later"]]],
                ],
            ])
            try await harness.domain.signIn.policies.save(set, in: harness.realm.id)
        }
        let database = CountingDatabase(harness.database)
        let node = harness.anotherNode(over: database)
        _ = database.taken()
        let all = try await node.signIn.policies.all(in: harness.realm.id)
        #expect(database.taken() == CountingDatabase.Counts(read: 2))
        #expect(all.count == count && all.first?.json["policies"]?["p"]?["subject"] == ["users": ["demo"]])
        await harness.close()
    }

    @Test("an event that any client may cause: two for the counts, one for the event, and one for one that isn't written")
    func sampled() async throws {
        let harness = try await DomainHarness()
        let database = CountingDatabase(harness.database)
        let event = AuditEvent(.clientRefused, .failure, at: harness.time.now, realm: harness.realm.path.description)
        for (time, most) in [3, 2, 2].enumerated() {
            try await database.write { transaction in
                try harness.domain.platform.audit.append(event, sampledBy: .address("192.0.2.1"), most: 1, in: transaction)
            }
            #expect(database.taken().written == most, "\(time)")
        }
        await harness.close()
    }

    @Test("a wrong recovery code: one to look, one to count")
    func recoveryCode() async throws {
        let harness = try await DomainHarness()
        let database = CountingDatabase(harness.database)
        let isRight = try await database.write { transaction in
            let entry = PasswordRecoveryCode.Entry(
                code: Secret("WRONGONE"), user: harness.user, asker: .stranger(at: "192.0.2.1"), time: harness.time.now)
            return try PasswordRecoveryCode.isRight(entry, harness.domain.platform.sealer, in: transaction)
        }
        #expect(!isRight && database.taken().written == 2)
        await harness.close()
    }

    @Test("a start with nothing to index and nothing to fold writes nothing")
    func start() async throws {
        let harness = try await DomainHarness()
        let database = CountingDatabase(harness.database)
        #expect(try await harness.anotherNode(over: database).directory.users.indexOldUsers().isEmpty)
        #expect(database.taken() == CountingDatabase.Counts(read: 3))
        await harness.close()
    }
}
