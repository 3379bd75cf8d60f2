/// The status with which the process that runs scripts ends itself in the middle of a run.
public enum ScriptExit: Int32, Sendable {
    /// The run computed for too long, and the interpreter couldn't be interrupted.
    case time = 91
    /// The process grew too large.
    case memory = 92
    /// It couldn't take the limits that it must run under.
    case unconfined = 93
    /// The server said something that is no order.
    case protocolError = 94

    /// The argument by which the process continues also where it can't be confined.
    public static let allowUnconfined = "--allow-unconfined"
}
