internal import Primitives

/// The table of how often visitors of each kind were asked for more: for programs that is detection, for people a false alarm. The numbers are
/// of the simulation alone.
package struct RiskTable: Sendable {
    package struct Row: Sendable, Equatable {
        package let kind: String
        package let isProgram: Bool
        package let visits: Int
        package let asked: Int

        package init(kind: String, isProgram: Bool, visits: Int, asked: Int) {
            self.kind = kind
            self.isProgram = isProgram
            self.visits = visits
            self.asked = asked
        }

        /// The share of visits, in tenths of a percent.
        package var share: Int { visits == 0 ? 0 : (asked * 2000 + visits) / (2 * visits) }
    }

    package private(set) var rows: [Row] = []

    /// The table of the counts of one run or of several.
    package init(_ counts: [[String: Int]]) {
        func sum(_ name: String) -> Int { counts.reduce(0) { $0 + $1[name, default: 0] } }
        for kind in Visitor.Kind.allCases {
            for name in kind == .traveller ? [kind.rawValue, kind.rawValue + " abroad"] : [kind.rawValue] {
                let asked = sum(name + " asked")
                rows.append(Row(kind: name, isProgram: kind.isProgram, visits: asked + sum(name + " let through"), asked: asked))
            }
        }
    }

    /// Detected programs, and falsely alarmed people.
    package var totals: [Row] {
        [true, false].map { isProgram in
            let some = rows.filter { $0.isProgram == isProgram }
            return Row(
                kind: isProgram ? "all programs" : "all people", isProgram: isProgram, visits: some.reduce(0) { $0 + $1.visits },
                asked: some.reduce(0) { $0 + $1.asked })
        }
    }

    package var lines: [String] {
        let head = Self.line("visitor", "visits", "asked", "rate", "")
        return [head]
            + (rows + totals).map { row in
                let rate = "\(row.share / 10).\(row.share % 10) %"
                return Self.line(row.kind, "\(row.visits)", "\(row.asked)", rate, row.isProgram ? "detected" : "false alarm")
            }
    }

    private static func line(_ kind: String, _ visits: String, _ asked: String, _ rate: String, _ what: String) -> String {
        func left(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }
        func right(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }
        return left(kind, 18) + right(visits, 8) + right(asked, 8) + right(rate, 9) + (what.isEmpty ? "" : "  " + what)
    }
}
