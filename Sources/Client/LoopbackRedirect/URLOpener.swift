public import Foundation
import Primitives

/// Opens a page for the user to see.
public protocol URLOpener: Sendable {
    /// Opens a URL; throws when that could not even be tried.
    func open(_ url: URL) async throws
}

/// Opens pages in the browser that the system is set to: with `xdg-open`, or on macOS with `open`.
public struct SystemURLOpener: URLOpener {
    public init() {}

    public func open(_ url: URL) async throws {
        #if os(iOS)
        throw URLOpenerError("an app on iOS opens its pages with an authentication session")
        #else
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [Self.command, url.absoluteString]
        (process.standardInput, process.standardOutput, process.standardError) = (nil, nil, nil)
        let status: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        guard status == 0 else { throw URLOpenerError("\(Self.command) ended with status \(status)") }
        #endif
    }

    private static var command: String {
        #if os(macOS)
        "open"
        #else
        "xdg-open"
        #endif
    }
}

/// Why no page could be opened.
public struct URLOpenerError: Error, Equatable, CustomStringConvertible {
    public let description: String

    /// An error with what happened.
    public init(_ description: String) { self.description = description }
}
