package import Foundation
import Primitives

/// The caller that asks for something which reaches a user, and what is known of it: budgets are shared by that.
package struct BudgetAsker: Sendable, Hashable {
    /// The proof of an asker that strangers don't have.
    package enum Standing: Sendable, Hashable {
        /// No proof: only the address is known.
        case stranger
        /// The user themselves, who has shown a factor, or has a session.
        case user(UUID)
        /// A browser in which the user has signed in before.
        case browser(of: UUID)
        /// The server of a customer, by its keys, which serves its users from its own address.
        case customer(String)
        /// This server, its operator, or an administrator.
        case server
    }

    /// The network address of the request.
    package let address: String
    package let standing: Standing

    package init(_ standing: Standing, at address: String) {
        self.standing = standing
        self.address = address
    }

    /// A caller that has proved nothing.
    package static func stranger(at address: String) -> BudgetAsker { BudgetAsker(.stranger, at: address) }

    /// Whether the asker has proved anything, and so has a part of its own in a budget.
    package var isProven: Bool { standing != .stranger }

    /// The name under which its use is counted and kept with a row. Strangers count by ``NetworkPrefix``.
    package var key: String {
        switch standing {
        case .stranger: Self.strangers + NetworkPrefix(of: address).description
        case .user(let id): "user \(id.text)"
        case .browser(let user): "browser \(user.text)"
        case .customer(let application): "customer \(application.utf8.count <= 128 ? application : "")"
        case .server: "server"
        }
    }

    /// The beginning of the keys of all strangers.
    package static let strangers = "stranger "
}
