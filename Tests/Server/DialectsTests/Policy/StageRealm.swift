import DialectTesting
import FederationTesting
import Foundations
import JourneyEngine
import MailTesting
import Primitives
import Messaging
import Directory
import SignIn
import Services
import Sessions
import Verifications

@testable import JourneyModel

/// The realm of the matrix: it has all that any stage needs.
enum StageRealm {
    static let inner = "Inner"
    static let script = "Ask"
    static let configuration = "Configure"
    static let secret = "captcha"
    static let makesRecoveryCodes = "scriptedDecision: { script: Codes, outcomes: [ outcome ] }"
    static let application = "phone-app"
    static let choosesProvider = "setState: { attributes: { selectedIdp: pretend } }"

    private static let innerJourney = "name: Inner\nstart: ask\nnodes:\n  ask: { username: {}, next: success }\n"

    private static let scriptText = """
        if (callbacks.isEmpty()) {
            callbacksBuilder.nameCallback("Word");
        } else {
            action.goTo(callbacks.getNameCallbacks().get(0) === "swordfish" ? "in" : "out");
        }
        """

    static func settle(_ domain: Services) async throws {
        var realm = try await domain.directory.realms.realm(at: TestDomain.alpha)
        realm.settings[AccountSettings.self].terms = RealmTerms(version: "1", created: "2026-01-01T00:00:00Z", texts: ["en": "Be kind."])
        realm.settings[AccountSettings.self].consentMappings = [ConsentMapping("crm", displayName: "CRM")]
        realm.settings[VerificationSettings.self].verification = true
        try await domain.directory.realms.update(realm)
        for user in [StageUser.demo, .eve] { try await user.settle(in: realm, of: domain) }
        for template in try EmailTemplate.standard() { try await domain.messaging.templates.save(template, in: realm.id) }
        try await domain.directory.secrets.set(Secret("s3cr3t"), as: secret, in: realm)
        try await domain.messaging.smsGateways.set(RecordingGateway.settings, of: realm)
        try await domain.session.providers.save(.pretend(), in: realm.id)
        let codes = "nodeState.putTransient('recoveryCodes', ['ABCDEFGHJK']); action.goTo('outcome');"
        for (name, text) in [(script, scriptText), (configuration, "config = { message: { en: \"Go on?\" } };"), ("Codes", codes)] {
            try await domain.signIn.scripts.save(Script(id: domain.platform.random.uuid(), name: name, text: text), in: realm.id)
        }
        var settings = ApplicationSettings()
        (settings.kind, settings.mobile) = (.native, MobileSettings())
        settings.mobile?.bundleID = "org.example.app"
        try await domain.directory.applications.create(Application(id: application, realm: realm.id, settings: settings, secret: nil))
        let journey = try JourneyDefinition(text: innerJourney)
        try await domain.signIn.journeys.save(journey.json, named: journey.name, in: realm.id)
    }
}
