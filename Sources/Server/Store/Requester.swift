import Primitives

/// The caller on whose request something is written: bound by the front of the server, and handed on to the bodies that write.
public enum Requester {
    /// The network address that the request came from; nil for work that no request asked for.
    @TaskLocal public static var address: String?
    /// The names by which the audit log knows an administrator who makes a change; empty for any other caller.
    @TaskLocal public static var identity: [String: String] = [:]
}
