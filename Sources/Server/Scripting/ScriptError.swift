import Primitives
import ScriptMessages
import Workers

/// The failure of a script that came to no result.
package struct ScriptError: CodedError, CustomStringConvertible {
    /// The reason of the failure.
    package enum Code: Sendable, Equatable {
        /// The text is no JavaScript.
        case syntax
        /// It threw an exception that it didn't catch.
        case exception
        /// It computed for too long.
        case time
        /// It took too much memory.
        case memory
        /// Its result was too long or made no sense.
        case result
        /// Its process died.
        case crashed
        /// Too many scripts are waiting; try later.
        case overloaded
        /// There is nothing to run scripts with.
        case unavailable
    }

    package let code: Code
    /// The reason, in words.
    package let reason: String
    /// The line in the script, counted from 1; nil when that isn't known.
    package let line: Int?
    /// The column in that line, counted from 1; nil when that isn't known.
    package let column: Int?

    package init(_ code: Code, _ reason: String, line: Int? = nil, column: Int? = nil) {
        self.code = code
        self.reason = reason
        self.line = line
        self.column = column
    }

    /// Translates what the script's process told.
    init(_ failure: ScriptFailure) {
        let code: Code =
            switch failure.code {
            case .syntax: .syntax
            case .exception: .exception
            case .time: .time
            case .result: .result
            }
        self.init(code, failure.message, line: failure.line, column: failure.column)
    }

    /// Translates why a process did not finish a run.
    init(_ error: WorkerError) {
        switch error.code {
        case .time: self.init(.time, "the script computed for too long and was ended")
        case .memory: self.init(.memory, "the script took too much memory and was ended")
        case .crashed: self.init(.crashed, "the script's process failed: \(error.reason)")
        case .overloaded: self.init(.overloaded, "too many scripts are waiting, or this one has waited for too long")
        case .unavailable: self.init(.unavailable, error.reason)
        case .unconfined: self.init(.unavailable, "\(error.reason); with script-unconfined scripts run all the same")
        }
    }

    package var description: String {
        let place = [line.map { "line \($0)" }, column.map { "column \($0)" }].compactMap { $0 }.joined(separator: ", ")
        return place.isEmpty ? reason : "\(place): \(reason)"
    }
}
