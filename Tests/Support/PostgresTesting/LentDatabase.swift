import Store
import StorePostgres
import Synchronization

/// A copy of a template, which goes back to it when nothing uses it any more.
final class LentDatabase: Database {
    private let copy: TemplateDatabase.Copy
    private let template: TemplateDatabase
    private let isClosed = Mutex(false)

    init(_ copy: TemplateDatabase.Copy, of template: TemplateDatabase) {
        self.copy = copy
        self.template = template
    }

    deinit { if !isClosed.withLock({ $0 }) { template.take(back: copy) } }

    var wakeups: any Wakeups { copy.database.wakeups }
    var isShared: Bool { copy.database.isShared }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await copy.database.read(body)
    }

    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        try await copy.database.write(body)
    }

    func close() async throws {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        try await copy.database.close()
        if isFirst { template.take(closed: copy) }
    }
}
