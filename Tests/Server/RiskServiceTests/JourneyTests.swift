import Directory
import Foundation
import HTTPBase
import HTTPTypes
import JourneyMessages
import JourneyModel
import Primitives
import RealmHTTP
import Services
import Risk
import RiskScoring
import RiskSignals
import Signals
import Store
import Testing

@Suite("Journeys that evaluate the risk", .timeLimit(.minutes(5)))
struct JourneyTests {
    private static let mitigated = """
        name: Guarded
        start: signals
        nodes:
          signals: { collectSignals: { behavioralDataCollection: true, lazyMetadata: true, deviceAttributesToIgnore: [ LOCALE ], additionalSignalsInitializationOptions: { waitForWindowLoad: "true" } }, "true": credentials, "false": noSensor }
          noSensor: { message: { message: no sensor }, "true": failure, "false": failure }
          credentials: { page: { nodes: [ { username: {} }, { password: {} } ] }, next: check }
          check: { dataStoreDecision: {}, "true": risk, "false": failure }
          risk:
            riskEvaluation: { recommendedActions: [ BOT_MITIGATION ], scoreThreshold: "300", storeEvaluateResult: true, SETTINGS }
            low: done
            medium: said
            high: said
            exceed: said
            failure: said
            clientError: said
            BOT_MITIGATION: said
          said: { message: { message: not so fast }, "true": undone, "false": undone }
          done: { riskResult: { status: SUCCESS }, next: success }
          undone: { riskResult: { status: FAILED }, next: failure }
        """

    private static func server(
        _ settings: String = "", _ text: String = mitigated, sources: any RiskSources = PretendSources()
    ) async throws -> RiskServer {
        let definition = try JourneyDefinition(
            text: text.replacingOccurrences(of: ", SETTINGS", with: settings.isEmpty ? "" : ", " + settings))
        return try await RiskServer(sources: sources, journeys: [definition.json])
    }

    @Test("the sensor's callback has every setting; a usual sign-in is let through, and teaches")
    func usual() async throws {
        let server = try await Self.server()
        let login = Login(server)
        let step = try await login.begin("Guarded")
        guard case .protectInitialization(let asked) = step.callbacks[0].kind else { throw Failure() }
        #expect(asked.environmentID == server.realm.id.uuidString.lowercased() && asked.customHost == RiskServer.address)
        #expect(asked.isMetadataLazy && asked.attributesToIgnore == ["LOCALE"] && asked.collectsBehavior)
        #expect(step.callbacks[0].output.contains { $0.name == "waitForWindowLoad" && $0.value == "true" })
        let app = try await App.ofUser(server)
        try await login.answer([])
        try await login.signIn()
        let data = try await app.data
        try await login.answer([.signals(data)])
        #expect(login.isDone)
        let recorded = try #require(try await server.risk.latest(limit: 1, in: server.realm).first)
        #expect(recorded.completion == .success && recorded.signals == "TAKEN" && recorded.user == server.ada.id)
        #expect(try await server.count("risk_devices") == 1)
    }

    @Test("each setting of the sensor's node is told to the client")
    func sensor() async throws {
        let text = """
            name: Guarded
            start: signals
            nodes:
              signals: { collectSignals: { consoleLogEnabled: true, customHost: "https://other.example", deviceKeyRsyncIntervals: 7, enableTrust: true, disableTags: true, disableHub: true, agentIdentification: true, behavioralDataCollection: false }, "true": failure, "false": failure }
            """
        let login = Login(try await Self.server("", text))
        let step = try await login.begin("Guarded")
        guard case .protectInitialization(let asked) = step.callbacks[0].kind else { throw Failure() }
        #expect(asked.isConsoleLogEnabled && asked.customHost == "https://other.example" && asked.deviceKeySyncInterval == 7)
        #expect(asked.isTrustEnabled && asked.areTagsDisabled && asked.isHubDisabled && asked.agent?.isEnabled == true)
        #expect(!asked.collectsBehavior && !asked.isMetadataLazy)
    }

    private static let event = """
        flowType: AUTHORIZATION, authorizationFlowSubtype: CONSENT, authenticationFlowSubtype: UNUSED, deviceSharingType: PRIVATE, \
        userType: PING_ONE, pauseBehavioralData: true, riskPolicySetID: Strict, targetedPoliciesEvaluation: TARGETED, \
        dynamicRiskPolicySetID: DYNAMIC, dynamicTargetResourceID: wanted, dynamicTargetResourceName: wantedName, userIDKey: known, \
        usernameKey: knownName, scoreThreshold: "0"
        """

    @Test(
        "each setting of the evaluation's node goes into the event, or decides which policy set is used",
        arguments: ["none", "other", "targeted"])
    func settings(_ way: String) async throws {
        let settings = Self.event.replacingOccurrences(of: "TARGETED", with: way == "targeted" ? "true" : "false")
            .replacingOccurrences(of: "DYNAMIC", with: way == "other" ? "setName" : "nothing")
        let text = Self.mitigated.replacingOccurrences(
            of: "\"true\": risk, \"false\": failure }",
            with: """
                "true": put, "false": failure }
                  put: { setState: { attributes: { wanted: shop, wantedName: My Shop, known: ADA-ID, knownName: Lady, setName: Lenient } }, next: risk }
                """)
        let server = try await Self.server(settings, text.replacingOccurrences(of: "scoreThreshold: \"300\", ", with: ""))
        for (name, level) in [("Strict", "HIGH"), ("Lenient", "MEDIUM")] {
            _ = try await server.risk.declarations.create(
                ["name": .string(name), "defaultResult": ["level": .string(level)]], .policySet, in: server.realm)
        }
        let login = Login(server)
        _ = try await login.begin("Guarded")
        let app = try await App.ofUser(server)
        try await login.answer([])
        try await login.signIn()
        guard case .protectEvaluation(let asked) = login.step?.callbacks.first?.kind else { throw Failure() }
        #expect(asked.pausesBehavior)
        let data = try await app.data
        try await login.answer([.signals(data)])
        let recorded = try #require(try await server.risk.latest(limit: 1, in: server.realm).first, "\(login.answer)")
        #expect(recorded.level.rawValue == ["none": "HIGH", "other": "MEDIUM", "targeted": "LOW"][way])
        let event = JSONValue.object(recorded.event)
        #expect(event["flow"]?["type"] == "AUTHORIZATION" && event["flow"]?["subtype"] == "CONSENT" && event["sharingType"] == "PRIVATE")
        #expect(event["user"]?["id"] == "ADA-ID" && event["user"]?["name"] == "Lady" && event["user"]?["type"] == "PING_ONE")
        #expect(event["targetResource"]?["id"] == "shop" && event["targetResource"]?["name"] == "My Shop")
        #expect(login.says("not so fast") == (way != "targeted"))
    }

    @Test("a program is asked for the mitigation; a client's error, a failure and a threshold have their outcomes, and teach nothing")
    func outcomes() async throws {
        for (settings, edit) in Self.ways {
            let server = try await Self.server(settings)
            let login = Login(server)
            _ = try await login.begin("Guarded")
            let app = try await App.ofUser(server)
            try await login.answer([])
            try await login.signIn()
            try await login.answer([try await edit(app)])
            #expect(login.says("not so fast"), "\(settings)")
            try await login.answer([.failed("0")])
            #expect(try await server.count("risk_successes") == 0)
        }
    }

    private typealias Way = @Sendable (App) async throws -> ProtectOutcome
    private static let ways: [(String, Way)] = [
        ("", { _ in .failed("no sensor here") }),
        ("riskPolicySetID: nowhere", { .signals(try await $0.data) }),
        (
            "",
            { app in
                app.type(interval: 1, deviation: 0)
                app.signals.record(.answer(.init(duration: 40)))
                app.signals.record(.answer(.init(duration: 30)))
                return .signals(try await app.data)
            }
        ),
    ]

    @Test("no sensor: the outcome false")
    func noSensor() async throws {
        let server = try await Self.server()
        let login = Login(server)
        _ = try await login.begin("Guarded")
        try await login.answer([.failed("unsupported")])
        #expect(login.says("no sensor"))
    }

    @Test("a risk of which nothing can be told takes the failure outcome, never low")
    func unfounded() async throws {
        let server = try await Self.server("riskPolicySetID: Places", sources: NoRiskSources())
        let places = try await server.risk.declarations.all(.predictor, in: server.realm).first { $0.text("compactName") == "geoVelocity" }
        _ = try await server.risk.declarations.create(
            ["name": "Places", "evaluatedPredictors": [["id": .string(try #require(places).id.uuidString.lowercased())]]], .policySet,
            in: server.realm)
        let login = Login(server)
        _ = try await login.begin("Guarded")
        let app = try await App.ofUser(server)
        try await login.answer([])
        try await login.signIn()
        let data = try await app.data
        try await login.answer([.signals(data)])
        #expect(login.says("not so fast"))
    }

    @Test("the older line's nodes ask by metadata, and take hidden values")
    func marketplace() async throws {
        let text = """
            name: Guarded
            start: signals
            nodes:
              signals: { collectSignalsByMetadata: { consoleLogEnabled: true, deviceAttributesToIgnore: [ LOCALE ], customHost: "https://other.example", lazyMetadata: true, behavioralDataCollection: false }, NEXT: credentials, ERROR: failure }
              credentials: { page: { nodes: [ { username: {} }, { password: {} } ] }, next: check }
              check: { dataStoreDecision: {}, "true": risk, "false": failure }
              risk: { riskEvaluationByMetadata: { riskPolicySetID: Usual, flowType: ACCESS, deviceSharingType: PRIVATE, userType: PING_ONE, scoreThreshold: "900", recommendedActions: [ BOT_MITIGATION ], pauseBehavioralData: true }, low: done, medium: failure, high: failure, exceed: failure, error: failure, BOT_MITIGATION: failure }
              done: { riskResultByMetadata: { completionStatus: SUCCESS }, NEXT: success, ERROR: failure }
            """
        let server = try await Self.server("", text)
        _ = try await server.risk.declarations.create(["name": "Usual"], .policySet, in: server.realm)
        let login = Login(server)
        let step = try await login.begin("Guarded")
        guard case .protectInitialization(let asked) = step.callbacks[0].kind else { throw Failure() }
        #expect(asked.isConsoleLogEnabled && asked.attributesToIgnore == ["LOCALE"] && asked.customHost == "https://other.example")
        #expect(asked.isMetadataLazy && !asked.collectsBehavior)
        #expect(step.callbacks[0].type == .metadata && step.callbacks[0].output.first?.value?["_action"] == "protect_initialize")
        let app = try await App.ofUser(server)
        try await login.send { _ in }
        try await login.signIn()
        let data1 = login.step?.callbacks[0].output.first?.value
        #expect(data1?["_action"] == "protect_risk_evaluation" && data1?["pauseBehavioralData"] == true)
        let data = try await app.data
        try await login.send { $0.callbacks[1].input[0].value = .string(data) }
        #expect(login.isDone)
        let recorded = try #require(try await server.risk.latest(limit: 1, in: server.realm).first)
        let event = JSONValue.object(recorded.event)
        #expect(event["flow"]?["type"] == "ACCESS" && event["sharingType"] == "PRIVATE" && event["user"]?["type"] == "PING_ONE")
        #expect(recorded.completion == .success)
    }

    @Test("the own node goes on without signals, and says what is missing")
    func own() async throws {
        let text = """
            name: Guarded
            start: credentials
            nodes:
              credentials: { page: { nodes: [ { username: {} }, { password: {} } ] }, next: check }
              check: { dataStoreDecision: {}, "true": risk, "false": failure }
              risk: { risk: { signals: false, policySet: Usual, keepsResult: true }, low: success, medium: failure, high: failure, bot: failure, failure: failure }
            """
        let server = try await Self.server("", text)
        _ = try await server.risk.declarations.create(["name": "Usual"], .policySet, in: server.realm)
        let login = Login(server)
        _ = try await login.begin("Guarded")
        try await login.signIn()
        #expect(login.isDone)
        let recorded = try #require(try await server.risk.latest(limit: 1, in: server.realm).first)
        #expect(recorded.signals == "NONE" && recorded.result["details"]?["botDetection"]?["status"] == "MISSING_INPUT")
    }

    @Test("whoever only claims a name can't make their device a usual one")
    func claimed() async throws {
        let text = """
            name: Guarded
            start: name
            nodes:
              name: { username: {}, next: risk }
              risk: { risk: { signals: false }, low: done, medium: done, high: done, bot: done, failure: done }
              done: { riskResult: { status: SUCCESS }, next: failure }
            """
        let server = try await Self.server("", text)
        let login = Login(server)
        _ = try await login.begin("Guarded")
        try await login.send { $0.callbacks[0].input[0].value = "ada" }
        #expect(try await server.risk.latest(limit: 1, in: server.realm).first?.completion == .inProgress)
        #expect(try await server.count("risk_successes") == 0)
    }

    private struct Failure: Error {}
}

/// A client that goes through a journey over HTTP.
final class Login: @unchecked Sendable {  // one test uses it, in turn
    let server: RiskServer
    private(set) var step: Step?
    private(set) var answer: JSONValue = .null

    init(_ server: RiskServer) { self.server = server }

    var isDone: Bool { answer["tokenId"] != nil }

    func says(_ text: String) -> Bool { answer.text.contains(text) }

    func begin(_ journey: String) async throws -> Step {
        try await post("?authIndexType=service&authIndexValue=\(journey)", [])
        return try #require(step)
    }

    func signIn() async throws {
        try await send { step in
            step.callbacks[0].input[0].value = "ada"
            step.callbacks[1].input[0].value = "correct horse battery staple"
        }
    }

    /// Answers the step's one callback about risk, or a message by its choice.
    func answer(_ outcomes: [ProtectOutcome]) async throws {
        try await send { step in
            for outcome in outcomes {
                switch outcome {
                case .signals(let text): step.callbacks[0].input.indices.first.map { step.callbacks[0].input[$0].value = .string(text) }
                case .failed(let text):
                    if let last = step.callbacks[0].input.indices.last { step.callbacks[0].input[last].value = .string(text) }
                }
            }
        }
    }

    func send(_ edit: (inout Step) -> Void) async throws {
        var step = try #require(step, "\(answer)")
        edit(&step)
        try await post("", step.json.encoded)
    }

    private func post(_ query: String, _ body: [UInt8]) async throws {
        let answer = try await server.send(
            .post, "/am/json/realms/root/realms/alpha/authenticate\(query)",
            headers: [
                .contentType: "application/json", .known("Accept-API-Version"): "resource=2.1, protocol=1.0",
                .known("X-Forwarded-For"): "192.0.2.1",
            ], body: body)
        self.answer = answer.json
        step = try? Step(json: answer.json)
    }
}
