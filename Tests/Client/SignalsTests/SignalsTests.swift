import ClientTesting
import DeviceFoundation
import Foundation
import Primitives
import RiskScoring
import RiskSignals
@testable import Signals
import SignalsTesting
import Synchronization
import Testing

@Suite("Signals of an app", .timeLimit(.minutes(5)))
struct SignalsTests {
    private static let touch = BehaviorSample.touch(.init(duration: 5))

    @Test("before the start nothing is recorded, sent or written")
    func notStarted() async throws {
        let harness = try SignalsHarness()
        harness.signals.record(.loginAttempt(email: "alice@example.com"))
        harness.signals.addTag("x")
        await #expect(throws: SignalsError(.notStarted, "")) { try await harness.signals.flush() }
        await #expect(throws: SignalsError(.notStarted, "")) { try await harness.signals.data() }
        await #expect(throws: SignalsError(.notStarted, "")) { try await harness.signals.freshToken() }
        #expect(harness.signals.dropped == [.notStarted: 2] && harness.signals.token == nil)
        #expect(harness.server.now.requests.isEmpty)
        #expect(await harness.store.written.isEmpty)
    }

    @Test("the start registers the instance; a flush sends what was recorded, with the device and who the user is")
    func started() async throws {
        let harness = try SignalsHarness {
            $0.application = "app"
            $0.secret = Secret("s3cret")
        }
        try await harness.signals.start()
        harness.signals.login("alice", session: "s-1")
        harness.signals.record(.plain(.addToCart))
        try await harness.signals.flush()
        let registration = try #require(harness.server.now.registrations.first)
        #expect(registration.isMade(with: Secret("s3cret")) && registration.application == "app")
        let payloads = harness.server.now.payloads
        #expect(payloads.map(\.number) == [0, 1] && payloads.map { $0.events.count } == [1, 2])
        let payload = try #require(payloads.last)
        #expect(payload.user == SignalIdentity.digest(of: "alice", at: harness.configuration.issuer))
        #expect(payload.session == SignalIdentity.digest(of: "s-1", at: harness.configuration.issuer))
        #expect(payload.device.values == [.osName: "Linux", .osVersion: "6.1"] && payload.uuid == harness.signals.uuid)
        #expect(harness.server.events.map(\.number) == [0, 1, 2])
        #expect(await harness.store.written.isEmpty)
        #expect(!harness.server.now.requests.contains { String(decoding: $0.body, as: UTF8.self).contains("s3cret") })
    }

    @Test("so many events, or events so old, are sent by themselves")
    func automatic() async throws {
        let harness = try SignalsHarness { $0.flushCount = 5 }
        try await harness.signals.start()
        for _ in 0..<4 { harness.signals.addTag("x") }
        try await harness.eventually { harness.server.events.count == 5 }
        harness.signals.addTag("y")
        harness.time.advance(by: 11)
        harness.signals.addTag("z")
        try await harness.eventually { harness.server.events.count == 7 }
    }

    @Test("when the buffer is full, the oldest behaviour goes first, and then the oldest event")
    func full() async throws {
        let harness = try SignalsHarness {
            $0.bufferLimit = 3
            $0.flushAge = 1000
        }
        try await harness.signals.start()
        harness.signals.record(Self.touch)
        for name in ["a", "b", "c"] { harness.signals.addTag(name) }
        try await harness.signals.flush()
        #expect(harness.server.events.map(\.number) == [2, 3, 4] && harness.signals.dropped == [.full: 2])
        #expect(harness.server.now.payloads.last?.dropped == [.full: 2])
    }

    @Test("behaviour is bounded in its rate, and can be paused alone")
    func behavior() async throws {
        let harness = try SignalsHarness { $0.flushCount = 10_000 }
        try await harness.signals.start()
        for _ in 0..<SignalLimits.burst + 7 { harness.signals.record(Self.touch) }
        #expect(harness.signals.dropped == [.rate: 7])
        harness.signals.pauseBehavior()
        harness.signals.pauseBehavior()
        harness.signals.record(Self.touch)
        harness.signals.addTag("x")
        harness.signals.resumeBehavior()
        harness.time.advance(by: 1)
        harness.signals.record(Self.touch)
        try await harness.signals.flush()
        let bodies = harness.server.events.suffix(4).map(\.body)
        #expect(bodies == [.state(.behaviorPaused), .tag(SignalTag(.word("x"))), .state(.behaviorResumed), .behavior(Self.touch)])
        #expect(harness.signals.dropped == [.rate: 7, .behaviorPaused: 1])
    }

    @Test("an app that collects no behaviour has none in its payloads")
    func noBehavior() async throws {
        let harness = try SignalsHarness { $0.collectsBehavior = false }
        try await harness.signals.start()
        harness.signals.record(Self.touch)
        try await harness.signals.flush()
        #expect(harness.server.events.count == 1 && harness.server.now.payloads[0].isBehaviorPaused)
    }

    @Test("a pause stops collecting and network, and saves two hashes; the next process goes on with them")
    func paused() async throws {
        let harness = try SignalsHarness()
        try await harness.signals.start()
        harness.signals.login("alice", session: "s-1")
        harness.signals.pauseBehavior()
        try await harness.signals.pause()
        let requests = harness.server.now.requests.count
        harness.signals.addTag("x")
        await #expect(throws: SignalsError(.notStarted, "")) { try await harness.signals.flush() }
        #expect(harness.server.now.requests.count == requests && harness.signals.dropped == [.paused: 1])
        let written = await harness.store.written
        #expect(written.map(\.key) == [StoreKey("signals", harness.configuration.issuer.description)])
        let saved = try JSONValue(parsing: try #require(written.first?.value))
        #expect(saved.object?.names == ["behaviorPaused", "user", "session"] && !saved.text.contains("alice"))

        let next = harness.nextProcess()
        try await next.start()
        try await next.resume()
        next.addTag("y")
        try await next.flush()
        let payload = try #require(harness.server.now.payloads.last)
        #expect(payload.session == SignalIdentity.digest(of: "s-1", at: harness.configuration.issuer) && payload.isBehaviorPaused)
        #expect(await harness.store.keys(in: "signals").isEmpty)
    }

    @Test("after a pause the same process goes on with what waited")
    func resumed() async throws {
        let harness = try SignalsHarness()
        try await harness.signals.start()
        harness.signals.addTag("x")
        try await harness.signals.pause()
        try await harness.signals.resume()
        try await harness.signals.flush()
        #expect(harness.server.events.map(\.body) == [.state(.started), .tag(SignalTag(.word("x"))), .state(.resumed)])
        #expect(await harness.store.keys(in: "signals").isEmpty)
    }

    @Test("logging out forgets user and session, or keeps another session")
    func logout() async throws {
        let harness = try SignalsHarness()
        let digest = { (text: String) in SignalIdentity.digest(of: text, at: harness.configuration.issuer) }
        try await harness.signals.start()
        harness.signals.login("alice", session: "s-1")
        harness.signals.logout()
        harness.signals.addTag("x")
        harness.signals.setSession("s-2")
        harness.signals.logout(session: "s-3")
        harness.signals.addTag("y")
        try await harness.signals.flush()
        let payloads = harness.server.now.payloads
        #expect(payloads.map(\.user) == [nil, digest("alice"), nil, nil, nil])
        #expect(payloads.map(\.session) == [nil, digest("s-1"), nil, digest("s-2"), digest("s-3")])
    }

    @Test("a token is renewed when it is about to expire, and the app is told")
    func renewed() async throws {
        let harness = try SignalsHarness()
        let told = Mutex<[String]>([])
        await harness.signals.onToken { token in told.withLock { $0.append(token.reveal()) } }
        try await harness.signals.start()
        #expect(harness.signals.token == Secret("token-1"))
        #expect(try await harness.signals.freshToken() == Secret("token-1"))
        harness.time.advance(by: Double(SignalLimits.tokenLifetime) - 30)
        #expect(try await harness.signals.freshToken() == Secret("token-2"))
        harness.time.advance(by: Double(SignalLimits.tokenLifetime))
        #expect(harness.signals.token == nil)
        #expect(told.withLock { $0 } == ["token-1", "token-2"])
        #expect(Set(harness.server.now.registrations.map(\.instance)).count == 1)
    }

    @Test("a batch whose token the server doesn't know any more is sent again with a new one")
    func unknownToken() async throws {
        let harness = try SignalsHarness()
        try await harness.signals.start()
        harness.server.change { $0.refusals = [RiskError(.unknownInstance, "")] }
        try await harness.signals.flush()
        #expect(harness.server.events.count == 1 && harness.server.now.registrations.count == 2)
    }

    @Test("a batch that the server refuses is dropped and counted, the next one goes on")
    func refused() async throws {
        let harness = try SignalsHarness()
        try await harness.signals.start()
        harness.server.change { $0.refusals = [RiskError(.malformed, "")] }
        try await harness.signals.flush()
        harness.signals.addTag("x")
        try await harness.signals.flush()
        #expect(harness.signals.dropped == [.refused: 1] && harness.server.events.map(\.number) == [1])
        #expect(!harness.log.text.contains("token-"))
    }

    @Test("without a network batches wait, so many, and are sent later, each once")
    func offline() async throws {
        let harness = try SignalsHarness { $0.queueLimit = 2 }
        try await harness.signals.start()
        harness.server.change { $0.isDown = true }
        for name in ["a", "b", "c"] {
            harness.signals.addTag(name)
            await #expect(throws: SignalsError(.connectivity, "")) { try await harness.signals.flush() }
        }
        harness.server.change { $0.isDown = false }
        try await harness.signals.flush()
        #expect(harness.server.now.payloads.map(\.number) == [1, 2])
        #expect(harness.signals.dropped == [.offline: 2] && harness.server.events.map(\.number) == [2, 3])
    }

    @Test("a start without a network has begun to collect, and registers later")
    func startedOffline() async throws {
        let harness = try SignalsHarness()
        harness.server.change { $0.isDown = true }
        await #expect(throws: SignalsError(.connectivity, "")) { try await harness.signals.start() }
        #expect(harness.signals.isRunning)
        harness.signals.addTag("x")
        harness.server.change { $0.isDown = false }
        try await harness.signals.flush()
        #expect(harness.server.events.count == 2)
    }

    @Test("after a failure, nothing is sent by itself for a while")
    func patient() async throws {
        let harness = try SignalsHarness { $0.flushCount = 1 }
        harness.server.change { $0.isDown = true }
        await #expect(throws: SignalsError(.connectivity, "")) { try await harness.signals.start() }
        try await harness.eventually { harness.log.text.contains("could not be sent") }
        try await harness.eventually { harness.signals.recorder.change { !$0.isFlushing } }
        let requests = harness.server.now.requests.count
        for _ in 0..<50 { harness.signals.addTag("x") }
        #expect(harness.signals.recorder.change { !$0.isFlushing } && harness.server.now.requests.count == requests)
        harness.server.change { $0.isDown = false }
        harness.time.advance(by: 11)
        harness.signals.addTag("y")
        try await harness.eventually { harness.server.events.count == 52 }
    }

    @Test("on demand, signals leave in the data alone, each event once")
    func onDemand() async throws {
        let harness = try SignalsHarness {
            $0.sending = .onDemand
            $0.isMetadataLazy = true
            $0.flushCount = 1
        }
        try await harness.signals.start()
        harness.signals.addTag("x")
        let first = try harness.server.open(try await harness.signals.data(), for: harness.configuration.issuer)
        let second = try harness.server.open(try await harness.signals.data(), for: harness.configuration.issuer)
        #expect(first.events.count == 2 && second.events.isEmpty && [first.number, second.number] == [0, 1])
        #expect(first.device.values[.osName] == "Linux" && harness.batches.isEmpty)
    }

    @Test("events wait on, in their order, while the key can't be used")
    func unusableKey() async throws {
        let kept = NotedStore()
        let harness = try SignalsHarness(keys: SoftwareKeyStore(kept, service: "signals", random: SeededRandom(seed: 5))) {
            $0.sending = .onDemand
            $0.isMetadataLazy = true
        }
        // The key signs the registration, without which there is none to seal for.
        await kept.setLocked(true)
        await #expect(throws: SignalsError.self) { try await harness.signals.start() }
        harness.signals.addTag("x")
        await #expect(throws: SignalsError.self) { try await harness.signals.data() }
        harness.signals.addTag("y")
        await kept.setLocked(false)
        let opened = try harness.server.open(try await harness.signals.data(), for: harness.configuration.issuer)
        #expect(opened.events.map(\.number) == [0, 1, 2] && harness.signals.dropped.isEmpty)
    }

    @Test("attributes that are to be ignored aren't told, and an identifier only where one has been made")
    func attributes() async throws {
        let harness = try SignalsHarness { $0.ignoredAttributes = ["OS_VERSION"] }
        await harness.store.set(Secret("abc"), for: StoreKey("installation", "identifier"))
        try await harness.signals.start()
        let payload = try harness.server.open(try await harness.signals.data(), for: harness.configuration.issuer)
        #expect(payload.device.values == [.osName: "Linux"] && payload.device.identifier == "abc")
    }

    @Test("the time of an answer is told, and a script's differs from a user's")
    func answers() async throws {
        for (seconds, level) in [(4.0, RiskLevel.low), (0.04, .high)] {
            let harness = try SignalsHarness()
            try await harness.signals.start()
            harness.signals.questionShown("password")
            harness.time.advance(by: seconds)
            harness.signals.questionAnswered("password")
            harness.signals.questionAnswered("password")
            let payload = try harness.server.open(try await harness.signals.data(), for: harness.configuration.issuer)
            #expect(payload.events.count == 2)
            var facts = RiskFacts(now: 0)
            facts.bot = BotFacts(payload.events)
            let set = try RiskPolicySet(json: ["name": "s"])
            let result = set.evaluate(facts, with: [try RiskPredictor(json: ["compactName": "bot", "type": "BOT"])]).details[0].result
            #expect(result.level == level)
        }
    }

    @Test("sources report from the start until the end")
    func sources() async throws {
        let source = TappingSource()
        let harness = try SignalsHarness { $0.sources = [source] }
        try await harness.signals.start()
        source.tap()
        await harness.signals.stop()
        source.tap()
        #expect(harness.signals.dropped.isEmpty && harness.server.events.isEmpty && source.isStopped)
        #expect(!harness.signals.isRunning && harness.signals.token == nil)
    }

    @Test("words that the environment declares are sent as they are")
    func words() async throws {
        let harness = try SignalsHarness { $0.words = ["promotions"] }
        harness.server.change { $0.words = ["security questions"] }
        try await harness.signals.start()
        #expect(harness.signals.word("security questions") == .word("security questions"))
        #expect(harness.signals.word("promotions") == .word("promotions") && harness.signals.word("google") == .word("google"))
        #expect(harness.signals.word("Alice") == .other(length: 5))
    }

    @Test("many events make several payloads, each within its bounds")
    func many() async throws {
        let harness = try SignalsHarness {
            $0.bufferLimit = 2000
            $0.flushCount = 10_000
        }
        try await harness.signals.start()
        let domain = String(repeating: "abcdefghi.", count: 24) + "example"
        for _ in 0..<400 { harness.signals.record(.loginAttempt(email: "a@\(domain)")) }
        try await harness.signals.flush()
        #expect(harness.server.events.count == 401 && harness.server.now.payloads.count > 2)
    }

    @Test("events of many tasks, sent while they come, arrive once each")
    func concurrent() async throws {
        let harness = try SignalsHarness { $0.flushCount = 7 }
        try await harness.signals.start()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<50 { harness.signals.addTag("x") }
                    try? await harness.signals.flush()
                }
            }
        }
        try await harness.signals.flush()
        #expect(harness.server.events.count == 401 && Set(harness.server.events.map(\.number)).count == 401)
        #expect(
            Set(harness.server.now.payloads.map(\.number)).count == harness.server.now.payloads.count && harness.signals.dropped.isEmpty)
    }

    @Test("the same calls at the same times make the same payloads")
    func deterministic() async throws {
        var claims: [[JSONValue]] = []
        for _ in 0..<2 {
            let harness = try SignalsHarness()
            try await harness.signals.start()
            for number in 0..<20 {
                harness.signals.record(.loginAttempt(email: "user\(number)@example.com"))
                harness.time.advance(by: 0.25)
            }
            try await harness.signals.flush()
            claims.append(harness.server.now.payloads.map { .object($0.claims) })
        }
        #expect(claims[0] == claims[1] && claims[0].count == 1)
    }

    @Test("the documentation's example")
    func documented() async throws {
        let harness = try SignalsHarness()
        let device = Device(transport: harness.server, store: harness.store, time: harness.time, random: SeededRandom(seed: 6))
        let data = try await example(harness.configuration, device, "alice@example.com")
        #expect(try harness.server.open(data, for: harness.configuration.issuer).events.count == 2)
    }

    private func example(_ configuration: SignalsConfiguration, _ device: Device, _ address: String) async throws -> String {
        let signals = Signals(configuration, on: device)
        try await signals.start()
        signals.record(.loginAttempt(email: address))
        let data = try await signals.data()
        return data
    }
}

/// A source that a test makes report.
private final class TappingSource: BehaviorSource {
    private let report = Mutex<(@Sendable (BehaviorSample) -> Void)?>(nil)
    private let stopped = Mutex(false)

    var isStopped: Bool { stopped.withLock { $0 } }
    func start(_ report: @escaping @Sendable (BehaviorSample) -> Void) { self.report.withLock { $0 = report } }
    func stop() {
        report.withLock { $0 = nil }
        stopped.withLock { $0 = true }
    }
    func tap() { report.withLock { $0 }?(.touch(.init(duration: 1))) }
}
