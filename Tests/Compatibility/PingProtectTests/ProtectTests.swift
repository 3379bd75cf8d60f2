import ClientTesting
import DeviceFoundation
@testable import FRAuth
import Foundation
import JourneyMessages
@testable import PingProtect
import Primitives
import RiskSignals
import SignalsTesting
import Testing

/// An app with the SDK, a server of journeys and one that takes signals.
struct ProtectApp: Sendable {
    let time = ManualTime()
    let journeys: ScriptedServer
    let risk: PretendRiskServer

    init() throws {
        let (journeys, risk) = (try ScriptedServer(time: time), try PretendRiskServer(time: time))
        self.journeys = journeys
        self.risk = risk
        SDK.stop()
        ProtectSDK.stop()
        let store = InMemoryStore()
        let transport = ScriptedTransport { request async throws(TransportError) in
            request.url.path().contains("/signals/v1/") ? try await risk.send(request) : try await journeys.send(request)
        }
        var environment = Environment(transport: { _ in transport }, store: { _ in store })
        (environment.time, environment.random) = (time, SeededRandom(seed: 8))
        Environment.current = environment
    }

    static var options: FROptions {
        FROptions(
            url: "https://am.example.com/am", realm: "alpha", oauthClientId: "app", oauthRedirectUri: "app://x", oauthScope: "openid",
            authServiceName: "Login", registrationServiceName: "Register")
    }

    /// Shows the app a step, and returns the node.
    func node(_ callbacks: [JourneyMessages.Callback]) async throws -> Node {
        let step = Step(authID: "state-1", callbacks: Step.numbered(callbacks))
        journeys.on("authenticate") { _ in .json(step.json) }
        try FRAuth.start(options: Self.options)
        return try #require(
            await withCheckedContinuation { continuation in
                FRSession.authenticate(authIndexValue: "Login") { (_: Token?, node, _) in continuation.resume(returning: Carried(node)) }
            }.value)
    }

    /// Handles a node's callback as the document does, sends the node, and reads what was sent.
    func answer(_ callbacks: JourneyMessages.Callback...) async throws -> (result: String, sent: Step) {
        let node = try await node(callbacks)
        let result = await withCheckedContinuation { continuation in
            handle(node.callbacks[0]) { continuation.resume(returning: $0) }
        }
        await withCheckedContinuation { continuation in node.next { (_: Token?, _, _) in continuation.resume() } }
        return (result, try Step(json: try #require(journeys.requests.last).json))
    }

    private struct Carried: @unchecked Sendable {  // handed over once
        let value: Node?
        init(_ value: Node?) { self.value = value }
    }
}

extension Step {
    /// An answer by the suffix of its input.
    func input(_ suffix: String, of index: Int = 0) -> String? {
        callbacks[index].input.first { $0.name.hasSuffix(suffix) }?.value?.string
    }
}

@Suite("The documented calls for risk evaluations", .serialized, SharedSettings(), .timeLimit(.minutes(5)))
struct ProtectTests {
    private let app: ProtectApp
    private let issuer = SignalsIssuer(base: "https://am.example.com/am", environment: "env-1")

    init() throws { app = try ProtectApp() }

    private func start(_ params: PIInitParams) async -> NSError? {
        await withCheckedContinuation { continuation in
            PIProtect.start(initParams: params) { continuation.resume(returning: $0.map { $0 as NSError }) }
        }
    }

    private func data() async -> (String?, NSError?) {
        await withCheckedContinuation { continuation in
            PIProtect.getData { continuation.resume(returning: ($0, $1.map { $0 as NSError })) }
        }
    }

    private var initialization: ProtectInitialization {
        var asked = ProtectInitialization(environmentID: "env-1")
        (asked.attributesToIgnore, asked.isMetadataLazy) = (["OS_VERSION"], true)
        return asked
    }

    private func metadata(_ members: JSONObject, ids: [String]) -> [JourneyMessages.Callback] {
        [Callback(.metadata, output: [.init("data", .object(members))])] + ids.map { HiddenValue(id: $0, value: "").callback }
    }

    @Test("by hand: started at a host of its own, the data are signals that the server opens")
    func byHand() async throws {
        let params = PIInitParams(envId: "env-1", customHost: "risk.example.com")
        #expect(await start(params) == nil)
        PIProtect.pauseBehavioralData()
        PIProtect.resumeBehavioralData()
        let payload = try app.risk.open(
            try #require(await data().0), for: try #require(SignalsIssuer(base: "risk.example.com", environment: "env-1")))
        #expect(payload.events.map(\.body) == [.state(.started), .state(.behaviorPaused), .state(.behaviorResumed)])
        #expect(app.risk.now.payloads.isEmpty)
    }

    @Test("data before the start, a start without a host, one without a network")
    func errors() async throws {
        #expect(await data().1?.localizedDescription.contains("start") == true)
        #expect(await start(PIInitParams(envId: "env-1")) != nil)
        #expect(await start(PIInitParams(envId: "a/b", customHost: "risk.example.com")) != nil)
        app.risk.change { $0.isDown = true }
        #expect(await start(PIInitParams(envId: "env-1", customHost: "risk.example.com"))?.code == 3)
        #expect(await data().1?.code == 3)
        app.risk.change { $0.isDown = false }
        #expect(await data().0 != nil)
    }

    @Test("without an environment, or without any settings, collecting can't begin")
    func unset() async {
        #expect(await start(PIInitParams(customHost: "risk.example.com"))?.localizedDescription.contains("envId") == true)
        let error = await withCheckedContinuation { continuation in
            PIProtect.start { continuation.resume(returning: $0.map { $0 as NSError }) }
        }
        #expect(error?.localizedDescription.contains("envId") == true)
    }

    @Test("the agent's settings come from the server; signals are set by either name, or by their input's")
    func members() async throws {
        var asked = initialization
        asked.agent = .init(isEnabled: true, timeout: 500, port: 9400)
        let node = try await app.node([asked.callback, ProtectEvaluation(pausesBehavior: false).callback])
        let start = try #require(node.callbacks[0] as? PingOneProtectInitializeCallback)
        #expect(start.agentIdentification && start.agentTimeout == 500 && start.agentPort == 9400)
        #expect(start.getConfig()["agentPort"] as? Int == 9400)
        let evaluation = try #require(node.callbacks[1] as? PingOneProtectEvaluationCallback)
        evaluation.setSignals("sealed")
        let name = try #require(evaluation.inputNames.first { $0.hasSuffix("signals") })
        #expect(evaluation.inputValues[name] as? String == "sealed")
        let values: MultipleValuesCallback = evaluation
        values.inputValues = [name: "other"]
        #expect(evaluation.inputValues[name] as? String == "other")
    }

    @Test("the module's classes can be registered, in place of others")
    func registered() async throws {
        CallbackFactory.shared.registerCallback(callbackType: "PingOneProtectEvaluationCallback", callbackClass: TextOutputCallback.self)
        defer { CallbackFactory.shared.supportedCallbacks["PingOneProtectEvaluationCallback"] = nil }
        PIProtect.registerCallbacks()
        let node = try await app.node([ProtectEvaluation(pausesBehavior: false).callback])
        #expect(node.callbacks[0] is PingOneProtectEvaluationCallback)
        CallbackFactory.shared.supportedCallbacks["PingOneProtectInitializeCallback"] = nil
    }

    @Test("PingOneProtectInitializeCallback starts as it says, at the SDK's server")
    func initialize() async throws {
        let (result, sent) = try await app.answer(initialization.callback)
        #expect(result == "Success" && sent.input("clientError") == "")
        let payload = try app.risk.open(try #require(await data().0), for: try #require(issuer))
        #expect(payload.device.values[.osVersion] == nil && payload.device.values[.osName] != nil)
    }

    @Test("the callback's settings, by their documented names")
    func settings() async throws {
        let callback = try #require(try await app.node([initialization.callback]).callbacks[0] as? PingOneProtectInitializeCallback)
        #expect(callback.envId == "env-1" && callback.deviceAttributesToIgnore == ["OS_VERSION"] && callback.lazyMetadata)
        #expect(callback.behavioralDataCollection && !callback.consoleLogEnabled && callback.customHost.isEmpty)
        #expect(callback.deviceKeyRsyncIntervals == 14 && !callback.enableTrust && !callback.disableTags && !callback.disableHub)
        #expect(callback.getConfig().count == 13 && callback.getConfig()["envId"] as? String == "env-1")
    }

    @Test("a start that fails becomes the client's error")
    func initializeFails() async throws {
        app.risk.change { $0.isDown = true }
        let (result, sent) = try await app.answer(initialization.callback)
        #expect(result.hasPrefix("Error: ") && sent.input("clientError")?.isEmpty == false)
    }

    @Test("PingOneProtectEvaluationCallback sends the signals, and pauses behaviour", arguments: [true, false])
    func evaluate(_ pauses: Bool) async throws {
        _ = try await app.answer(initialization.callback)
        let (result, sent) = try await app.answer(ProtectEvaluation(pausesBehavior: pauses).callback)
        let payload = try app.risk.open(try #require(sent.input("signals")), for: try #require(issuer))
        #expect(result == "Success" && payload.isBehaviorPaused == pauses && sent.input("clientError") == "")
    }

    @Test("an evaluation before the start becomes the client's error")
    func evaluationFails() async throws {
        let (result, sent) = try await app.answer(ProtectEvaluation(pausesBehavior: false).callback)
        #expect(result.hasPrefix("Error: ") && sent.input("clientError")?.isEmpty == false && sent.input("signals") == "")
    }

    @Test("the marketplace's metadata: both answers go into the node's hidden values")
    func marketplace() async throws {
        let node = try await app.node(
            metadata(["_type": "PingOneProtect", "_action": "protect_initialize", "envId": "env-1"], ids: ["clientError"]))
        let started = try #require(node.callbacks[0] as? PingOneProtectInitializeCallback)
        #expect(started.envId == "env-1" && started.behavioralDataCollection)
        let before = (node.callbacks[1] as? HiddenValueCallback)?.getValue() as? String
        let result = await withCheckedContinuation { continuation in
            started.start { continuation.resume(returning: isSuccess($0)) }
        }
        #expect(result && (node.callbacks[1] as? HiddenValueCallback)?.getValue() as? String == before)

        let evaluation: JSONObject = [
            "_type": "PingOneProtect", "_action": "protect_risk_evaluation", "envId": "env-1", "pauseBehavioralData": true,
        ]
        let ids = ["pingone_risk_evaluation_signals", "clientError"]
        let asked = try await app.node(metadata(evaluation, ids: ids))
        let callback = try #require(asked.callbacks[0] as? PingOneProtectEvaluationCallback)
        #expect(callback.pauseBehavioralData == true)
        let hasData = await withCheckedContinuation { continuation in
            callback.getData { continuation.resume(returning: isSuccess($0)) }
        }
        let signals = try #require((asked.callbacks[1] as? HiddenValueCallback)?.getValue() as? String)
        #expect(hasData && (try? app.risk.open(signals, for: try #require(issuer))) != nil)
        callback.setClientError("gone")
        #expect((asked.callbacks[2] as? HiddenValueCallback)?.getValue() as? String == "gone")
    }

    @Test("today's names lead to the same signals")
    func today() async throws {
        let params = POInitParams(envId: "env-1")
        params.customHost = "risk.example.com"
        let signals = try #require(PingOneSignals.initSDK(initParams: params))
        let isInitialized = await withCheckedContinuation { continuation in
            signals.setInitCallback { isInitialized, _ in continuation.resume(returning: isInitialized) }
        }
        #expect(isInitialized && PingOneSignals.sharedInstance() === signals)
        signals.pauseBehavioralData()
        signals.resumeBehavioralData()
        let data = await withCheckedContinuation { continuation in signals.getData { data, _ in continuation.resume(returning: data) } }
        #expect(data != nil)
    }
}

private func isSuccess(_ result: ProtectResult) -> Bool {
    if case .success = result { true } else { false }
}
