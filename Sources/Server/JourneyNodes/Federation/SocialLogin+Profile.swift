import Directory
import JourneyEngine
import JourneyModel
import Primitives
import Sessions
import SignIn

extension SocialLogin {
    /// The attributes that no script and no provider sets: they say who may sign in.
    private static let reserved: Set = ["_id", "aliasList", "password", "accountStatus", "kbaInfo"]

    /// A user's attributes by what a provider says (`docs/protocols/journey-nodes.md` 4.5): its script brings that into the usual names,
    /// the node's makes attributes of them. No script decides on the account.
    func attributes(of account: ProviderAccount, at provider: IdentityProvider, _ turn: inout Turn) async throws -> JSONObject {
        let profile = try await profile(of: account, at: provider, &turn)
        var attributes = ProviderAccount.attributes(of: profile)
        if hasScript {
            attributes = try await turn.map(
                ofScript: script, about: ["normalizedProfile": .object(profile), "selectedIdp": .string(provider.name)])
        }
        let schema = try await turn.accounts.schema(of: turn.realm)
        return attributes.filtered { schema[$0] != nil && !Self.reserved.contains($0) }
    }

    private func profile(of account: ProviderAccount, at provider: IdentityProvider, _ turn: inout Turn) async throws -> JSONObject {
        guard let transform = provider.transform, !Script.isNone(transform) else { return account.normalised }
        return try await turn.map(
            ofScript: transform, about: ["rawProfile": .object(account.claims), "selectedIdp": .string(provider.name)])
    }
}

extension JSONObject {
    /// The members with certain names.
    fileprivate func filtered(_ isKept: (String) -> Bool) -> JSONObject {
        JSONObject(members.filter { isKept($0.name) }.map { ($0.name, $0.value) })
    }
}
