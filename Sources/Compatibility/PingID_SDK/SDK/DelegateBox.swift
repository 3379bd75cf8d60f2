import PingIDClient
import PingIDMessages
import Primitives

/// Holds the app's delegate, weakly as the documented property, and tells it of events.
final class DelegateBox: Sendable {
    /// The one that the documented API requires.
    static let shared = DelegateBox()

    /// The documented API takes a delegate without asking for `Sendable`, and calls it on a thread of its own.
    private struct Held: @unchecked Sendable {  // read and written under the lock
        weak var delegate: (any PingIDDelegate)?
    }

    private let held = Lock(Held())

    var delegate: (any PingIDDelegate)? { held.withLock { $0 }.delegate }

    func set(_ delegate: (any PingIDDelegate)?) {
        let new = Held(delegate: delegate)
        held.withLock { $0 = new }
    }

    func tell(_ event: PingIDEvent) {
        switch event {
        case .passcode(let code): delegate?.tell(passcode: code)
        case .untrusted: delegate?.tellOfLostTrust()
        case .token(let report): delegate?.tell(status: report.documented, error: nil)
        }
    }
}
