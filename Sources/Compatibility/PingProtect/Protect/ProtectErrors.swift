public import Foundation
import Primitives

/// The failure to begin collecting.
public struct PingOneProtectInitException: LocalizedError, Equatable {
    /// The reason, in one sentence without signals.
    public let message: String
    /// The reason, as `localizedDescription` has it.
    public var errorDescription: String? { message }

    init(_ message: String) { self.message = message }
}

/// The failure to make the signals of an evaluation.
public struct PingOneProtectEvaluationException: LocalizedError, Equatable {
    /// The reason, in one sentence without signals.
    public let message: String
    /// The reason, as `localizedDescription` has it.
    public var errorDescription: String? { message }

    init(_ message: String) { self.message = message }
}
