import Foundation
import Glibc
import PostgresTesting
import Synchronization

/// A way to the cluster that is cut at a commit, through a Unix socket in a directory of its own.
final class CuttingProxy: Sendable {
    /// What happens at the next commit.
    enum Cut { case never, beforeCommit, afterCommit, afterCommitForGood }

    private struct State {
        var cut = Cut.never
        var isClosed = false
    }

    /// The directory of the socket.
    let directory: String
    private let target: String
    private let listener: Int32
    private let state = Mutex(State())

    init(to target: String) throws {
        self.target = target
        directory = FileManager.default.temporaryDirectory.path + "/px-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        listener = UnixSocket.listening(at: directory + "/.s.PGSQL.5432")
        guard listener >= 0 else { throw POSIXError(.EIO) }
        Thread { [self] in accept() }.start()
    }

    /// Cuts at the next commit.
    func cut(_ cut: Cut) { state.withLock { $0.cut = cut } }

    /// Takes no more connections.
    func close() {
        state.withLock { $0.isClosed = true }
        shutdown(listener, Int32(SHUT_RDWR))
        try? FileManager.default.removeItem(atPath: directory)
    }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0, !state.withLock({ $0.isClosed }) else { break }
            let server = UnixSocket.connected(to: target)
            let link = Link(client: client, server: server)
            Thread { [self] in forward(link) }.start()
            Thread { [self] in answer(link) }.start()
        }
        Glibc.close(listener)
    }

    /// The two ends of one connection.
    private final class Link: Sendable {
        let client: Int32
        let server: Int32
        /// Whether the answer to a commit is to be swallowed.
        let swallows = Atomic(false)

        init(client: Int32, server: Int32) {
            self.client = client
            self.server = server
        }

        func end() {
            shutdown(client, Int32(SHUT_RDWR))
            shutdown(server, Int32(SHUT_RDWR))
        }

        deinit {
            Glibc.close(client)
            Glibc.close(server)
        }
    }

    private func forward(_ link: Link) {
        while let bytes = UnixSocket.read(link.client) {
            if bytes.firstRange(of: Array("COMMIT\0".utf8)) != nil {
                switch takeCut() {
                case .never: break
                case .beforeCommit: return link.end()
                case .afterCommit: link.swallows.store(true, ordering: .sequentiallyConsistent)
                case .afterCommitForGood:
                    link.swallows.store(true, ordering: .sequentiallyConsistent)
                    close()
                }
            }
            UnixSocket.write(bytes, to: link.server)
        }
        link.end()
    }

    private func answer(_ link: Link) {
        while let bytes = UnixSocket.read(link.server), !link.swallows.load(ordering: .sequentiallyConsistent) {
            UnixSocket.write(bytes, to: link.client)
        }
        link.end()
    }

    private func takeCut() -> Cut {
        state.withLock { state in
            defer { state.cut = .never }
            return state.cut
        }
    }
}
