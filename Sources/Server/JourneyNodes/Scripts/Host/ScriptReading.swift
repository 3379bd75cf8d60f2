import Directory
import Foundations
import JourneyEngine
import JourneyModel
import Primitives
import ScriptMessages
import SignIn

/// The calls that any script may make, whatever it is run for.
struct ScriptReading {
    let realm: Realm
    let domain: JourneyServices
    /// The user whom the run is about, if the server has named one.
    let own: ScriptIdentities.OwnUser?
    /// Called before a user is changed.
    let beforeWriting: () async throws -> Void

    /// The answer; nil for a call of another kind.
    func value(of call: ScriptCall) async throws -> JSONValue? {
        let arguments = ScriptArguments(call)
        switch call.method {
        case "identity.find", "identity.read", "identity.write":
            return try await ScriptIdentities(realm: realm, domain: domain, own: own, beforeWriting: beforeWriting).answer(arguments)
        case "openidm.read", "openidm.query", "openidm.create", "openidm.patch", "openidm.update", "openidm.delete":
            return try await ManagedUsers(realm: realm, domain: domain, beforeWriting: beforeWriting).answer(arguments)
        case "crypto.random": return .string(Base64.encode(domain.platform.random.bytes(try arguments.count(0, most: 1024))))
        case "crypto.digest", "crypto.hmac": return try ScriptCryptography.answer(arguments)
        case "script.library": return try await library(arguments.text(0))
        case "system.property":
            return realm.settings[ScriptingSettings.self].scriptVariables[try arguments.text(0)].map(JSONValue.string) ?? .null
        default: return nil
        }
    }

    private func library(_ name: String) async throws -> JSONValue {
        guard let script = try await domain.signIn.scripts.script(name, in: realm.id), script.context == .library else {
            throw ScriptRefusal("there is no library script \(name)")
        }
        return .string(script.text)
    }
}
