internal import Administration
internal import Dialects
internal import HTTPBase
import OAuth
internal import Primitives
internal import JourneyModel
import Messaging
package import Foundations
import Directory
import Risk
import SignIn
import DevicePolicies
import OrchestrationService
import VerificationMessages
import VerificationPolicies
import Verifications
import Wallets
import Services
import HostedDialect

/// The additions of `--demo`: a user and clients whose secrets are public.
package struct Demo {
    package static let realmName = "alpha"
    package static let realm = RealmPath(components: [realmName]) ?? .root
    package static let username = "demo"
    package static let password = "Ch4ng3it!"
    package static let publicClient = "sdkPublicClient"
    package static let confidentialClient = "sdkConfidentialClient"
    package static let phoneClient = BuiltInJourneys.phoneApplication
    package static let verifier = "identityVerifier"
    package static let verifyPolicy = "Demonstration"
    package static let clientSecret = "ch4ng3-th1s-s3cr3t"

    /// The class that a client asks for to have its users sign in by phone, or by a code that the phone reads (`acr_values`).
    package static let phoneClass = WelcomeClient.phoneClass
    package static let codeClass = WelcomeClient.codeClass

    let domain: Services

    func make() async throws {
        var realm = try await domain.directory.realms.realm(at: Self.realm)
        // The tutorials' passwords are short; a realm of one's own keeps to the standard.
        realm.settings[PasswordSettings.self].passwordMinimumLength = 8
        realm.settings[AccountSettings.self].terms = RealmTerms(
            version: "1.0", created: "2026-01-01T00:00:00Z",
            texts: ["en": "This is a demonstration. Leave no real data here."])
        realm.settings[AuthorizationSettings.self].journeysByContextClass = [
            Self.phoneClass: "PhoneLogin", Self.codeClass: "CodeLogin", WelcomeClient.appClass: "AuthenticatorLogin",
            WelcomeClient.passkeyClass: "PasskeyLogin",
        ]
        realm.settings[RiskSettings.self].signalsOnPages = true
        realm.settings[WalletSettings.self].wallets = true
        realm.settings[VerificationSettings.self].verification = true
        // Settings name only journeys that are there.
        for journey in try BuiltInJourneys.demonstration() {
            try await domain.signIn.journeys.save(journey.json, named: journey.name, in: realm.id)
        }
        try await domain.directory.realms.update(realm)
        // The secret that hCaptcha publishes for tests, beside the site key of the journey RiskLogin.
        try await domain.directory.secrets.set(Secret("0x0000000000000000000000000000000000000000"), as: "captcha", in: realm)
        for template in try EmailTemplate.standard() { try await domain.messaging.templates.save(template, in: realm.id) }
        try await user(in: realm)
        try await domain.make(Self.publicApplication(in: realm))
        try await domain.make(Self.confidentialApplication(in: realm))
        try await domain.make(Self.phoneApplication(in: realm))
        try await orchestration(in: realm)
        try await verification(in: realm)
        try await DemoSignOn(domain: domain).make(in: realm)
    }

    private func user(in realm: Realm) async throws {
        guard try await domain.directory.users.user(named: Self.username, in: realm.id) == nil else { return }
        // With preferences, as the journey Login asks for them at the third login of who has none.
        let attributes: JSONObject = [
            "givenName": "Demo", "sn": "User", "cn": "Demo User", "mail": "demo.user@example.com",
            "preferences": ["updates": true, "marketing": true],
        ]
        let user = try await domain.directory.accounts.create(
            NewAccount(Self.username, attributes, password: Secret(Self.password)), in: realm)
        try await domain.directory.users.setMFAEnabled(true, of: user.id, in: realm.id)
    }

    /// The seconds in which two tabs of an app may refresh with the same token.
    private static let refreshGrace = 30

    /// The client of the SDKs' tutorials, for apps and browsers.
    private static func publicApplication(in realm: Realm) -> Application {
        var settings = ApplicationSettings()
        settings.name = "Demonstration app"
        settings.redirectURIs =
            [
                "https://localhost:8443/callback", "https://localhost:8443/callback.html", "https://sdkapp.example.com:8443/callback",
                "https://com.example.reactnative.todo/callback", "https://com.example.flutter.todo/callback",
                "org.forgerock.demo://oauth2redirect",
            ] + OwnClients.loopbackRedirects
        settings.postLogoutRedirectURIs = ["https://localhost:8443/callback", "org.forgerock.demo://oauth2redirect"]
        settings.scopes = ["openid", "profile", "email", "address"]
        settings.defaultScopes = ["openid"]
        settings.refreshGrace = refreshGrace
        return Application(id: publicClient, realm: realm.id, settings: settings, secret: nil)
    }

    /// The app on the program `phone`.
    private static func phoneApplication(in realm: Realm) -> Application {
        var settings = ApplicationSettings()
        (settings.name, settings.kind) = ("Demonstration phone", .native)
        settings.redirectURIs = OwnClients.loopbackRedirects
        settings.scopes = ["openid", "profile"]
        settings.defaultScopes = ["openid"]
        settings.refreshGrace = refreshGrace
        var mobile = MobileSettings()
        mobile.bundleID = "org.example.authenticator"
        settings.mobile = mobile
        return Application(id: Self.phoneClient, realm: realm.id, settings: settings, secret: nil)
    }

    /// The number of users who may activate the demonstration's app with the Orchestration SDK.
    private static let licences = 100

    /// Lets the app on the program `phone` have the Orchestration SDK. The key of its server is for an administrator to make.
    private func orchestration(in realm: Realm) async throws {
        try await domain.orchestrations.applications.set(OrchestrationRules(), of: Self.phoneClient, in: realm)
        guard try await domain.orchestrations.licences.count(of: Self.phoneClient, in: realm).all == 0 else { return }
        try await domain.orchestrations.licences.add(Self.licences, to: Self.phoneClient, in: realm)
    }

    /// A policy that compares documents with the profile and takes a second try, and a worker that may begin verifications.
    private func verification(in realm: Realm) async throws {
        try await domain.make(Self.verifier(in: realm))
        let policies = domain.verifications.rules.policies
        guard try await policies.all(in: realm).allSatisfy({ $0.name != Self.verifyPolicy }) else { return }
        var policy = VerifyPolicy()
        (policy.name, policy.details) = (Self.verifyPolicy, "A document of the user's own, which may be shown twice.")
        policy.governmentID.retries.attempts = 1
        policy.recordMatching.familyName = RecordMatchingRule.Rule()
        policy.recordMatching.givenName = RecordMatchingRule.Rule()
        _ = try await policies.create(policy, in: realm)
    }

    /// The backend that begins verifications by the platform's API.
    private static func verifier(in realm: Realm) -> Application {
        var settings = ApplicationSettings()
        (settings.name, settings.kind) = ("Demonstration verifier", .worker)
        (settings.roles, settings.grantTypes, settings.authentication) = ([.identityDataAdmin], [.clientCredentials], .secretBasic)
        return Application(id: verifier, realm: realm.id, settings: settings, secret: Secret(clientSecret))
    }

    /// The client of the SDKs' tutorials for a backend, which looks at other clients' tokens.
    private static func confidentialApplication(in realm: Realm) -> Application {
        var settings = ApplicationSettings()
        settings.name = "Demonstration backend"
        settings.scopes = ["am-introspect-all-tokens"]
        settings.defaultScopes = ["am-introspect-all-tokens"]
        settings.grantTypes = [.clientCredentials]
        settings.authentication = .secretBasic
        return Application(id: confidentialClient, realm: realm.id, settings: settings, secret: Secret(clientSecret))
    }
}
