import Primitives
import Synchronization

@testable import ShoLib

/// Resources of an app: those of a test, and which were asked for.
final class AskedResources: AppResources {
    private let own: [String: String]
    private let keys = Mutex<Set<String>>([])

    /// - Parameter own: the app's texts by `table/key`.
    init(_ own: [String: String] = [:]) { self.own = own }

    /// The texts that were asked for, as `table/key`.
    var asked: Set<String> { keys.withLock { $0 } }

    func text(_ key: String, table: String) -> String? {
        keys.withLock { _ = $0.insert("\(table)/\(key)") }
        return own["\(table)/\(key)"]
    }

    func dimension(_ name: String) -> Double? { nil }
}
