import Primitives
import Synchronization

/// Files in memory: for tests, simulations and programs that take none.
package final class MemoryFileStore: SealedFileStore {
    /// The files by name; nil for one that isn't finished.
    private let files = Mutex<[String: [UInt8]?]>([:])

    package init() {}

    package func begin(_ name: String) -> any SealedFileWriter {
        files.withLock { _ = $0.updateValue(nil, forKey: name) }
        return Writer(name: name, files: self)
    }

    package func read(_ name: String, from offset: Int, count: Int) throws -> [UInt8] {
        guard let file = files.withLock({ $0[name] ?? nil }) else { throw Missing() }
        return Array(file.dropFirst(offset).prefix(count))
    }

    package func remove(_ names: [String]) { files.withLock { files in for name in names { files.removeValue(forKey: name) } } }

    package func names() -> [String] { files.withLock { Array($0.keys) } }

    /// There is no file of a name.
    struct Missing: Error {}

    private final class Writer: SealedFileWriter {
        private let name: String
        private let files: MemoryFileStore
        private let content = Mutex<[UInt8]>([])

        init(name: String, files: MemoryFileStore) {
            self.name = name
            self.files = files
        }

        func append(_ bytes: [UInt8]) { content.withLock { $0 += bytes } }

        func finish() {
            let content = content.withLock { $0 }
            files.files.withLock { $0[name] = content }
        }
    }
}
