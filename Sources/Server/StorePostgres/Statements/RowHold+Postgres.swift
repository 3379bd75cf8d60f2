internal import Store

extension RowHold {
    /// The clause that locks the rows of a `SELECT`. An owner that is kept may be changed meanwhile, by one that holds it for that.
    var clause: SQL {
        switch self {
        case .kept: "FOR KEY SHARE"
        case .changed: "FOR NO KEY UPDATE"
        case .removed: "FOR UPDATE"
        }
    }
}
