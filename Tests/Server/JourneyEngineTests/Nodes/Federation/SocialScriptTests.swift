import FederationTesting
import JourneyMessages
import Primitives
import ScriptMessages
import Testing

@testable import JourneyEngine
import Services
import Sessions
import Directory
import Foundations
@testable import SignIn

@Suite("Scripts of social login")
struct SocialScriptTests {
    private static let journey = """
        name: Social
        start: choose
        noSession: true
        nodes:
          choose: { setState: { attributes: { selectedIdp: pretend } }, next: provider }
          provider: { socialProvider: { script: Attributes }, ACCOUNT_EXISTS: known, NO_ACCOUNT: new, SOCIAL_AUTH_INTERRUPTED: failure }
          known: { message: { message: known }, "true": success, "false": failure }
          new: { message: { message: new }, "true": success, "false": failure }
        """

    private static let normalise = "({ id: rawProfile.sub, username: 'x-' + rawProfile.sub, email: selectedIdp + '@example.com' })"
    private static let attributes = "({ userName: normalizedProfile.username, mail: normalizedProfile.email, sn: 'Lovelace' })"

    /// The state behind a login at the provider.
    private func state(
        normalise: String? = normalise, attributes: String = attributes, _ generation: ScriptSource.Generation = .next
    ) async throws -> JourneyState {
        var found: JourneyState?
        try await SocialHarness.with { social in
            var provider = IdentityProvider.pretend()
            if let normalise {
                try await social.save(normalise, as: "Normalise", generation)
                provider.transform = "Normalise"
            }
            try await social.save(attributes, as: "Attributes", generation)
            try await social.base.domain.session.providers.save(provider, in: social.base.realm.id)
            try await social.base.add(Self.journey)
            found = try social.base.state(of: try await social.signIn("Social", as: "grace-1").step)
        }
        return try #require(found)
    }

    @Test("the provider's script makes the profile, the node's the attributes")
    func both() async throws {
        let state = try await state()
        #expect(state.username == "x-grace-1")
        #expect(state.attributes == ["userName": "x-grace-1", "mail": "pretend@example.com", "sn": "Lovelace"])
        #expect(state.shared["aliasList"] == ["pretend-grace-1"])
    }

    @Test("each does without the other")
    func nodeOnly() async throws {
        #expect(try await state(normalise: nil, attributes: "({ userName: normalizedProfile.id })").username == "grace-1")
        let mapped = try await state(attributes: "normalizedProfile.put('userName', normalizedProfile.username); normalizedProfile")
        #expect(mapped.attributes["userName"] == "x-grace-1")
    }

    @Test("scripts of the old generation get wrapped values, and may give one")
    func legacy() async throws {
        let normalise = """
            (function () {
                var imported = JavaImporter(org.forgerock.json.JsonValue);
                var profile = imported.JsonValue.json(imported.JsonValue.object());
                profile.put("username", "x-" + rawProfile.get("sub").asString());
                if (rawProfile.get("email").isNotNull()) profile.put("email", rawProfile.get("email").asString());
                return profile;
            }());
            """
        let attributes = """
            (function () {
                var imported = JavaImporter(org.forgerock.json.JsonValue);
                var user = imported.JsonValue.json(imported.JsonValue.object());
                user.put("userName", normalizedProfile.get("username").asString());
                nodeState.putShared("from", selectedIdp);
                return user;
            }());
            """
        let state = try await state(normalise: normalise, attributes: attributes, .legacy)
        #expect(state.attributes == ["userName": "x-grace-1"] && state.shared["from"] == "pretend")
    }

    @Test("no script says whose account it is, nor sets what only the server sets")
    func reserved() async throws {
        let state = try await state(
            normalise: "({ id: 'ada-1', sub: 'ada-1', username: 'x' })",
            attributes: "({ userName: 'x', aliasList: ['pretend-ada-1'], _id: '1', password: 'p', accountStatus: 'active', noSuch: 1 })")
        #expect(state.shared["aliasList"] == ["pretend-grace-1"] && state.user == nil)
        #expect(state.attributes == ["userName": "x"] && state.secrets.isEmpty)
    }

    @Test(
        "a script that fails, or gives no map, ends the node, and the log says why",
        arguments: ["throw new Error('oops')", "1", "undefined", "[1]", "while (true) {}", "({", "action.goTo('x'); ({})"])
    func failing(_ script: String) async throws {
        for isProviders in [true, false] {
            try await SocialHarness.with(milliseconds: 100) { social in
                var provider = IdentityProvider.pretend()
                if isProviders { provider.transform = "Normalise" }
                try await social.save(isProviders ? script : Self.normalise, as: "Normalise")
                try await social.save(isProviders ? Self.attributes : script, as: "Attributes")
                try await social.base.domain.session.providers.save(provider, in: social.base.realm.id)
                try await social.base.add(Self.journey)
                let error = await social.base.error { try await social.signIn("Social", as: "grace-1") }
                #expect(error == JourneyRunError(.failed))
                let events = try await social.base.events(AuditEvent.Kind.scriptFailed.rawValue)
                #expect(events == 1)
            }
        }
    }

    @Test("a script that isn't there ends the node")
    func missing() async throws {
        try await SocialHarness.with { social in
            try await social.base.domain.session.providers.save(.pretend(), in: social.base.realm.id)
            try await social.base.add(Self.journey)
            let error = await social.base.error { try await social.signIn("Social", as: "grace-1") }
            #expect(error == JourneyRunError(.internal))
        }
    }
}
