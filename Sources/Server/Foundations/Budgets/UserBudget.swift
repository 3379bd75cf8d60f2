import Primitives
package import Store

/// A limit on what may reach one user, shared by who asks for it: strangers never use up what proven askers need.
///
/// A limit that counts by the user alone is a switch in any stranger's hand. So each such limit is one of these, and has two parts: one
/// that strangers together may use, of which each network prefix has a share, and a reserve for askers with a proof
/// ([decision 114](../../../../docs/decisions/0114-bounds-of-strangers.md)). Limits on guesses are no budgets: they protect the secret
/// that is guessed, from any asker (``Attempts``).
package enum UserBudget: String, Sendable, CaseIterable {
    /// Mails, texts and calls to one address, in a minute.
    case messages
    /// Requests that wait for a user in a customer's app.
    case waitingRequests
    /// Notifications of such requests to one authenticator, in a minute.
    case notifications
    /// Pushes to a device that were denied or ignored, after which it is asked no more for a while.
    case unansweredPushes

    /// The parts of a budget.
    package struct Parts: Sendable, Equatable {
        /// The part of one network prefix of strangers.
        package let stranger: Int
        /// The part of all strangers.
        package let strangers: Int
        /// The part of one proven asker.
        package let proven: Int
        /// The limit for all askers together; nil where each proven asker has a part of its own.
        package let all: Int?
    }

    /// Returns the parts of a budget.
    ///
    /// - Parameter most: the limit as it is configured.
    package func parts(of most: Int) -> Parts {
        switch self {
        case .messages: Parts(stranger: most, strangers: most * 4, proven: most, all: nil)
        // All that reaches the user shares one budget, and strangers get half of it.
        case .waitingRequests, .notifications, .unansweredPushes:
            Parts(stranger: max(1, (most + 1) / 2 - 1), strangers: (most + 1) / 2, proven: most, all: most)
        }
    }

    /// Whether one more is within the asker's part.
    ///
    /// - Parameters:
    ///   - most: the limit as it is configured.
    ///   - use: the use to count.
    package func admits(_ asker: BudgetAsker, of most: Int, used use: BudgetUse) -> Bool {
        let parts = parts(of: most)
        if let all = parts.all, use.all >= all { return false }
        guard !asker.isProven else { return use.count(of: asker) < parts.proven }
        return use.count(of: asker) < parts.stranger && use.strangers < parts.strangers
    }
}

/// The use of a budget, counted by asker.
package struct BudgetUse: Sendable, Equatable {
    private var counts: [String: Int] = [:]

    package init() {}

    /// - Parameter rows: each with a key in `asker`, of which nil stands for this server, and a number in `count`.
    package init(_ rows: [Row]) throws {
        for row in rows { add(try row.optionalText("asker") ?? "server", Int(try row.int("count"))) }
    }

    /// Counts more of one asker.
    package mutating func add(_ key: String, _ count: Int = 1) { counts[key, default: 0] += count }

    /// The use of all askers together.
    package var all: Int { counts.values.reduce(0, +) }

    /// The use of all strangers together.
    package var strangers: Int {
        counts.reduce(0) { $0 + ($1.key.utf8.starts(with: BudgetAsker.strangers.utf8) ? $1.value : 0) }
    }

    /// The use of one asker; strangers count by their network prefix.
    package func count(of asker: BudgetAsker) -> Int { counts[asker.key] ?? 0 }
}
