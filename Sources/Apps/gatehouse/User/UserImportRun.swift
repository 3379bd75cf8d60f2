import Administration
import Foundation
import Primitives
import UserFiles

/// An import of users under way: what is read goes to the server in batches.
struct UserImportRun {
    /// The numbers of records by what became of them.
    struct Sums {
        var (created, updated, skipped, refused) = (0, 0, 0, 0)
    }

    private let server: Operator
    private let realm: AdministeredRealm
    private let source: String
    private let conflict: ImportUsers.Conflict
    private let refusals: PrivateRecords?

    private(set) var sums = Sums()
    /// The users by the way in which their passwords are hashed; those without password under `none`.
    private var hashes: [String: Int] = [:]
    private var weak = 0
    /// The records that were no users, by their kind, and the parts of users that aren't kept.
    private var (others, leftOut): ([String: Int], [String: Int]) = ([:], [:])
    private var complaints = 0

    /// The users that wait for the next call, with what they were read from, and the length of their records.
    private var waiting: [(item: UserFile.Item, record: JSONObject)] = []
    private var bytes = 0
    /// The number of records that are done, and of those read since.
    private var (start, end) = (0, 0)
    private var unreadable = 0
    private var seen = SeenUsers()

    init(_ server: Operator, realm: AdministeredRealm, source: String, conflict: ImportUsers.Conflict, refusals: PrivateRecords?) {
        self.server = server
        self.realm = realm
        self.source = source
        self.conflict = conflict
        self.refusals = refusals
    }

    /// Begins where an import of the same file was interrupted.
    mutating func resume() async throws {
        let standing = try await server(ShowUserImport(realm: realm, source: source))
        start = Int(standing.count("position"))
        end = start
        sums = Sums()
        sums.created = Int(standing.count("created"))
        sums.updated = Int(standing.count("updated"))
        sums.skipped = Int(standing.count("skipped"))
        sums.refused = Int(standing.count("refused"))
    }

    mutating func read(_ file: UserFile) async throws {
        var file = file
        let done = start
        while let item = try file.next() {
            if case .skipped("header") = item.content { try refusals?.begin(with: item.raw.bytes) }
            let problem = seen.problem(with: item)
            guard item.number > done else { continue }
            end = item.number
            switch item.content {
            case .refused(let error): try refuse(item, error)
            case .skipped(let kind): others[kind, default: 0] += 1
            case .user(let user):
                if let problem { try refuse(item, problem) } else { try await add(user, item) }
            }
            if unreadable >= ImportUsers.mostAtOnce { try await send() }
        }
        if end > start || start == 0 { try await send() }
        Terminal.progress(nil)
    }

    private mutating func add(_ user: UserFileRecord, _ item: UserFile.Item) async throws {
        let record: JSONObject = ["number": .integer(Int64(item.number)), "record": .object(user.json)]
        let length = JSONValue.object(record).encoded.count
        guard length <= ImportUsers.longest else {
            return try refuse(item, RecordError(nil, "the user has more than \(ImportUsers.longest) bytes"))
        }
        if bytes + length > ImportUsers.longestTogether {
            end = item.number - 1
            try await send()
            end = item.number
        }
        waiting.append((item, record))
        bytes += length
        hashes[user.password?.name ?? "none", default: 0] += 1
        if user.password?.isWeak ?? false { weak += 1 }
        for part in user.leftOut { leftOut[part, default: 0] += 1 }
        if waiting.count == ImportUsers.mostAtOnce { try await send() }
    }

    /// Sends the users that wait.
    private mutating func send() async throws {
        var action = ImportUsers(realm: realm, source: source, users: waiting.map(\.record))
        // In a dry run nothing stays of the batches before.
        (action.start, action.end, action.unreadable, action.conflict) = (server.isDryRun ? 0 : start, end, unreadable, conflict)
        let told = try await server(action)
        sums.created += Int(told.count("created"))
        sums.updated += Int(told.count("updated"))
        sums.skipped += Int(told.count("skipped"))
        let items = Dictionary(waiting.map { ($0.item.number, $0.item) }) { first, _ in first }
        for refusal in told.rows("refused") {
            guard let item = items[Int(refusal["number"]?.integer ?? 0)] else { continue }
            sums.refused += 1
            try complain(item, refusal["reason"]?.string ?? "")
        }
        for member in told["leftOut"]?.object?.members ?? [] { leftOut[member.name, default: 0] += Int(member.value.integer ?? 0) }
        (start, waiting, bytes, unreadable) = (end, [], 0, 0)
        Terminal.progress("\(end) records: \(sums.created) made, \(sums.updated) changed, \(sums.skipped) left, \(sums.refused) refused")
    }

    private mutating func refuse(_ item: UserFile.Item, _ error: RecordError) throws {
        unreadable += 1
        sums.refused += 1
        try complain(item, error.sentence)
    }

    private mutating func complain(_ item: UserFile.Item, _ reason: String) throws {
        try refusals?.add(item.raw.bytes)
        complaints += 1
        guard complaints <= Self.mostComplaints else { return }
        Terminal.progress(nil)
        Terminal.complain("\(item.file), \(item.raw.place): \(reason)")
        if complaints == Self.mostComplaints { Terminal.complain("no more refusals are shown; --refused keeps all") }
    }

    private static let mostComplaints = 100

    var summary: String {
        func list(_ counts: [String: Int]) -> String {
            counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        }
        var lines = [
            "users: \(sums.created) made, \(sums.updated) changed, \(sums.skipped) left as they were, \(sums.refused) refused"
        ]
        if !hashes.isEmpty { lines.append("passwords: \(list(hashes))\(weak > 0 ? "; \(weak) of weak hashes" : "")") }
        if !leftOut.isEmpty { lines.append("not kept: \(list(leftOut))") }
        let kinds = others.filter { $0.key != "header" }
        if !kinds.isEmpty { lines.append("no users: \(list(kinds))") }
        return lines.joined(separator: "\n")
    }

    var json: JSONObject {
        func object(_ counts: [String: Int]) -> JSONValue {
            .object(JSONObject(counts.sorted { $0.key < $1.key }.map { ($0.key, .integer(Int64($0.value))) }))
        }
        return [
            "source": .string(source), "created": .integer(Int64(sums.created)), "updated": .integer(Int64(sums.updated)),
            "skipped": .integer(Int64(sums.skipped)), "refused": .integer(Int64(sums.refused)), "hashes": object(hashes),
            "weakHashes": .integer(Int64(weak)), "leftOut": object(leftOut), "noUsers": object(others.filter { $0.key != "header" }),
        ]
    }
}
