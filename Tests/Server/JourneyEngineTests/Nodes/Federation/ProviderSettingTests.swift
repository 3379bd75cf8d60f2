import FederationTesting
import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine
import Services
import Sessions
import Directory

@Suite("Nodes about identity providers: settings")
struct ProviderSettingTests {
    @Test(
        "which providers are offered",
        arguments: [
            ("{}", ["pretend", "second", "localAuthentication"]), ("{ includeLocalAuthentication: false }", ["pretend", "second"]),
            ("{ filteredProviders: [ second ] }", ["second", "localAuthentication"]),
            ("{ offerOnlyExisting: true }", ["pretend", "localAuthentication"]),
        ])
    func offered(_ settings: String, _ names: [String]) async throws {
        let trial = try await NodeTrial()
        try await trial.setProfile(["aliasList": ["pretend-ada-1"]])
        for name in ["pretend", "second"] {
            try await trial.harness.domain.session.providers.save(.pretend(named: name), in: trial.harness.realm.id)
        }
        let outcomes = settings.contains("false") ? ["socialAuthentication"] : ["socialAuthentication", "localAuthentication"]
        try await trial.harness.add(JourneyHarness.file("Offer", "selectProvider: \(settings)", outcomes, proof: true))
        let step = try await trial.harness.login("Offer").step
        let providers = step.callbacks[0].output("providers")?.array ?? []
        #expect(providers.map { $0["provider"]?.string } == names)
    }

    @Test("what becomes of a provider's account", arguments: ["socialProvider", "olderSocialProvider"])
    func gathered(_ kind: String) async throws {
        for isSet in [true, false] {
            try await SocialHarness.with { social in
                try await social.base.domain.session.providers.save(.pretend(), in: social.base.realm.id)
                try await social.save("({ userName: 'ada', mail: 'ada@example.com' })", as: "Attributes")
                let settings: JSONObject = ["script": "Attributes", "usernameAttribute": "mail", "storeTokens": true]
                let choose = NodeTrial.Node("setState", ["attributes": ["selectedIdp": "pretend"]])
                let journey = try NodeTrial.journey([choose, .init(kind, isSet ? settings : [:])], isProven: false)
                try await social.base.engine.save(journey, in: social.base.realm)
                let state = try social.base.state(of: try await social.signIn(NodeTrial.name, as: "grace-1").step)
                #expect((state.username == "ada@example.com") == isSet)
                #expect((state.attributes["userName"] == "ada") == isSet)
                #expect((state.secrets["socialOAuthData"] != nil) == isSet)
            }
        }
    }
}
