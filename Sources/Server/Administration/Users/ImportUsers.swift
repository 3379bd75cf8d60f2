package import Directory
package import Foundations
package import Primitives
package import ResourceMessages
import UserFiles
import UserTransfer

/// Stores users from a file, some at a time.
package struct ImportUsers: ChangingAction {
    package static let declaration = ActionDeclaration(
        "user.import", .administer, "Store some users of a file, with the hashes of their passwords.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("users:import").long, Outcome.form, from: { Self(realm: $0, source: "", users: []) },
            .init("source", \.source, .text(64...64), .required), .init("start", \.start, .integer(0...Int(Int32.max))),
            .init("end", \.end, .integer(0...Int(Int32.max)), .required), .init("unreadable", \.unreadable, .integer(0...Int(Int32.max))),
            .init("onConflict", \.conflict, .choice),
            .init("users", \.users, .list(.open(JSONLimits(bytes: ImportUsers.longest)), count: 0...UserImports.most), .required))
    }

    /// The most users of one call.
    package static var mostAtOnce: Int { UserImports.most }
    /// The longest record, in bytes, and the length that those of one call have together.
    package static let (longest, longestTogether) = (128 << 10, 192 << 10)

    /// The way in which a user is taken who is there already.
    package enum Conflict: String, Sendable, CaseIterable {
        /// The record is refused.
        case fail
        /// The user stays as they are.
        case skip
        /// The record's attributes take the place of the user's.
        case update

        fileprivate var domain: ImportConflict {
            switch self {
            case .fail: .fail
            case .skip: .skip
            case .update: .update
            }
        }
    }

    package var realm: RealmPath
    /// The file, by the SHA-256 of its content in hexadecimal digits.
    package var source: String
    /// The number of the file's records before these; 0 begins the file again.
    package var start = 0
    /// The number of the file's records up to the last of these.
    package var end = 0
    /// The number of records among them that couldn't be read.
    package var unreadable = 0
    /// The way in which a user is taken who is there already.
    package var conflict = Conflict.fail
    /// The users, each with its `number` in the file and its `record` as a line of JSON lines has it.
    package var users: [JSONObject]

    package init(realm: RealmPath, source: String, users: [JSONObject]) {
        self.realm = realm
        self.source = source
        self.users = users
    }

    /// The results of a call.
    package struct Outcome: Reported {
        let outcome: UserImports.Outcome

        package static let reportName = "ImportedUsers"

        package static var members: [Member<Self>] {
            let refusal = ObjectShape(
                name: "RefusedUser",
                members: [
                    .init(name: "number", shape: .integer(), presence: .readOnly), .init(name: "reason", shape: .text, presence: .readOnly),
                ])
            return [
                Member(told: "created", .whole) { $0.outcome.created }, Member(told: "updated", .whole) { $0.outcome.updated },
                Member(told: "skipped", .whole) { $0.outcome.skipped },
                Member(told: "refused", .rows(.object(refusal))) { told in
                    told.outcome.refused.map { ["number": .integer(Int64($0.number)), "reason": .string($0.reason)] }
                },
                Member(told: "leftOut", Form<JSONObject>.told(.map(.integer(), count: nil)) { .object($0) }) { told in
                    JSONObject(told.outcome.leftOut.sorted { $0.key < $1.key }.map { ($0.key, .integer(Int64($0.value))) })
                },
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> Outcome {
        var (records, refused) = ([(number: Int, record: UserFileRecord)](), [UserImports.Outcome.Refusal]())
        for user in users {
            try WorkProgress.step(by: 1)
            let number = Int(clamping: user["number"]?.integer ?? 0)
            do { records.append((number, try UserFileRecord(json: user["record"]?.object ?? JSONObject()))) } catch {
                refused.append(.init(number: number, reason: error.sentence))
            }
        }
        let batch = UserImports.Batch(
            of: source, from: start, to: end, unreadable: unreadable + refused.count, users: records, conflict: conflict.domain)
        var outcome = try await site.domain.userImports.store(batch, in: realm)
        outcome.refused += refused
        return Outcome(outcome: outcome)
    }
}

/// Shows the place that the import of a file has come to.
package struct ShowUserImport: ReadingAction {
    package static let declaration = ActionDeclaration(
        "user.import-progress", .administer, "Show the place that the import of a file with users has come to.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .get("user-imports/{source}"), Standing.form, from: { Self(realm: $0, source: "") },
            .init("source", \.source, .text(64...64), .required))
    }

    package var realm: RealmPath
    /// The file, by the SHA-256 of its content in hexadecimal digits.
    package var source: String

    package init(realm: RealmPath, source: String) {
        self.realm = realm
        self.source = source
    }

    /// The place, with the sums of what was done; all 0 for a file that was never begun.
    package struct Standing: Reported {
        let progress: ImportProgress

        package static let reportName = "UserImportProgress"

        package static var members: [Member<Self>] {
            [
                Member(told: "position", .whole) { $0.progress.position }, Member(told: "created", .whole) { $0.progress.created },
                Member(told: "updated", .whole) { $0.progress.updated }, Member(told: "skipped", .whole) { $0.progress.skipped },
                Member(told: "refused", .whole) { $0.progress.refused },
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> Standing {
        let none = ImportProgress(position: 0, created: 0, updated: 0, skipped: 0, refused: 0)
        return Standing(progress: try await site.domain.userImports.progress(of: source, in: realm) ?? none)
    }
}
