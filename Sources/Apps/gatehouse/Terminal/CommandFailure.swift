import Administration
import GatehouseServer
import Primitives
import TerminalJourneys
import TransparencyLog
import VerifiableClaims

/// The failure of a command: its message and its exit code.
struct CommandFailure: Error {
    /// The message, usually one line.
    let lines: [String]
    /// 1, or 78 when the configuration is wrong (`EX_CONFIG` of sysexits).
    let exitCode: Int32

    /// The failure as an object for programs.
    var json: JSONValue { ["errors": .array(lines.map { .string($0) }), "exitCode": .integer(Int64(exitCode))] }

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
        case let error as PlayerError: self.init(error.reason)
        case let error as ClaimError: self.init(error.reason)
        case let error as SDJWTError: self.init(error.reason)
        case let error as TransparencyError: self.init(error.reason)
        default: self.init(ErrorText.lines(of: error))
        }
    }
}
