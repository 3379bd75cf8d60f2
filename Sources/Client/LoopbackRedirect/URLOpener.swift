import DeviceFoundation
public import Foundation
import Primitives

#if canImport(UIKit)
import UIKit
#endif

/// Opens a page for the user to see.
public protocol URLOpener: Sendable {
    /// Opens a URL; throws when that could not even be tried. May take as long as the page is open: a caller that has what it waits for
    /// cancels the task, and the page stays.
    func open(_ url: URL) async throws
}

/// Opens pages in the browser that the system is set to: with `xdg-open`, on macOS with `open`, on iOS by asking the system.
///
/// `xdg-open` ends at once where a browser runs already, and with the browser where it starts the first one.
public struct SystemURLOpener: URLOpener {
    /// Makes the opener, which has no settings.
    public init() {}

    /// Opens the URL by the system's command, or by the system itself.
    /// - Throws: ``URLOpenerError`` for a URL that isn't an https or http one, of which the system could start any program; when the command ends
    ///   with another status than 0, or iOS opens no app for the URL; the system's error when the command can't be run.
    public func open(_ url: URL) async throws {
        guard url.isWeb else { throw URLOpenerError("\(url.absoluteString) is no page of the web") }
        #if canImport(UIKit)
        guard await Self.show(url) else { throw URLOpenerError("the system opened no browser") }
        #else
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [Self.command, url.absoluteString]
        (process.standardInput, process.standardOutput, process.standardError) = (nil, nil, nil)
        let (statuses, ending) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = {
            ending.yield($0.terminationStatus)
            ending.finish()
        }
        try process.run()
        guard let status = await statuses.first(where: { _ in true }) else { return }
        guard status == 0 else { throw URLOpenerError("\(Self.command) ended with status \(status)") }
        #endif
    }

    #if canImport(UIKit)
    @MainActor
    private static func show(_ url: URL) async -> Bool { await UIApplication.shared.open(url) }
    #elseif os(macOS)
    private static let command = "open"
    #else
    private static let command = "xdg-open"
    #endif
}

/// The failure to open a page.
public struct URLOpenerError: Error, Equatable, CustomStringConvertible {
    public let description: String

    /// An error with what happened.
    public init(_ description: String) { self.description = description }
}
