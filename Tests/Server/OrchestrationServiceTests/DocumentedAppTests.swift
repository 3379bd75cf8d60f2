import DeviceFoundation
import Foundation
import HTTPTypes
import Orchestration
import OrchestrationBankApp
import OrchestrationSDK
import OrchestrationService
import Primitives
import Synchronization
import Testing

@Suite(
    "An app that is written after the document, against the server, with doubles of the keypad and of the sensor", .serialized,
    .timeLimit(.minutes(5)))
struct DocumentedAppTests {
    private let keypad = PressedKeypad()
    private let store = InMemoryStore()

    /// Starts the app's process on a phone with a sensor; nil for a phone without one.
    private func start(_ server: OrchestrationServer, sensor: (any UserVerification)?) throws -> (app: BankAuthenticator, screen: Screen) {
        var environment = Environment()
        environment.store = { [store] in store }
        environment.keypad = { [keypad] in keypad }
        environment.biometrics = { sensor }
        environment.tampering = TamperDetection([])
        (environment.time, environment.random) = (server.time, SeededRandom(seed: 60))
        (environment.stretching, environment.activationRounds) = (PINStretching(rounds: 16), OrchestrationServer.activationRounds)
        Environment.current = environment
        defer { Environment.current = Environment() }
        let screen = Screen(server)
        return (try BankAuthenticator(screen), screen)
    }

    /// An app that is activated, with the PIN 193758.
    private func activated(
        _ server: OrchestrationServer, sensor: (any UserVerification)? = SimulatedVerification(.fingerprint)
    ) async throws -> (app: BankAuthenticator, screen: Screen) {
        let (app, screen) = try start(server, sensor: sensor)
        keypad.enters("193758", "193758")
        app.activate("tom", password: try await server.register())
        try await screen.waits(for: "activated")
        return (app, screen)
    }

    private func isAccepted(_ line: String?, _ fields: [String], _ server: OrchestrationServer) async throws -> Bool {
        let signature = try #require(line?.split(separator: " ").last)
        let judged = try await server.call(
            .post, "users/tom/transactions/validate",
            ["data": ["standard": ["dataFields": .array(fields.map(JSONValue.string)), "signature": .string(String(signature))]]])
        return judged["sessionStatus"] == "accepted"
    }

    @Test("it activates on the keypad, and signs with the PIN and with a finger")
    func signs() async throws {
        var rules = OrchestrationRules()
        rules.takesCodesWithoutPIN = true
        let server = try await OrchestrationServer(rules: rules)
        let (app, screen) = try await activated(server)
        #expect(app.users == ["tom"])
        #expect(try await server.authenticators().count == 1)
        #expect(keypad.shown.map(\.title) == ["Choose a PIN", "Confirm your PIN"] && keypad.shown.allSatisfy(\.isEnrollment))
        keypad.enters("193758")
        app.sign(["GB33", "12.50"], for: "tom", by: .password)
        #expect(try await isAccepted(try await screen.waits(for: "signature"), ["GB33", "12.50"], server))
        #expect(keypad.shown.last?.title == "Enter your PIN" && keypad.shown.count == 3)
        server.time.advance(by: 30)
        app.sign(["GB34", "13.50"], for: "tom", by: .biometric)
        #expect(try await isAccepted(try await screen.waits(for: "signature", times: 2), ["GB34", "13.50"], server))
        #expect(keypad.shown.count == 3, "no PIN was asked for")
        keypad.enters()
        app.sign(["a"], for: "tom", by: .password)
        try await screen.waits(for: "aborted")
    }

    @Test("it approves requests with the PIN and with a finger")
    func approves() async throws {
        let server = try await OrchestrationServer()
        let (app, screen) = try await activated(server)
        for (times, (signing, method)) in [(false, "PIN"), (false, "Fingerprint"), (true, "PIN"), (true, "Fingerprint")].enumerated() {
            let asked = try await server.ask(signing: signing, passKey: method)
            let shown = keypad.shown.count
            keypad.enters("193758")
            app.receive(asked.command)
            try await screen.waits(for: "accepted", times: times + 1)
            #expect(try await server.status(asked.id) == "accepted", "\(method)")
            #expect(keypad.shown.count == shown + (method == "PIN" ? 1 : 0))
        }
    }

    @Test("whom the sensor doesn't recognise signs nothing; on a phone without one the PIN is asked for")
    func sensors() async throws {
        let server = try await OrchestrationServer()
        _ = try await activated(server)
        let (unknown, refusing) = try start(server, sensor: SimulatedVerification(nil))
        unknown.sign(["a"], for: "tom", by: .biometric)
        #expect(try await refusing.waits(for: "error") == "error -8060")
        #expect(refusing.lines.allSatisfy { !$0.hasPrefix("signature") })
        let (without, asking) = try start(server, sensor: nil)
        keypad.enters("193758")
        without.sign(["a"], for: "tom", by: .biometric)
        #expect(try await isAccepted(try await asking.waits(for: "signature"), ["a"], server))
        #expect(asking.lines.first == "warning -8100")
    }

    @Test("what the SDK collects of the device comes to the server with what the app feeds, and without the machine's name")
    func deviceData() async throws {
        let server = try await OrchestrationServer()
        let (app, _) = try await activated(server)
        let message = try #require(app.deviceData(of: "tom"))
        #expect(try await server.call(.post, "orchestration-commands", ["command": .string(message)]).status == 200)
        let authenticator = try #require(try await server.authenticators().first)
        let kept = try #require(try await server.orchestrations.deviceData(of: authenticator))
        let told = try JSONValue(parsing: kept.deviceData)
        #expect(told["platform"] == "Linux" && told["processors"] != nil && told["geolocation"]?["latitude"]?.number == 48.2)
        #expect(told["deviceName"] == nil && told["bluetooth"] == nil)
    }
}

/// The bank's screen and server.
private final class Screen: BankScreen {
    private let server: OrchestrationServer
    private let shown = Mutex<[String]>([])

    init(_ server: OrchestrationServer) { self.server = server }

    var lines: [String] { shown.withLock { $0 } }
    func show(_ line: String) { shown.withLock { $0.append(line) } }
    func approves(_ text: String) -> Bool { true }
    func send(_ command: String) async throws -> String { try await LiveRelay(server).carry(command) }

    /// Waits until a line that begins so was shown so often, and returns the last one.
    @discardableResult
    func waits(for beginning: String, times: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        func found() -> [String] { lines.filter { $0.hasPrefix(beginning) } }
        for _ in 0..<12_000 where found().count < times { try await Task.sleep(for: .milliseconds(5)) }
        #expect(found().count >= times, "\(beginning) was not shown: \(lines)", sourceLocation: sourceLocation)
        return try #require(found().last, sourceLocation: sourceLocation)
    }
}

/// The SDK's keypad whose keys a script presses; it turns away when nothing is left to enter.
private final class PressedKeypad: VirtualKeypad {
    private let state = Mutex((pins: [String](), shown: [VirtualKeypadRequest]()))

    var shown: [VirtualKeypadRequest] { state.withLock { $0.shown } }
    func enters(_ pins: String...) { state.withLock { $0.pins = pins } }

    func password(for request: VirtualKeypadRequest) async -> String? {
        let pin = state.withLock { state -> String? in
            state.shown.append(request)
            return state.pins.isEmpty ? nil : state.pins.removeFirst()
        }
        var entry = KeypadEntry()
        for digit in pin ?? "" { _ = entry.press(.digit(digit.wholeNumberValue ?? 0)) }
        guard case .entered(let entered) = entry.press(pin == nil ? .cancel : .done) else { return nil }
        return entered
    }
}
