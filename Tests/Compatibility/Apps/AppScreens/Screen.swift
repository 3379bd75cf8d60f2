import Synchronization

/// What the sample apps show and ask, where an app for a phone has UIKit's or SwiftUI's screens.
public protocol Screen: AnyObject {
    /// The user's entry for a prompt.
    func entry(for prompt: String) -> String
    /// The index of the user's choice.
    func choice(among options: [String]) -> Int
    /// Shows a line.
    func show(_ line: String)
}

/// A screen with a user who always does the same.
public final class RecordedScreen: Screen, Sendable {
    private let entries: [String: String]
    private let index: Int
    private let lines = Mutex<[String]>([])

    /// - Parameters:
    ///   - entries: what is entered, by prompts.
    ///   - index: what is chosen.
    public init(_ entries: [String: String] = [:], choosing index: Int = 0) {
        self.entries = entries
        self.index = index
    }

    /// All that was shown.
    public var shown: [String] { lines.withLock { $0 } }

    public func entry(for prompt: String) -> String { entries[prompt] ?? "" }
    public func choice(among options: [String]) -> Int { min(index, options.count - 1) }
    public func show(_ line: String) { lines.withLock { $0.append(line) } }
}
