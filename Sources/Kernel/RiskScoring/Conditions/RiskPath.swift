import Primitives
import RiskSignals

/// The name of a value, written `${event.ip}` or `${details.geoVelocity.level}`.
struct RiskPath: Sendable, Hashable {
    static let longest = 128
    let text: String

    init?(_ text: String) {
        guard text.hasPrefix("${"), text.hasSuffix("}"), (4...Self.longest + 3).contains(text.utf8.count) else { return nil }
        self.text = String(text.dropFirst(2).dropLast())
    }
}

extension RiskMembers {
    func path(_ name: String) throws(RiskError) -> RiskPath {
        guard let path = RiskPath(try text(name, atMost: RiskPath.longest + 3)) else { throw wrong(name, "a path such as ${event.ip}") }
        return path
    }
}
