import DevicePolicies
import Foundation
import MailTesting
import PostgresTesting
import Primitives
import Store
import StorePostgres
import Testing
@testable import DeviceRegistry
@testable import Directory
@testable import Foundations
@testable import Messaging
@testable import Services

@Suite(
    "PostgreSQL: a row that all want, and another transaction has", .enabled(if: TestCluster.current != nil, "no PostgreSQL was tested"),
    .timeLimit(.minutes(5))
)
struct HotRowTests {
    enum Row: String, CaseIterable {
        case user, device, client, revision, outbox

        /// The statement that locks it.
        var lock: String {
            switch self {
            case .user: "SELECT id FROM users FOR UPDATE"
            case .device: "SELECT id FROM devices FOR UPDATE"
            case .client: "SELECT id FROM applications FOR UPDATE"
            case .revision: "SELECT id FROM configuration_revision FOR UPDATE"
            case .outbox: "SELECT id FROM outbox FOR UPDATE"
            }
        }
    }

    private struct Stage {
        let harness: DomainHarness
        let database: PostgresDatabase
        let device: UserDevice
        let application: Application
        let mail: RecordingMail

        /// The write that wants a row.
        func write(_ row: Row) async throws {
            let (domain, realm, user) = (harness.domain, harness.realm, harness.user.id)
            switch row {
            case .user: try await domain.directory.users.setStatus(.inactive, of: user, in: realm.id)
            case .device: _ = try await domain.deviceRegistry.devices.setNickname("changed", device.id, of: user, in: realm)
            case .client, .revision:
                var changed = application
                changed.settings.scopes = ["changed"]
                try await domain.directory.applications.update(changed)
            case .outbox: try await domain.messaging.outbox.deliverDue()
            }
        }

        /// Whether the write of a row has had its effect.
        func isWritten(_ row: Row) async throws -> Bool {
            let realm = harness.realm.id
            let isChanged =
                switch row {
                case .user: try await harness.domain.directory.users.user(harness.user.id, in: realm)?.status == .inactive
                case .device:
                    try await harness.domain.deviceRegistry.devices.device(device.id, of: harness.user.id, in: realm)?.nickname == "changed"
                case .client, .revision:
                    try await harness.database.read {
                        try $0.row("SELECT settings FROM applications WHERE realm = ?1", realm)?.text("settings").contains("changed")
                    } == true
                case .outbox: mail.messages.count == 1
                }
            return isChanged
        }

        /// The number of events that were written down.
        func events() async throws -> Int { try await harness.database.read { try $0.rows("SELECT id FROM audit_waiting").count } }
    }

    private func withStage(_ level: IsolationLevel, _ body: (Stage, String) async throws -> Void) async throws {
        let cluster = try #require(TestCluster.current)
        let string = try cluster.newSchema()
        let configuration = try cluster.configuration(string) { configuration in
            configuration.isolation = level
            (configuration.timeouts.locking, configuration.timeouts.trying) = (.seconds(1), .seconds(3))
        }
        let database = try await PostgresDatabase.open(configuration, migrations: Schema.migrations)
        let mail = RecordingMail()
        let harness = try await DomainHarness(over: database, mail: mail, messages: .byWorker)
        let device = UserDevice(
            id: UUID(), realm: harness.realm.id, user: harness.user.id, kind: .totp, status: .active, created: harness.time.now,
            updated: harness.time.now)
        try await database.write { try Devices.insert(device, in: $0) }
        let application = Application(id: "app", realm: harness.realm.id, settings: TokenHarness.publicSettings, secret: nil)
        try await harness.domain.directory.applications.create(application)
        try await harness.domain.messaging.mail.send(
            MailOrder(
                MailContent(subject: "S", text: "the code 123456"), to: try MailAddress("ada@example.com"), in: harness.realm,
                purpose: "test",
                by: .stranger(at: "192.0.2.1"), isDiscreet: false))
        let stage = Stage(harness: harness, database: database, device: device, application: application, mail: mail)
        do { try await body(stage, string) } catch {
            await harness.close()
            throw error
        }
        await harness.close()
    }

    @Test(
        "a write is tried a bounded number of times, then says that the database is busy, and has left nothing; later it succeeds",
        arguments: Row.allCases, [IsolationLevel.serializable, .readCommitted])
    func busy(_ row: Row, _ level: IsolationLevel) async throws {
        try await withStage(level) { stage, string in
            let before = try await stage.events()
            let other = try OpenTransaction(row.lock, in: string)
            await #expect(throws: DatabaseError(.busy)) { try await stage.write(row) }
            #expect((1...30).contains(stage.database.counts.conflicts))
            #expect(try await !stage.isWritten(row))
            #expect(try await stage.events() == before)
            other.end()
            try await stage.write(row)
            #expect(try await stage.isWritten(row))
        }
    }
}
