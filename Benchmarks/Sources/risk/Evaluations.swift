import BenchSupport
import DeviceFoundation
import DeviceProfile
import Directory
import Foundation
import Foundations
import GeoFiles
import Primitives
import Risk
import RiskScoring
import RiskSignals
import Services
import Signals
import Store

/// Evaluations with predictors of all types, with signals, files and a user's history, in this process: what they take of the processor.
struct Evaluations {
    private static let origin = "https://bench.example"
    private static let measured = 300
    private static let histories = [100, 1000, 10_000]

    let folder: String
    let files: [String]

    func run() async throws {
        let random = SystemRandom()
        let database = try await SQLiteDatabase.open(at: folder + "/risk.db", migrations: Schema.migrations)
        var paths = SourceFiles.Paths()
        (paths.places, paths.networks, paths.anonymousNetworks) = (files[0], files[1], files[2])
        (paths.addresses, paths.mailDomains) = (try list("addresses", "192.0.2.0/24 20"), try list("domains", "example.com 10"))
        let domain = Services(
            database: database, sealer: Sealer(MasterKeyRing(try MasterKey.generate(random)), random: random),
            hasher: PasswordHasher(PasswordHasher.Configuration(concurrency: 1), random: random), time: SystemTime(), random: random,
            riskSources: try SourceFiles(paths))
        _ = try await domain.directory.realms.create(.root)
        let realm = try await domain.directory.realms.create(RealmPath("/bench") ?? .root)
        try await declare(domain, realm)
        for count in Self.histories {
            let user = "user-\(count)"
            let seconds = try await past(count, of: user, domain, realm) / Double(count)
            let (mean, predictors) = try await measure(user, domain, realm)
            let line: JSONValue = [
                "past": .integer(Int64(count)), "microseconds": .number(mean * 1e6), "teaching": .number(seconds * 1e6),
                "predictors": .integer(Int64(predictors)),
            ]
            FileHandle.standardOutput.write(Data("\(line.text)\n".utf8))
        }
        let costliest: JSONValue = ["microseconds": .number(try await giant(domain, realm) * 1e6)]
        FileHandle.standardOutput.write(Data("\(costliest.text)\n".utf8))
    }

    /// The costliest conditions that a policy set may have, which no event meets.
    private func giant(_ domain: Services, _ realm: Realm) async throws -> Double {
        let needle: JSONValue = [
            "type": "VALUE_COMPARISON", "value": "${event.browser.userAgent}",
            "containsIgnoreCase": .string(String(repeating: "a", count: 14) + "b"),
        ]
        let some: JSONValue = ["type": "OR", "or": .array(Array(repeating: needle, count: 100))]
        let condition: JSONValue = ["type": "OR", "or": .array(Array(repeating: some, count: 9))]
        let policies = (0..<5).map { number -> JSONValue in
            ["name": .string("\(number)"), "condition": condition, "result": ["level": "HIGH", "type": "VALUE"]]
        }
        _ = try await domain.risk.declarations.create(["name": "Giant", "riskPolicies": .array(policies)], .policySet, in: realm)
        let before = Self.processorSeconds
        for number in 0..<20 {
            var event = Self.event("user-100", number)
            event.userAgent = String(repeating: "a", count: 512)
            _ = try await domain.risk.evaluate(event, policySet: "Giant", origin: Self.origin, in: realm)
        }
        return (Self.processorSeconds - before) / 20
    }

    private func list(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        return "\(folder)/\(name)"
    }

    /// The types that no realm begins with.
    private func declare(_ domain: Services, _ realm: Realm) async throws {
        _ = try await domain.risk.declarations.create(
            [
                "name": "Map", "compactName": "map", "type": "MAP",
                "map": [
                    "high": ["contains": "${event.ip}", "ipRange": ["203.0.113.0/24"]],
                    "low": ["contains": "${event.ip}", "ipRange": ["0.0.0.0/0"]],
                ],
            ], .predictor, in: realm)
        _ = try await domain.risk.declarations.create(
            [
                "name": "Both", "compactName": "both", "type": "COMPOSITE",
                "compositions": [
                    [
                        "level": "HIGH",
                        "condition": [
                            "type": "AND",
                            "and": [
                                ["type": "VALUE_COMPARISON", "value": "${details.newDevice.level}", "equals": "HIGH"],
                                ["type": "VALUE_COMPARISON", "value": "${details.geoVelocity.level}", "equals": "HIGH"],
                            ],
                        ],
                    ]
                ],
            ], .predictor, in: realm)
    }

    /// Signs in so often, from changing addresses and devices; gives the processor's seconds.
    private func past(_ count: Int, of user: String, _ domain: Services, _ realm: Realm) async throws -> Double {
        let before = Self.processorSeconds
        for number in 0..<count {
            let event = Self.event(user, number)
            let recorded = try await domain.risk.evaluate(event, origin: Self.origin, in: realm)
            _ = try await domain.risk.complete(recorded.id, as: .success, in: realm)
        }
        return Self.processorSeconds - before
    }

    private func measure(_ user: String, _ domain: Services, _ realm: Realm) async throws -> (mean: Double, predictors: Int) {
        var events: [RiskEvent] = []
        let signals = try Client(domain: domain, realm: realm, origin: Self.origin).signals()
        try await signals.start()
        for number in 0..<Self.measured {
            for _ in 0..<4 { signals.record(BehaviorSample.keys(.init(strokes: 12, interval: 180, deviation: 60))) }
            var event = Self.event(user, number)
            event.signals = .payload(try await signals.data())
            events.append(event)
        }
        let before = Self.processorSeconds
        var predictors = 0
        for event in events {
            let recorded = try await domain.risk.evaluate(event, origin: Self.origin, in: realm)
            guard recorded.signals == "TAKEN" else { throw Failure("the signals were \(recorded.signals)") }
            predictors = (recorded.result["details"]?.object?.members ?? []).count { $0.value["type"] != nil }
        }
        return ((Self.processorSeconds - before) / Double(Self.measured), predictors)
    }

    private static func event(_ user: String, _ number: Int) -> RiskEvent {
        var event = RiskEvent(address: "192.0.2.\(number % 40 + 1)", user: user)
        (event.flowType, event.mailDomain, event.target) = ("AUTHENTICATION", "example.com", "app-\(number % 3)")
        event.userAgent = number.isMultiple(of: 2) ? "Mozilla/5.0 (X11; Linux x86_64) Firefox/140" : "Mozilla/5.0 (Macintosh) Safari/18"
        return event
    }

    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// A client whose registration goes to the service without a network.
private struct Client: HTTPTransport {
    let domain: Services
    let realm: Realm
    let origin: String

    var environment: String { realm.id.uuidString.lowercased() }

    func signals() throws -> Signals {
        guard let issuer = SignalsIssuer(base: origin, environment: environment) else { throw Failure("no issuer") }
        var configuration = SignalsConfiguration(issuer: issuer)
        configuration.sending = .onDemand
        configuration.collectors = [Profile()]
        return Signals(configuration, on: Device(transport: self, store: InMemoryStore()))
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        do {
            guard let base = SignalsIssuer.Base(origin) else { throw Failure("no address \(origin)") }
            let grant = try await domain.risk.register(
                try JSONValue(parsing: request.body), environment: environment, base: base, from: "192.0.2.1")
            return HTTPResponse(status: 201, body: Array(grant.json.encoded))
        } catch { throw TransportError(.cannotConnect, "\(error)") }
    }

    func stream(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        throw TransportError(.cannotConnect, "there are no streams here")
    }

    private struct Profile: ProfileCollector {
        let name = "platform"
        func collect() async -> JSONObject { ["platform": "Android", "version": "15", "model": "Pixel 9", "brand": "Example"] }
    }
}
