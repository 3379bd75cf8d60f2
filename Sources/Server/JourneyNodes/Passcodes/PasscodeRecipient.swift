import Directory
import JourneyEngine
import JourneyModel
import Primitives
import ResourceMessages

/// The user and the address that a run's code is sent to.
///
/// The address is that of the account when there is one: a client that types another user's name gets nothing at an address of its own.
/// Only a run without a user yet, as a registration is, sends to an address that was gathered in it.
struct PasscodeRecipient: Sendable {
    /// The user who owns the account; nil when there is none.
    let user: User?
    /// The address or number; nil when there is none.
    let address: String?
    /// Whether the client must not learn if there is such an account: no user has proved who they are.
    let isSecret: Bool

    /// - Parameters:
    ///   - attribute: the attribute of the address.
    ///   - gathered: where else one may have been gathered, in the shared state.
    init(_ turn: Turn, attribute: AttributeName, gathered: String? = nil) async throws {
        let path = try await turn.attribute(attribute).path
        let proven = try await turn.provenUser()
        var user = proven
        if user == nil { user = try await turn.namedUser() }
        let typed = gathered.flatMap { turn.state.shared[$0]?.string } ?? turn.state.attributes.text(at: path)
        self.user = user?.status == .active ? user : nil
        address = if let user { user.status == .active ? Self.address(of: user, path) : nil } else { typed }
        isSecret = proven == nil && (user != nil || typed == nil)
    }

    /// A code is a factor: it never goes to an e-mail address that the profile merely claims.
    private static func address(of user: User, _ path: FieldPath) -> String? {
        path.description == "mail" ? user.recoveryMail : AccountDocument.of(user).text(at: path)
    }
}
