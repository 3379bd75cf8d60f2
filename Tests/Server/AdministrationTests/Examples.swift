import AMFormat
import Administration
import AttestationTesting
import DeviceRegistry
import Directory
import Foundation
import Foundations
import JOSE
import JourneyEngine
import JourneyMessages
import Primitives
import Services
import VerificationMessages

/// One call of every action, which succeeds on a ``Stage``.
enum Examples {
    static let policies: JSONValue = [
        "name": "banking",
        "policies": [
            "transfers": ["resources": ["https://api.example.com/transfer*"], "actions": ["GET": true], "subject": "authenticated"]
        ],
    ]
    static let provider: JSONObject = [
        "name": "google", "kind": "google", "clientId": "123.apps.googleusercontent.com",
        "redirectURI": "https://login.example.com/realms/alpha/login/return",
    ]
    static let template: JSONObject = [
        "enabled": true, "defaultLocale": "en", "mimeType": "text/html", "from": "", "subject": ["en": "Hello"],
        "message": ["en": "<p>Hello {{object.givenName}}</p>"],
    ]
    static let apns: JSONObject = [
        "type": "APNS", "key": "ABC123DEFG", "teamId": "DEF123GHIJ",
        "token": .string(
            """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtIOZi54Qz3wD8LIB
            n7DgFHPBgu+QihJCTFU+zpzR5wGhRANCAAQ5VlU3hKFQJpC3L66mpAY59KfdaTKH
            SRA41fOWAD0FaDr0K6KC64TegYyCtZHjr9reKrVIRlrgn4SKdfUZ3r+3
            -----END PRIVATE KEY-----

            """),
    ]
    private static let journey = """
        { "name": "Quick", "start": "say", "nodes": { "say": { "message": { "message": "Hello" }, "true": "success", "false": "failure" } } }
        """

    static func all(on stage: Stage) throws -> [any AdministrativeAction] {
        try realms(stage) + users() + clients(stage) + orchestration(stage) + signIn() + objects() + messages() + devices(stage)
            + risk(stage) + verification(stage) + [
                ListKeys(realm: Stage.alpha), RotateKey(realm: Stage.alpha, purpose: "ES256"),
                WithdrawKey(realm: Stage.alpha, id: stage.signingKey),
                ListSessions(realm: Stage.alpha, username: "ada"), EndSessions(realm: Stage.alpha, .user("ada")),
                ListAuditEvents(limit: 50),
                ListConsents(realm: Stage.alpha, username: "ada"), WithdrawConsent(realm: Stage.alpha, username: "ada", client: "app"),
                VerifyAudit(), ExportAudit { _ in }, PruneAudit(olderThan: 1),
            ]
    }

    private static func realms(_ stage: Stage) throws -> [any AdministrativeAction] {
        let (alpha, staff) = (Stage.alpha, AdministeredRealm("alpha/staff") ?? .root)
        let authority = try PretendAuthority(at: stage.domain.platform.time.now)
        let file = TrustFile(name: "keys.pem", bytes: Array(try authority.rootPEM.utf8))
        return [
            ListRealms(), ShowRealm(realm: alpha), CreateRealm(path: AdministeredRealm("beta") ?? .root),
            SetRealm(realm: alpha, assignments: [Assignment("sessionLifetime", "60")]), CountRealmContents(realm: alpha),
            RemoveRealm(path: staff), ShowProfileSchema(realm: alpha), ResetProfileSchema(realm: alpha),
            SetProfileSchema(realm: alpha, text: Array(try standardSchema().utf8)), ListRealmSecrets(realm: alpha),
            SetRealmSecret(realm: alpha, label: "other", secret: Secret("s3cret")), RemoveRealmSecret(realm: alpha, label: "captcha"),
            ListTrustStores(realm: alpha), LoadTrustStore(realm: alpha, alias: "new", files: [file], roots: .alliance { [] }),
            ShowTrustStore(realm: alpha, alias: "keys"), RemoveTrustStore(realm: alpha, alias: "keys"),
        ]
    }

    private static func standardSchema() throws -> String {
        String(decoding: try JSONEncoder().encode(ProfileSchema.standard), as: UTF8.self)
    }

    private static func users() -> [any AdministrativeAction] {
        let alpha = Stage.alpha
        var newcomers = ImportUsers(
            realm: alpha, source: String(repeating: "0", count: 64),
            users: [["number": 1, "record": ["username": "grace", "email": "grace@example.com"]]])
        newcomers.end = 1
        return [
            ListUsers(realm: alpha), FindUsers(realm: alpha, filter: "sn pr"), CountUsers(realm: alpha, filter: "true"),
            ShowUser(realm: alpha, username: "ada"), GetUserAttributes(realm: alpha, username: "ada"),
            CreateUser(
                realm: alpha, username: "bob", attributes: [Assignment("sn", "Babbage")], password: Secret("a long password of his")),
            SetUserAttributes(realm: alpha, username: "ada", assignments: [Assignment("city", "London")]),
            SetUserPassword(realm: alpha, username: "ada", password: Secret("another password of hers")),
            SetAdministrator(realm: alpha, username: "ada", isAdministrator: true), LockUser(realm: alpha, username: "ada", minutes: 5),
            UnlockUser(realm: alpha, username: "ada"), ActivateUser(realm: alpha, username: "ada"),
            DeactivateUser(realm: alpha, username: "ada"), ProveUserMail(realm: alpha, username: "ada"),
            DeleteUser(realm: alpha, username: "ada"), newcomers, ShowUserImport(realm: alpha, source: newcomers.source),
            ExportUsers(realm: alpha, hasHashes: true),
        ]
    }

    private static func clients(_ stage: Stage) -> [any AdministrativeAction] {
        let alpha = Stage.alpha
        var worker = CreateClient(realm: alpha, id: "new")
        (worker.isConfidential, worker.roles) = (true, ["Identity Data Admin"])
        let address: JSONValue = ["kind": "BUILT_IN"]
        return [
            ListClients(realm: alpha), ShowClient(realm: alpha, id: "app"), worker,
            SetClient(realm: alpha, id: "backend", assignments: [Assignment("accessTokenLifetime", "60")]),
            RotateClientSecret(realm: alpha, id: "backend"), DeleteClient(realm: alpha, id: "backend"),
            ListPushCredentials(realm: alpha, client: "app"), AddPushCredentials(realm: alpha, client: "app", object: apns),
            DeletePushCredentials(realm: alpha, client: "app", id: stage.credential),
            TestPush(realm: alpha, client: "app", address: address), EnablePingID(realm: alpha, id: "app"),
            ListOrganisationKeys(realm: alpha), CreateOrganisationKey(realm: alpha),
            RemoveOrganisationKey(realm: alpha, token: stage.organisationKey),
        ]
    }

    private static func orchestration(_ stage: Stage) -> [any AdministrativeAction] {
        let alpha = Stage.alpha
        return [
            EnableOrchestration(realm: alpha, id: "app"), ListOrchestrationKeys(realm: alpha),
            CreateOrchestrationKey(realm: alpha, id: "app"),
            RemoveOrchestrationKey(realm: alpha, id: stage.customerKey), ShowLicences(realm: alpha, id: "app"),
            AddLicences(realm: alpha, id: "app", count: 2), RegisterForOrchestration(realm: alpha, id: "app", username: "ada"),
            ShowAuthenticators(realm: alpha, id: "app", username: "ada"), UnlockAuthenticator(realm: alpha, id: "app", name: "GTH0000001"),
            RemoveAuthenticator(realm: alpha, id: "app", name: "GTH0000001"),
        ]
    }

    private static func risk(_ stage: Stage) -> [any AdministrativeAction] {
        let alpha = Stage.alpha
        return [
            ListRiskEvaluations(realm: alpha, username: "ada"), ExplainRiskEvaluation(realm: alpha, id: stage.riskEvaluation),
            ListRiskPolicies(realm: alpha),
            TryRiskPolicy(realm: alpha, policySet: ["name": "Strict", "defaultResult": ["level": "HIGH"]]),
            ListSignalApps(realm: alpha), CreateSignalApp(realm: alpha, id: "app"), RemoveSignalApp(realm: alpha, id: stage.signalApp),
        ]
    }

    static let verifyPolicy: JSONObject = ["name": "Strict", "governmentId": ["retry": ["attempts": 1]]]
    static let webhookProvider: JSONObject = [
        "id": "acme", "address": "https://verify.example.com/orders",
        "key": [
            "kty": "EC", "crv": "P-256", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
            "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
        ],
    ]

    private static func verification(_ stage: Stage) -> [any AdministrativeAction] {
        kind(VerifyPolicyObject.self, "Strict") + kind(WebhookProviderObject.self, "acme") + [
            SaveVerifyPolicy(realm: Stage.alpha, object: verifyPolicy.with("description", "For accounts.")),
            SaveWebhookProvider(realm: Stage.alpha, object: webhookProvider.with("address", "https://verify.example.com/new")),
            CreateVerification(realm: Stage.alpha, username: "ada", policy: "Strict"), ListVerifications(realm: Stage.alpha),
            ShowVerification(realm: Stage.alpha, username: "ada", id: stage.verification),
            DecideVerification(
                realm: Stage.alpha, username: "ada", id: stage.verification, status: .approvedManually, reason: "seen in person"),
            DeleteVerification(realm: Stage.alpha, username: "ada", id: stage.verification),
        ]
    }

    private static func signIn() -> [any AdministrativeAction] {
        let alpha = Stage.alpha
        return [
            CheckJourney(realm: alpha, name: "Login"), ReadJourney(realm: alpha, name: "Login"),
            ImportJourneys(realm: alpha, files: [.init(path: "quick.json", bytes: Array(journey.utf8))]),
            ExportJourneys(realm: alpha, names: nil),
            RunJourney(realm: alpha, name: "Login") { step, _ in
                for index in step.callbacks.indices where !step.callbacks[index].input.isEmpty {
                    let isName = step.callbacks[index].type == .name
                    step.callbacks[index].input[0].value = isName ? "ada" : "not her password"
                }
            },
            SaveScript(realm: alpha, name: "Other", text: "outcome = 'true'"),
            RunScript(realm: alpha, source: .stored("Check"), bindings: [:]), SavePolicySet(realm: alpha, json: changed(policies)),
            EvaluatePolicies(realm: alpha, name: "banking", resources: ["https://api.example.com/transfer"]),
            SaveProvider(realm: alpha, object: provider.with("clientId", "456.apps.googleusercontent.com")),
        ]
    }

    private static func changed(_ policies: JSONValue) -> JSONValue {
        .object((policies.object ?? [:]).with("description", "Money."))
    }

    private static func objects() -> [any AdministrativeAction] {
        kind(JourneyObject.self, "Spare") + kind(ScriptObject.self, "Check") + kind(PolicySetObject.self, "banking")
            + kind(ProviderObject.self, "google") + kind(TemplateObject.self, "resetPassword")
    }

    private static func kind<Object: RealmObject>(_: Object.Type, _ name: String) -> [any AdministrativeAction] {
        let alpha = Stage.alpha
        return [
            ListObjects<Object>(realm: alpha), ShowObject<Object>(realm: alpha, name: name),
            DeleteObject<Object>(realm: alpha, name: name),
        ]
    }

    private static func messages() -> [any AdministrativeAction] {
        let alpha = Stage.alpha
        let gateway = (try? JSONValue(parsing: Stage.sms).object) ?? [:]
        return [
            SaveTemplate(realm: alpha, name: "new", object: template), RenderTemplate(realm: alpha, name: "resetPassword"),
            ShowMailServer(realm: alpha), FindOwnMailServer(realm: alpha),
            SetMailServer(realm: alpha, assignments: [Assignment("host", "mail.example.com")]), UnsetMailServer(realm: alpha),
            TestMail(realm: alpha, recipient: "ada@example.com"), ShowGateway(realm: alpha),
            SetGateway(realm: alpha, object: gateway, secret: Secret("new")), UnsetGateway(realm: alpha),
            TestGateway(realm: alpha, recipient: "+41791234567"),
        ]
    }

    private static func devices(_ stage: Stage) throws -> [any AdministrativeAction] {
        let (alpha, device) = (Stage.alpha, stage.device)
        let key = try JWK(parsing: Array(phoneKey.utf8))
        return [
            ListDevices(realm: alpha, username: "ada"), BlockDevice(realm: alpha, username: "ada", device: device),
            UnblockDevice(realm: alpha, username: "ada", device: device), UnlockDevice(realm: alpha, username: "ada", device: device),
            RemoveDevice(realm: alpha, username: "ada", device: device), CreatePairingKey(realm: alpha, username: "ada"),
            ImportDeviceKey(realm: alpha, username: "ada", device: "8c1f0e7a", key: key, application: "app"),
            ReadDeviceLogs(realm: alpha, supportID: "5f1c4a52"),
        ]
    }

    private static let phoneKey = """
        {"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}
        """
}

extension JSONObject {
    fileprivate func with(_ name: String, _ value: JSONValue) -> JSONObject {
        var object = self
        object[name] = value
        return object
    }
}
