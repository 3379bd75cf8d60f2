internal import NIOCore
import Primitives
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The failure of a server to start.
package struct ServerError: CodedError, CustomStringConvertible {
    package enum Code: Sendable, Equatable {
        /// Another program has the port, or the address isn't this machine's.
        case cannotListen
        /// A file of the configuration is missing or holds something else.
        case badFile
        /// There is no database where one was expected.
        case noDatabase
        /// The database is of an engine that can't do what was asked for.
        case otherEngine
        /// The master key isn't the one that this database was sealed with, or is missing.
        case wrongMasterKey
        /// The data belongs to another user of this machine.
        case foreignData
        /// A server was set up there already.
        case alreadySetUp
        /// The database is a copy that isn't finished, or should be one and has other data.
        case foreignCopy
        /// The machine's clock and that of the database differ too much.
        case wrongClock
        /// The running server doesn't answer, or isn't ready.
        case notReady
    }

    package let code: Code
    /// One line: what happened, to what, and what to do.
    package let description: String

    package init(_ code: Code, _ description: String = "") {
        self.code = code
        self.description = description
    }
}

extension ServerError {
    init(listeningOn host: String, port: Int, failed error: any Error) {
        let reason =
            switch (error as? IOError)?.errnoCode {
            case EADDRINUSE: "port \(port) on \(host) is in use; choose another with --port, or stop what listens there"
            case EACCES: "port \(port) on \(host) needs CAP_NET_BIND_SERVICE (docs/packages.md); or choose one from 1024 on with --port"
            case EADDRNOTAVAIL: "\(host) is no address of this machine; choose another with --host"
            default: "can't listen on \(host):\(port): \(error)"
            }
        self.init(.cannotListen, reason)
    }
}
