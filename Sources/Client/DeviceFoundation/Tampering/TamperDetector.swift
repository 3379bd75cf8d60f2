/// Looks for one sign of tampering with the device or with the app on it.
public protocol TamperDetector: Sendable {
    /// The thing it looks for, in one word.
    var name: String { get }
    /// Returns the score, from 0, nothing noticed, to 1.
    func score(on system: any TamperedSystem) -> Double
}

/// The detectors' view of the system.
public protocol TamperedSystem: Sendable {
    /// The text of a file; nil when it can't be read.
    func text(of path: String) -> String?
    /// Whether there is such a file.
    func exists(_ path: String) -> Bool
    /// A variable of the process's environment.
    func variable(_ name: String) -> String?
    /// The user that the process runs as; 0 is the superuser.
    var user: UInt32 { get }
    /// The paths of the libraries that are loaded into the process; empty where the system doesn't list them.
    var libraries: [String] { get }
}

extension TamperedSystem {
    /// No libraries are listed.
    public var libraries: [String] { [] }
}
