import GatehouseServer
import Primitives
import Store
import TerminalJourneys
import Messaging
import Foundations
import Directory

/// The failure of a command: its message and its exit code.
struct CommandFailure: Error {
    /// The message, usually one line.
    let lines: [String]
    /// 1, or 78 when the configuration is wrong (`EX_CONFIG` of sysexits).
    let exitCode: Int32

    init(_ line: String) { self.init([line]) }

    init(_ lines: [String], exitCode: Int32 = 1) {
        self.lines = lines
        self.exitCode = exitCode
    }

    /// Says an error of any module in words for a terminal.
    init(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as ConfigurationError: self.init(error.problems, exitCode: 78)
        case let error as SealError: self.init(error.reason)
        case let error as AuditError: self.init(error.reason)
        case let error as MessageError: self.init(error.reason)
        case let error as PlayerError: self.init(error.reason)
        case let error as PasswordError: self.init(error.reason)
        case let error as PolicyViolation: self.init(error.properties.map(\.description))
        default: self.init("\(error)".split(separator: "\n").joined(separator: " "))
        }
    }
}
