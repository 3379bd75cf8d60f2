import JourneyTesting
import JourneyMessages
import JourneyTransfer
import Primitives
import Testing

@testable import JourneyEngine
@testable import JourneyModel

@Suite("Splitting, measuring, new passwords")
struct UtilityNodeTests {
    @Test("a flow is split by percentage", arguments: [(0, "B"), (100, "A")])
    func splits(_ percentage: Int, _ outcome: String) async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.single("flowControl: { percentageA: \(percentage) }", "A", "B"))
        for _ in 0..<5 { #expect(try await harness.step("Single").message == outcome) }
    }

    @Test("its outcomes are called by their names in exports and drawings")
    func names() throws {
        let settings = "flowControl: { outcomeADisplayName: Old page, outcomeBDisplayName: New page }"
        let journey = try JourneyDefinition(text: Journeys.single(settings, "A", "B"))
        let nodes = JourneyExport(scripts: [], carried: []).file([journey])["trees"]?["Single"]?["nodes"]?.object?.members ?? []
        let flow = try #require(nodes.first { $0.value["_type"]?["_id"] == "FlowControlNode" }?.value)
        #expect(flow["_outcomes"] == [["id": "A", "displayName": "Old page"], ["id": "B", "displayName": "New page"]])
        #expect(JourneyDrawing(journey).boxes.first { $0.title == "only" }?.ports.map(\.name) == ["Old page", "New page"])
    }

    @Test("half of the runs go either way")
    func halves() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.single("flowControl: {}", "A", "B"))
        var ways: Set<String?> = []
        for _ in 0..<40 { ways.insert(try await harness.step("Single").message) }
        #expect(ways == ["A", "B"])
    }

    @Test("timers and meters let everybody pass, with or without a start")
    func measures() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.planned("timerStart: {}", "meter: { metricKey: logins }", "timerStop: { metricKey: login }"))
        #expect(try await harness.login("Planned").success.session != nil)
        try await harness.add(Journeys.planned("timerStop: { metricKey: login }"))
        #expect(try await harness.login("Planned").success.session != nil)
    }

    private static let create = """
        name: Create
        start: form
        nodes:
          form: { page: [ { platformUsername: {} }, { attributeCollector: { attributesToCollect: [ givenName, sn, mail ] } } ], next: word }
          word: { createPassword: { minPasswordLength: 20 }, next: create }
          create: { createObject: {}, CREATED: success, FAILURE: failure }
        """

    @Test("a new password is asked for twice, and again with what was wrong")
    func creates() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Self.create)
        let form = try await harness.step("Create")
        let first = try await harness.send(form, "ada", "Ada", "Lovelace", "ada@example.com").step
        #expect(first.types == [.password, .password])
        let differ = try await harness.send(first, "correct horse battery", "incorrect horse battery").step
        #expect(differ.types == [.textOutput, .password, .password] && differ.message == "The passwords differ.")
        let short = try await harness.send(differ, nil, "correct horse", "correct horse").step
        #expect(short.message == "The password is too short.")
        let empty = try await harness.send(short, nil, "", "").step
        // Each of the two questions says why it is asked again.
        #expect(empty.types == [.textOutput, .password, .password, .textOutput, .textOutput])
        #expect(try await harness.send(empty, nil, "correct horse battery", "correct horse battery").success.session != nil)
        #expect(try await harness.login(as: "ada", password: Secret("correct horse battery")).success.session != nil)
    }
}
