import Foundation
import Store
import Synchronization
import Testing

@Suite("A process that is killed", .enabled(if: isLinux))
struct SQLiteDurabilityTests {
    @Test("loses no write that was acknowledged", arguments: [1, 40, 1000])
    func killed(after count: Int) async throws {
        try await inDirectory { directory in
            await #expect(processExitsWith: .signal(SIGKILL)) { [directory = directory as String, count = count as Int] in
                try await Self.writeUntilKilled(in: directory, after: count)
            }
            let acknowledged = try String(contentsOfFile: directory + "/acknowledged", encoding: .utf8)
                .split(separator: "\n").compactMap { Int64($0) }
            #expect(acknowledged.count >= count)
            let database = try await SQLiteDatabase.open(at: directory + "/a.db", migrations: [.things])
            let ids = try await Set(database.ids())
            #expect(ids.isSuperset(of: acknowledged))
            try await database.close()
        }
    }

    /// Writes from 16 tasks, notes every acknowledged row in a file, and kills its own process in the midst of it.
    private static func writeUntilKilled(in directory: String, after count: Int) async throws {
        let database = try await SQLiteDatabase.open(at: directory + "/a.db", migrations: [.things])
        let notes = open(directory + "/acknowledged", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let acknowledged = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<16 {
                group.addTask {
                    for number in 0..<100_000 {
                        try await database.insert(number * 16 + writer)
                        let line = Array("\(number * 16 + writer)\n".utf8)
                        #expect(write(notes, line, line.count) == line.count)
                        if acknowledged.next() >= count { kill(getpid(), SIGKILL) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

private final class Counter: Sendable {
    private let count = Atomic(0)
    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

#if os(Linux)
let isLinux = true
#else
let isLinux = false
#endif
