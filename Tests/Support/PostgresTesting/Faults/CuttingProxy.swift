internal import Foundation
internal import Glibc
internal import Synchronization

/// A way to a cluster that is cut once, through a Unix socket in a directory of its own.
package final class CuttingProxy: Sendable {
    /// The moment at which a connection is cut, seen from what is sent to the server at once.
    package enum Moment: Sendable, CaseIterable {
        /// Nothing of it arrives.
        case before
        /// One half of it arrives, and no answer comes back.
        case within
        /// All of it arrives, and no answer comes back.
        case after
    }

    /// The place at which a connection is cut.
    package enum Cut: Sendable {
        /// The next commit.
        case commit(Moment)
        /// The next commit, after which no connection is taken any more either.
        case commitForGood
        /// The next piece that is sent when the number is 1, the one after it when it is 2, and so on, over all connections.
        case sending(Int, Moment)
    }

    private struct State {
        var cut: Cut?
        var isClosed = false
    }

    /// The directory of the socket.
    package let directory: String
    private let target: String
    private let listener: Int32
    private let state = Mutex(State())

    /// - Parameter target: the path of the cluster's socket.
    package init(to target: String) throws {
        self.target = target
        directory = FileManager.default.temporaryDirectory.path + "/px-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        listener = UnixSocket.listening(at: directory + "/.s.PGSQL.5432")
        guard listener >= 0 else { throw POSIXError(.EIO) }
        Thread { [self] in accept() }.start()
    }

    /// A way to the cluster of a connection string, and the string that leads through it.
    package static func before(_ connection: String) throws -> (proxy: CuttingProxy, connection: String) {
        guard let place = connection.firstMatch(of: #/host=([^&]+)/#)?.1 else { throw POSIXError(.EINVAL) }
        let proxy = try CuttingProxy(to: "\(place)/.s.PGSQL.5432")
        return (proxy, connection.replacing(String(place), with: proxy.directory))
    }

    /// Whether the cut is still to come.
    package var isArmed: Bool { state.withLock { $0.cut != nil } }

    /// Cuts once at a place; nil takes back what was to be cut.
    package func cut(_ cut: Cut?) { state.withLock { $0.cut = cut } }

    /// Takes no more connections.
    package func close() {
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
        /// Whether the server's answers are to be swallowed.
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
            let moment = taken(by: bytes)
            if moment == .before { return link.end() }
            if moment != nil { link.swallows.store(true, ordering: .sequentiallyConsistent) }
            UnixSocket.write(moment == .within ? Array(bytes[..<(bytes.count / 2)]) : bytes, to: link.server)
            if moment == .within { return link.end() }
        }
        link.end()
    }

    private func answer(_ link: Link) {
        while let bytes = UnixSocket.read(link.server), !link.swallows.load(ordering: .sequentiallyConsistent) {
            UnixSocket.write(bytes, to: link.client)
        }
        link.end()
    }

    /// The moment of the cut, if it is these bytes' turn.
    private func taken(by bytes: [UInt8]) -> Moment? {
        let (moment, isForGood) = state.withLock { state -> (Moment?, Bool) in
            let isCommit = bytes.firstRange(of: Array("COMMIT\0".utf8)) != nil
            switch state.cut {
            case .commit(let moment) where isCommit:
                state.cut = nil
                return (moment, false)
            case .commitForGood where isCommit:
                state.cut = nil
                return (.after, true)
            case .sending(let number, let moment):
                state.cut = number > 1 ? .sending(number - 1, moment) : nil
                return (number > 1 ? nil : moment, false)
            default: return (nil, false)
            }
        }
        if isForGood { close() }
        return moment
    }
}
