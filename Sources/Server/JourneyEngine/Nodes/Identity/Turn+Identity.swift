import Primitives
import ResourceMessages
import Services

extension Turn {
    /// The user who has proved who they are in this journey; nil when nobody has. Nodes show and change nobody else's account.
    func provenUser() async throws -> User? {
        guard let id = state.user else { return nil }
        if case .session = state.proof, try await presentedSession() == nil { return nil }
        return try await domain.users.user(id, in: realm.id)
    }

    /// The living session that the run began with.
    func presentedSession() async throws -> Session? {
        guard let upgrade = state.request.upgrade else { return nil }
        return try await domain.sessions.session(handle: upgrade.handle, in: realm.id)
    }

    /// The user who has proved who they are, for a node that is about nobody else.
    ///
    /// - Throws: ``JourneyError`` `.failed`, when nobody has. The audit log says so, since the journey's author should know.
    mutating func requireUser(_ node: NodeType) async throws -> User {
        if let user = try await provenUser() { return user }
        throw try await refusal("\(node.name) came before anybody proved who they are")
    }

    /// The end of a journey that somebody came to who hasn't said, or proved, what it takes. The audit log has the reason.
    mutating func refusal(_ reason: String) async throws -> JourneyError {
        try await recordFailure(reason)
        return JourneyError(.failed, message: state.failureMessage, underlying: JourneyError.fault(reason))
    }

    /// The user whom the state names, by what was given for an attribute, else by the user name; nil when that is nobody. It proves nothing.
    func claimedUser(by name: AttributeName) async throws -> User? {
        let attribute = try await attribute(name)
        guard let claim = state.attributes[attribute.path]?.string ?? state.username, !claim.isEmpty else { return nil }
        return try await domain.accounts.user(with: claim, of: attribute.path, in: realm)
    }

    /// The user name, if it may be shown: not that of a user who was found by something else and hasn't proved who they are.
    var showableName: String? { state.user == nil && state.shared["_id"] != nil ? nil : state.username }

    /// An attribute of the realm's schema.
    func attribute(_ name: AttributeName) async throws -> ProfileAttribute {
        guard let attribute = try await domain.accounts.schema(of: realm)[name.description] else {
            throw JourneyError.fault("the realm's schema has no attribute \(name)")
        }
        return attribute
    }
}

extension Turn {
    /// Accounts, as whoever runs the journey may ask for them: nobody has proved who they are at a registration, so that what is told and
    /// kept there is limited by network address.
    var accounts: Accounts { state.user == nil ? domain.accounts.asked(from: client.address) : domain.accounts }

    /// The asker with whom the client takes turns for hashes.
    var asker: Asker { Asker(address: client.address, in: realm.id) }
}
