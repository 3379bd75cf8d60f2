import Directory
import Foundations
import JourneyEngine
import JourneyModel
import Primitives
import ResourceMessages
import Sessions

extension Turn {
    /// The user who has proved who they are in this journey; nil when none has. Nodes show and change no other user's account.
    func provenUser() async throws -> User? {
        guard let id = state.user else { return nil }
        if case .session = state.proof, try await presentedSession() == nil { return nil }
        return try await domain.directory.users.user(id, in: realm.id)
    }

    /// The living session that the run began with.
    func presentedSession() async throws -> UserSession? {
        guard let upgrade = state.request.upgrade else { return nil }
        return try await domain.session.registry.session(handle: upgrade.handle, in: realm.id)
    }

    /// The user who has proved who they are, for a node that is about no other user.
    ///
    /// - Throws: ``JourneyRunError`` `.failed`, when no user has. The audit log says so, since the journey's author should know.
    mutating func requireUser(_ node: (some ActsForProvenUser).Type) async throws -> User {
        if let user = try await provenUser() { return user }
        throw try await refusal("\(node.type.name) came before a user proved who they are")
    }

    /// The error of a journey whose user hasn't said, or proved, what a node needs. The audit log has the reason.
    mutating func refusal(_ reason: String) async throws -> JourneyRunError {
        try await recordFailure(reason)
        return JourneyRunError(.failed, message: state.failureMessage, underlying: JourneyRunError.fault(reason))
    }

    /// The user whom the state names, by what was given for an attribute, else by the user name; nil when there is no such user. It proves
    /// nothing.
    func claimedUser(by name: AttributeName) async throws -> User? {
        let attribute = try await attribute(name)
        guard let claim = state.attributes[attribute.path]?.string ?? state.username, !claim.isEmpty else { return nil }
        if attribute.path == .userName { return try await namedUser(claim) }
        return try await domain.directory.accounts.user(with: claim, of: attribute.path, in: realm)
    }

    /// The user whom the state's user name means: who had it when the server set it, or else who has it now; nil when there is no such
    /// user. It proves nothing.
    func namedUser() async throws -> User? {
        if let id = state.named { return try await domain.directory.users.user(id, in: realm.id) }
        guard let name = state.username else { return nil }
        return try await domain.directory.users.user(named: name, in: realm.id)
    }

    /// The user whom a name means that may be the state's.
    func namedUser(_ name: String) async throws -> User? {
        if let known = state.username, known.utf8.elementsEqual(name.utf8) { return try await namedUser() }
        return try await domain.directory.users.user(named: name, in: realm.id)
    }

    /// The user name, if it may be shown: not that of a user who was found by something else and hasn't proved who they are.
    var showableName: String? { state.user == nil && state.shared["_id"] != nil ? nil : state.username }

    /// An attribute of the realm's schema.
    func attribute(_ name: AttributeName) async throws -> ProfileAttribute {
        guard let attribute = try await domain.directory.accounts.schema(of: realm)[name.description] else {
            throw JourneyRunError.fault("the realm's schema has no attribute \(name)")
        }
        return attribute
    }
}

extension Turn {
    /// Accounts, as the client that runs the journey may ask for them: at a registration no user has proved who they are, so that what is
    /// told and kept there is limited by network address.
    var accounts: Accounts { state.user == nil ? domain.directory.accounts.asked(from: client.address) : domain.directory.accounts }

    /// The asker with whom the client takes turns for hashes.
    var asker: Asker { Asker(address: client.address, in: realm.id) }
}
