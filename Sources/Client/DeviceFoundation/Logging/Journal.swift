import Foundation
package import Primitives

/// The latest messages of a module, kept so that they can be sent to support. Nothing secret is ever noted: no key, code, token or body.
package final class Journal: Sendable {
    /// The number of lines that are kept.
    private static let most = 2000
    /// The longest line, in characters.
    private static let longest = 400

    private let name: String
    private let log: Log
    private let time: any TimeSource
    private let lines = Lock<[String]>([])

    /// - Parameter name: the module's, which stands before each message in the log.
    package init(_ name: String, log: Log, time: any TimeSource) {
        self.name = name
        self.log = log
        self.time = time
    }

    package func note(_ level: LogLevels, _ message: String) {
        log(level, "\(name): \(message)")
        let line = "\(time.now.secondsSince1970) \(message.prefix(Self.longest))"
        lines.withLock { lines in
            lines.append(line)
            if lines.count > Self.most { lines.removeFirst(lines.count - Self.most) }
        }
    }

    package var text: String { lines.withLock { $0.joined(separator: "\n") } }
}
