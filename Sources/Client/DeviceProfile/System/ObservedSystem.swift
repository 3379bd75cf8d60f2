import Foundation
import Primitives

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The collectors' view of the system.
package protocol ObservedSystem: Sendable {
    /// The text of a small file; nil when it can't be read.
    func text(of path: String) -> String?
    /// Returns the names in a directory, sorted; empty when there is none.
    func names(in directory: String) -> [String]
    /// The kernel's description of itself: `sysname`, `nodename`, `release`, `version`, `machine`.
    var kernel: [(name: String, value: String)] { get }
    var processors: Int { get }
    var activeProcessors: Int { get }
    /// The memory in bytes.
    var memory: UInt64 { get }
    /// The size of the file system, in bytes; nil when it can't be told.
    var storage: UInt64? { get }
    var locale: String { get }
    var timeZone: String { get }
    /// The system's own description of the device; nil where its files tell.
    func description() async -> SystemDescription?
    /// The presence of a network; nil where the system's files tell.
    func isConnected() async -> Bool?
}

/// The system that this process runs on.
struct RunningMachine: ObservedSystem {
    private static let longest = 64 << 10

    func text(of path: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        return (try? file.read(upToCount: Self.longest)).map { String(decoding: $0, as: UTF8.self) }
    }

    func names(in directory: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
    }

    var kernel: [(name: String, value: String)] {
        var names = utsname()
        guard uname(&names) == 0 else { return [] }
        func text<Field>(_ field: Field) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return [
            ("sysname", text(names.sysname)), ("nodename", text(names.nodename)), ("release", text(names.release)),
            ("version", text(names.version)), ("machine", text(names.machine)),
        ]
    }

    var processors: Int { ProcessInfo.processInfo.processorCount }
    var activeProcessors: Int { ProcessInfo.processInfo.activeProcessorCount }
    var memory: UInt64 { ProcessInfo.processInfo.physicalMemory }
    var storage: UInt64? {
        #if os(iOS)
        // Apple asks a reason for it, and none that it takes fits (docs/apple.md).
        return nil
        #else
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: NSHomeDirectory())
        return (attributes?[.systemSize] as? NSNumber)?.uint64Value
        #endif
    }
    var locale: String { Locale.current.language.languageCode?.identifier ?? Locale.current.identifier }
    var timeZone: String { TimeZone.current.identifier }
}

extension ObservedSystem {
    package func description() async -> SystemDescription? { nil }
    package func isConnected() async -> Bool? { nil }

    func kernel(_ name: String) -> String? { kernel.first { $0.name == name }?.value }

    /// The first line of a file, without the spaces around it; nil when it is empty.
    func line(of path: String) -> String? {
        let line = text(of: path)?.split(separator: "\n").first?.trimmingPrefix(while: \.isWhitespace)
        return line.flatMap { $0.isEmpty ? nil : String($0) }
    }
}
