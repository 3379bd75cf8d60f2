@testable import Administration
import Directory
import Foundation
import Primitives
import Sessions
import SignIn
import Testing

@Suite("Settings that an empty value resets")
struct ResetTests {
    private func edited(_ assignments: [String], of settings: ApplicationSettings = ApplicationSettings()) throws -> ApplicationSettings {
        let client = Application(id: "app", realm: UUID(), settings: settings, secret: nil)
        return try client.editor().assigning(try assignments.map(Assignment.init(parsing:)))
    }

    @Test("of a client: numbers, flags and choices; a text may be empty, a list is emptied")
    func client() throws {
        var changed = ApplicationSettings()
        (changed.idTokenAlgorithm, changed.impliedConsent, changed.name, changed.scopes) = ("ES256", false, "App", ["a"])
        (changed.accessTokenLifetime, changed.refreshGrace, changed.requiredLevel) = (60, 30, 2)
        let reset = try edited(
            ["idTokenAlgorithm=", "impliedConsent=", "accessTokenLifetime=", "refreshGrace=", "requiredLevel=", "name=", "scopes="],
            of: changed)
        #expect(reset.idTokenAlgorithm == "RS256" && reset.impliedConsent && reset.name.isEmpty && reset.scopes.isEmpty)
        #expect(reset.accessTokenLifetime == nil && reset.refreshGrace == nil && reset.requiredLevel == nil)
    }

    @Test("what isn't empty is taken as it was, and what a setting can't be is refused")
    func others() throws {
        #expect(try edited(["idTokenAlgorithm=ES256", "refreshGrace=30"]).idTokenAlgorithm == "ES256")
        #expect(try edited(["refreshGrace=30"]).refreshGrace == 30)
        for wrong in ["refreshGrace=soon", "refreshGrace=-1", "impliedConsent=maybe", "nothing="] {
            #expect(throws: AdministrationError(.invalid, "")) { try edited([wrong]) }
        }
    }

    @Test("of a realm: likewise; a text that may be empty is emptied")
    func realm() throws {
        var settings = RealmSettings()
        (
            settings[EnvironmentSettings.self].environmentType, settings[SessionSettings.self].sessionLifetime,
            settings[SelfServiceSettings.self].registrationJourney
        ) = (.sandbox, 60, "Other")
        let editor = try SettingsEditor(realm: settings)
        let reset = try editor.assigning([
            Assignment("environmentType", ""), Assignment("sessionLifetime", ""), Assignment("registrationJourney", ""),
        ])
        let standard = RealmSettings()
        #expect(reset[EnvironmentSettings.self] == standard[EnvironmentSettings.self])
        #expect(reset[SessionSettings.self] == standard[SessionSettings.self])
        #expect(reset[SelfServiceSettings.self].registrationJourney.isEmpty)
    }
}
