import ClientTesting
import DeviceFoundation
import Foundation
import JourneyMessages
import Primitives
import RiskSignals
import SignalsTesting
import Testing

@testable import TerminalJourneys

@Suite("Signals of a terminal")
struct TerminalSensorTests {
    private let server: PretendRiskServer
    private let device: Device
    private static let address = ServerAddress("https://risk.example.com/am")

    init() throws {
        server = try PretendRiskServer(time: SystemTime())
        device = Device(transport: server, store: InMemoryStore())
    }

    private static func step(_ callbacks: JSONValue...) throws -> Step {
        try Step(json: ["authId": "state", "callbacks": .array(callbacks)])
    }

    private static let initialize: JSONValue = [
        "type": "PingOneProtectInitializeCallback",
        "output": [
            ["name": "envId", "value": "env-1"], ["name": "consoleLogEnabled", "value": true],
            ["name": "deviceAttributesToIgnore", "value": ["LOCALE"]], ["name": "customHost", "value": ""],
            ["name": "lazyMetadata", "value": true], ["name": "behavioralDataCollection", "value": true],
            ["name": "deviceKeyRsyncIntervals", "value": 14], ["name": "enableTrust", "value": false],
            ["name": "disableTags", "value": false], ["name": "disableHub", "value": false],
        ], "input": [["name": "IDToken1clientError", "value": ""]],
    ]
    private static let evaluation: JSONValue = [
        "type": "PingOneProtectEvaluationCallback", "output": [["name": "pauseBehavioralData", "value": true]],
        "input": [["name": "IDToken1signals", "value": ""], ["name": "IDToken1clientError", "value": ""]],
    ]

    private static func metadata(_ data: JSONValue) -> JSONValue {
        ["type": "MetadataCallback", "output": [["name": "data", "value": data]]]
    }

    private static func hidden(_ number: Int, _ id: String) -> JSONValue {
        [
            "type": "HiddenValueCallback", "output": [["name": "value", "value": ""], ["name": "id", "value": .string(id)]],
            "input": [["name": .string("IDToken\(number)"), "value": .string(id)]],
        ]
    }

    private func inputs(_ step: Step) -> [String: String] {
        var found: [String: String] = [:]
        for field in step.callbacks.flatMap(\.input) { found[field.name] = field.value?.string }
        return found
    }

    @Test(
        "the vendor's JSON of both callbacks is answered with signals, as of a person or of a program",
        arguments: [SignalManner.human, .bot])
    func callbacks(manner: SignalManner) async throws {
        let sensor = TerminalSensor(manner, at: Self.address, on: device)
        var begun = try Self.step(Self.initialize)
        await sensor.answer(0, &begun)
        #expect(inputs(begun) == ["IDToken1clientError": ""], "nothing went wrong, and nothing is answered")
        var asked = try Self.step(Self.evaluation)
        await sensor.answer(0, &asked)
        let answers = inputs(asked)
        let issuer = try #require(SignalsIssuer(base: "https://risk.example.com", environment: "env-1"))
        let payload = try server.open(try #require(answers["IDToken1signals"]), for: issuer)
        #expect(answers["IDToken1clientError"] == "" && payload.device.values[.locale] == nil)
        let fastest = payload.events.compactMap { if case .behavior(.answer(let answer)) = $0.body { answer.duration } else { nil } }.min()
        #expect(fastest == (manner == .bot ? 40 : 4200))
    }

    @Test("the marketplace's metadata is answered by its hidden values")
    func marketplace() async throws {
        let sensor = TerminalSensor(.human, at: Self.address, on: device)
        var begun = try Self.step(
            Self.metadata(["_type": "PingOneProtect", "_action": "protect_initialize", "envId": "env-1", "behavioralDataCollection": true]),
            Self.hidden(2, "clientError"))
        await sensor.answer(0, &begun)
        #expect(inputs(begun) == ["IDToken2": "clientError"], "left as it was, which is no answer")
        var asked = try Self.step(
            Self.metadata(["_type": "PingOneProtect", "_action": "protect_risk_evaluation", "envId": "env-1", "pauseBehavioralData": true]),
            Self.hidden(2, "pingone_risk_evaluation_signals"), Self.hidden(3, "clientError"))
        await sensor.answer(0, &asked)
        #expect(inputs(asked)["IDToken2"]?.split(separator: ".", omittingEmptySubsequences: false).count == 5)
        #expect(inputs(asked)["IDToken3"] == "clientError")
    }

    @Test("what goes wrong becomes the client's error, in either form")
    func failures() async throws {
        server.change { $0.isDown = true }
        let sensor = TerminalSensor(.human, at: Self.address, on: device)
        var begun = try Self.step(Self.initialize)
        await sensor.answer(0, &begun)
        #expect(inputs(begun)["IDToken1clientError"]?.isEmpty == false)
        var asked = try Self.step(Self.evaluation)
        await sensor.answer(0, &asked)
        #expect(inputs(asked)["IDToken1clientError"]?.isEmpty == false && inputs(asked)["IDToken1signals"] == "")
        var older = try Self.step(
            Self.metadata(["_type": "PingOneProtect", "_action": "protect_risk_evaluation", "envId": "env-1"]),
            Self.hidden(2, "pingone_risk_evaluation_signals"), Self.hidden(3, "clientError"))
        await sensor.answer(0, &older)
        #expect(inputs(older)["IDToken2"] == "pingone_risk_evaluation_signals" && inputs(older)["IDToken3"] != "clientError")
    }
}

@Suite("A country to seem to come from")
struct PretendedCountryTests {
    @Test(
        "each request brings an address for documentation that has the country's letters in it",
        arguments: [("NZ", "2001:db8:4e5a::1"), ("at", "2001:db8:4154::1")])
    func header(code: String, address: String) async throws {
        let server = try PretendRiskServer(time: SystemTime())
        let transport = try #require(PretendedCountry(code)).transport(over: server)
        _ = try await transport.send(HTTPRequest(.get, try #require(URL(string: "https://risk.example.com/x"))))
        #expect(server.now.requests.map { $0.headers["X-Forwarded-For"] } == [address])
    }

    @Test("other texts are no country", arguments: ["", "A", "AUT", "Ö1", "A1", "  "])
    func refused(text: String) { #expect(PretendedCountry(text) == nil) }
}
