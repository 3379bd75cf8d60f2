import SealedFiles
import Synchronization

/// Envelopes in memory, on a disk that may be full.
final class FailingEnvelopes: SealedFileStore {
    private let inner = MemoryFileStore()
    private let state = Mutex(false)

    /// Whether nothing can be written.
    var fails: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    struct NoSpace: Error {}

    func begin(_ name: String) async throws -> any SealedFileWriter {
        guard !fails else { throw NoSpace() }
        return inner.begin(name)
    }

    func read(_ name: String, from offset: Int, count: Int) async throws -> [UInt8] { try inner.read(name, from: offset, count: count) }
    func remove(_ names: [String]) async { inner.remove(names) }
    func names() async -> [String] { inner.names() }
}
