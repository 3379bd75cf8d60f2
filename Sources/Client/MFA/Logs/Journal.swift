import DeviceFoundation
import Foundation
import Primitives
import Synchronization

/// The latest messages of this module, kept so that they can be sent to support. Nothing secret is ever noted: no key, code, token or body.
final class Journal: Sendable {
    /// The number of lines that are kept.
    private static let most = 2000
    /// The longest line, in characters.
    private static let longest = 400

    private let log: Log
    private let time: any TimeSource
    private let lines = Mutex<[String]>([])

    init(log: Log, time: any TimeSource) {
        self.log = log
        self.time = time
    }

    func note(_ level: LogLevels, _ message: String) {
        log(level, "MFA: \(message)")
        let line = "\(Int64(time.now.timeIntervalSince1970)) \(message.prefix(Self.longest))"
        lines.withLock { lines in
            lines.append(line)
            if lines.count > Self.most { lines.removeFirst(lines.count - Self.most) }
        }
    }

    var text: String { lines.withLock { $0.joined(separator: "\n") } }
}
