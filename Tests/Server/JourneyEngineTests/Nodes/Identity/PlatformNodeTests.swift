import JourneyTesting
import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine
@testable import JourneyModel
import Services
import Directory

@Suite("Platform nodes by themselves")
struct PlatformNodeTests {
    /// Name and password unchecked, then the account.
    private static let unchecked = """
        name: Unchecked
        start: form
        nodes:
          form:
            page: [ { platformUsername: {} }, { attributeCollector: { attributesToCollect: [ givenName, sn, mail ] } }, { platformPassword: {} } ]
            next: create
          create: { createObject: {}, CREATED: success, FAILURE: bye }
          bye: { message: { message: Not made }, "true": success, "false": failure }
        """

    private func send(_ answers: JSONValue?...) async throws -> (JourneyHarness, JourneyReply) {
        let harness = try await JourneyHarness()
        try await harness.add(Self.unchecked)
        return (harness, try await harness.send(harness.step("Unchecked").answered(answers)))
    }

    @Test("what no node checked, the account's making checks", arguments: ["short", "correct horse battery"])
    func unchecked(_ password: JSONValue) async throws {
        let (harness, reply) = try await send("ada", "Ada", "Lovelace", "ada@example.com", password)
        let isMade = try await harness.domain.directory.users.user(named: "ada", in: harness.realm.id) != nil
        #expect(isMade == (password != "short"))
        #expect(try isMade ? reply.success.session != nil : reply.step.message == "Not made")
    }

    @Test("a taken name and a missing attribute make no account", arguments: [["demo", "Ada"], ["ada", ""]] as [[JSONValue]])
    func refused(_ given: [JSONValue]) async throws {
        let (harness, reply) = try await send(given[0], given[1], "Lovelace", "ada@example.com", "correct horse battery")
        #expect(try reply.step.message == "Not made")
        #expect(try await harness.domain.directory.users.list(in: harness.realm.id).count == 1)
    }

    @Test("the name and password that the platform nodes ask for are checked like any other")
    func login() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(
            """
            name: Platform
            start: form
            nodes:
              form: { page: [ { platformUsername: {} }, { platformPassword: {} } ], next: check }
              check: { dataStoreDecision: {}, "true": success, "false": failure }
            """)
        let step = try await harness.step("Platform")
        #expect(step.types == [.name, .password] && step.callbacks[0].output("prompt") == "Username")
        #expect(try await harness.send(step, "demo", "Ch4ng3it!").success.session != nil)
    }

    @Test("settings that can't work are refused")
    func objections() {
        #expect(CreateObject().objections.isEmpty)
        #expect(ManagedUserResource.objections("managed/alpha_user").isEmpty)
        #expect(ManagedUserResource.objections("managed/role").count == 1)
        var collector = AttributeCollector()
        collector.names = ["mail", "mail"]
        #expect(collector.objections.count == 1)
        var password = PlatformPassword()
        password.attribute = "pin"
        #expect(password.objections.count == 1)
    }

    @Test("an attribute that the schema doesn't have is the journey's fault, not the user's")
    func unknownAttribute() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.single("attributeCollector: { attributesToCollect: [ shoeSize ] }", "outcome"))
        #expect(await harness.error { try await harness.step("Single") } == JourneyRunError(.internal))
    }
}
