import Foundation
import Primitives

#if canImport(Darwin)
import Darwin
#endif

/// A set of detectors, and what they notice.
public struct TamperDetection: Sendable {
    /// The result of the detection: the worst score, and by whom.
    public struct Result: Sendable, Equatable {
        /// The worst score of all detectors, from 0 for nothing noticed to 1.
        public let score: Double
        /// The names of the detectors that noticed something.
        public let findings: [String]
    }

    private let detectors: [any TamperDetector]
    private let system: any TamperedSystem

    /// - Parameter detectors: those of this system, by default.
    public init(_ detectors: [any TamperDetector] = Self.standard) { self.init(detectors, on: RunningSystem()) }

    package init(_ detectors: [any TamperDetector], on system: any TamperedSystem) {
        self.detectors = detectors
        self.system = system
    }

    /// The detectors that fit this system.
    public static var standard: [any TamperDetector] {
        #if os(iOS)
        [JailbreakDetector(), PreloadDetector()]
        #else
        [DebuggerDetector(), PreloadDetector(), RootDetector(), ContainerDetector(), EmulatorDetector()]
        #endif
    }

    /// Looks now.
    public func look() -> Result {
        let noticed = detectors.map { (name: $0.name, score: min(1, max(0, $0.score(on: system)))) }.filter { $0.score > 0 }
        return Result(score: noticed.map(\.score).max() ?? 0, findings: noticed.map(\.name))
    }
}

/// The system that this process runs on.
struct RunningSystem: TamperedSystem {
    private static let longest = 64 << 10

    func text(of path: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        return (try? file.read(upToCount: Self.longest)).map { String(decoding: $0, as: UTF8.self) }
    }

    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
    func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
    var user: UInt32 { geteuid() }

    #if canImport(Darwin)
    var libraries: [String] { (0..<_dyld_image_count()).compactMap { _dyld_get_image_name($0).map { String(cString: $0) } } }
    #endif
}
