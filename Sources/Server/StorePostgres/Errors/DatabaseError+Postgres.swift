internal import Primitives
internal import Store

extension DatabaseError {
    /// The error as callers know it.
    init(_ failure: PostgresFailure) { self.init(Self.code(failure), failure.reason) }

    private static func code(_ failure: PostgresFailure) -> Code {
        if failure.isPermanent { return .cannotOpen }
        guard let state = failure.state else { return .unreachable }
        switch state {
        case "23505": return .unique
        case "23503": return .foreignKey
        case "25006": return .readOnly
        case "22021": return .invalidText
        case "53100": return .full
        case "57014": return .busy
        case "58030": return .inputOutput
        case "XX001", "XX002": return .corrupt
        default: break
        }
        if failure.isConflict { return .busy }
        if failure.isDeparture { return .unreachable }
        if state.hasPrefix("23") { return .constraint }
        return .other
    }
}
