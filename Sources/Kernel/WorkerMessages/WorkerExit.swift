/// The status with which a worker, a process that does untrusted work for a server, ends itself.
public enum WorkerExit: Int32, Sendable {
    /// The work took too much processor time and couldn't be interrupted.
    case time = 91
    /// The process grew too large.
    case memory = 92
    /// The process couldn't take the limits that it must run under.
    case unconfined = 93
    /// The server sent something that is no request.
    case protocolError = 94

    /// The argument by which the process continues also where it can't be confined.
    public static let allowUnconfined = "--allow-unconfined"
}
