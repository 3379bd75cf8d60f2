import Primitives

/// The place that a reader of JSON has reached, and the problems it has found.
package struct ShapeReading: Sendable {
    package private(set) var problems: [ShapeError.Problem] = []
    /// Whether the JSON was stored by this server, so that only what it means counts, and no bound.
    package let isStored: Bool
    private var path: [String] = []

    /// The number of problems that are collected; more are of no use to a client.
    private static let most = 20

    package init(isStored: Bool = false) { self.isStored = isStored }

    /// The place that is being read: `mobile.applications[0]`.
    package var target: String {
        path.reduce(into: "") { text, step in text += text.isEmpty || step.hasPrefix("[") ? step : "." + step }
    }

    /// Reads something inside the current value.
    package mutating func within<Value>(_ step: String, _ body: (inout ShapeReading) -> Value) -> Value {
        path.append(String(step.prefix(64)))
        defer { path.removeLast() }
        return body(&self)
    }

    /// Writes down that the value here, or a member of it, is wrong.
    package mutating func refuse(
        _ code: ShapeError.Code, _ message: String, at member: String? = nil, allowed: [String] = [], range: ClosedRange<Int>? = nil,
        pattern: String? = nil
    ) {
        guard problems.count < Self.most else { return }
        let target = member.map { name in within(name) { $0.target } } ?? target
        var problem = ShapeError.Problem(code, target, message)
        problem.allowed = allowed
        problem.range = range
        problem.pattern = pattern
        problems.append(problem)
    }

    /// Writes down the problems that another reader found in the value here.
    /// - Parameter place: the place that each has in this JSON.
    mutating func refuse(_ problems: [ShapeError.Problem], place: (String) -> String) {
        for problem in problems where self.problems.count < Self.most {
            let inside = place(problem.target)
            let target = target.isEmpty || inside.isEmpty || inside.hasPrefix("[") ? target + inside : target + "." + inside
            self.problems.append(problem.moved(to: target))
        }
    }
}
