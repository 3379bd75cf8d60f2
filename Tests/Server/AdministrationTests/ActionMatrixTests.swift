import Administration
import Directory
import Foundations
import Primitives
import ResourceMessages
import Testing

/// What holds for every administrative action, each by its name.
@Suite("Every administrative action")
struct ActionMatrixTests {
    static let names = AdministrativeActions.all.map { $0.declaration.name }
    static let changes = AdministrativeActions.all.filter { $0 is any ChangingAction.Type }.map { $0.declaration.name }
    static let readings = AdministrativeActions.all.filter { $0 is any ReadingAction.Type }.map { $0.declaration.name }

    @Test("has a name of its own, a permission, a purpose, and either reads or changes")
    func declared() {
        #expect(Set(Self.names).count == Self.names.count)
        #expect(Set(Self.changes).isDisjoint(with: Self.readings) && Self.changes.count + Self.readings.count == Self.names.count)
        for action in AdministrativeActions.all {
            #expect(!action.declaration.permission.isEmpty && action.declaration.purpose.hasSuffix("."), "\(action.declaration.name)")
        }
    }

    @Test("answers at a route of its own, whose parameters are inputs that it needs")
    func described() {
        let all = AdministrativeActions.described
        #expect(all.map(\.declaration.name) == Self.names)
        #expect(Set(all.map { "\($0.route.method) \($0.route.base) \($0.route.path)" }).count == all.count)
        // Two names of a parameter at the same place would make one route hide the other.
        let paths = Set(all.map { "\($0.route.method) \($0.route.base) \(Self.bare($0.route.resource))" })
        #expect(paths.count == Set(all.map { "\($0.route.method) \($0.route.base) \($0.route.resource)" }).count)
        for action in all {
            let (name, route) = (action.declaration.name, action.route)
            let needed = action.input.members.filter(\.presence.isRequired).map(\.name)
            #expect(Set(route.parameters).isSubset(of: needed), "\(name)")
            #expect(action.isChanging ? route.method != .get : [.get, .post].contains(route.method), "\(name)")
            #expect(action.isChanging || route.danger == .reversible && action.document == nil, "\(name)")
            guard route.list != nil else { continue }
            guard case .list = action.output else {
                Issue.record("\(name) gives no list")
                continue
            }
            // A list that nothing bounds would be read as a whole for each page.
            let isReadInParts = action.input.members.contains { $0.name == ListInput.after.rawValue }
            #expect(isReadInParts == (route.list?.bound == nil), "\(name)")
            #expect(isReadInParts == action.input.members.contains { $0.name == ListInput.limit.rawValue }, "\(name)")
        }
    }

    /// A path without the names of its parameters.
    private static func bare(_ path: String) -> String {
        path.split(separator: "/").map { $0.hasPrefix("{") ? "{}" : String($0) }.joined(separator: "/")
    }

    @Test("gives what its form says", arguments: names)
    func formed(_ name: String) async throws {
        let stage = try await Stage()
        let action = try #require(try Examples.all(on: stage).first { type(of: $0).declaration.name == name })
        let (shape, output) = try await stage.administration().told(action)
        if Void.self != type(of: action).outputType {
            #expect(shape.problem(with: output) == nil, "\(name): \(output.text.prefix(2000))")
        }
        await stage.close()
    }

    @Test("is asked for by a call that gives the same action")
    func called() async throws {
        let stage = try await Stage()
        // The answers to a journey's questions are code, which no call holds.
        for action in try Examples.all(on: stage) where type(of: action).declaration.name != RunJourney.declaration.name {
            try Self.expectSameCall(action)
        }
        await stage.close()
    }

    private static func expectSameCall<Action: AdministrativeAction>(_ action: Action) throws {
        let (interface, name) = (Action.interface, Action.declaration.name)
        let call = interface.call(of: action)
        let again = interface.call(of: try interface.action(in: call.realm, call.values, body: call.body))
        #expect(again.realm == call.realm && again.values == call.values && again.body == call.body, "\(name): \(call.values)")
    }

    @Test("that lists something asks a server for as many as the terminal asks for")
    func limits() throws {
        let alpha = Stage.alpha
        func limit<Action: AdministrativeAction>(_ action: Action) -> JSONValue? { Action.interface.call(of: action).values["limit"] }
        #expect(limit(ListUsers(realm: alpha)) == 100 && limit(FindUsers(realm: alpha, filter: "true")) == 100)
        #expect(limit(ListRiskEvaluations(realm: alpha)) == 20 && limit(ListAuditEvents(limit: 7)) == 7)
        #expect(limit(ListClients(realm: alpha)) == nil && limit(ListSessions(realm: alpha, username: "ada")) == nil)
    }

    @Test(
        "that may take long tells how far it is, and ends where it is asked to",
        arguments: AdministrativeActions.described.filter(\.route.isLong).map(\.declaration.name))
    func long(_ name: String) async throws {
        // One transaction, which nothing can end.
        guard name != RemoveRealm.declaration.name else { return }
        for isStopped in [false, true] {
            let stage = try await Stage()
            let action = try #require(try Examples.all(on: stage).first { type(of: $0).declaration.name == name })
            let (progress, front) = (WorkProgress(), stage.administration())
            let work = WorkProgress.$current.withValue(progress) {
                Task {
                    if isStopped { withUnsafeCurrentTask { $0?.cancel() } }
                    try await front.call(action)
                }
            }
            if isStopped {
                await #expect(throws: CancellationError.self) { try await work.value }
            } else {
                try await work.value
                #expect(progress.done > 0)
            }
            await stage.close()
        }
    }

    @Test("is called by an example")
    func examples() async throws {
        let stage = try await Stage()
        let called = try Examples.all(on: stage).map { type(of: $0).declaration.name }
        #expect(Set(Self.names).subtracting(called).isEmpty && called.count == Self.names.count)
        await stage.close()
    }

    @Test("is refused to callers without its permission, whatever else they hold, and in another realm")
    func refused() async throws {
        let stage = try await Stage()
        let before = try await stage.rows()
        for action in try Examples.all(on: stage) {
            let declaration = type(of: action).declaration
            let others = Privileges.operator.permissions.subtracting(declaration.permission)
            for caller in [
                AdministrativeCaller(.client("other"), holding: Privileges(others, scopes: ["fr:idm:*"]), in: Stage.alpha),
                AdministrativeCaller(.client("other"), holding: .none, in: Stage.alpha),
                AdministrativeCaller(.client("other"), holding: .operator, in: try #require(AdministeredRealm("beta"))),
            ] {
                let front = stage.administration(as: caller)
                await expectRefusal(.notPermitted, declaration.name) { try await front.call(action) }
                await expectRefusal(.notPermitted, declaration.name) { try await front.call(action, isDryRun: true) }
            }
        }
        #expect(try await stage.rows() == before)
        await stage.close()
    }

    @Test("that changes something changes nothing in a dry run, and then does, and the audit log names the caller", arguments: changes)
    func changed(_ name: String) async throws {
        let stage = try await Stage()
        let action = try #require(try Examples.all(on: stage).first { type(of: $0).declaration.name == name })
        let (before, known) = (try await stage.rows(), try await stage.events().last?["sequence"]?.integer ?? 0)
        try await stage.administration().call(action, isDryRun: true)
        #expect(try await stage.rows() == before)
        try await stage.administration().call(action)
        #expect(try await stage.rows() != before)
        let events = try await stage.events(after: known)
        #expect(!events.isEmpty)
        for event in events { #expect(event["details"]?["byOperator"] == "ann", "\(event)") }
        await stage.close()
    }

    @Test("that reads changes nothing", arguments: readings)
    func read(_ name: String) async throws {
        let stage = try await Stage()
        let action = try #require(try Examples.all(on: stage).first { type(of: $0).declaration.name == name })
        let before = try await stage.rows()
        try await stage.administration().call(action)
        #expect(try await stage.rows() == before)
        await stage.close()
    }
}

extension Administration {
    /// Calls an action, whatever its type.
    func call(_ action: any AdministrativeAction, isDryRun: Bool = false) async throws {
        if let action = action as? any ReadingAction { return try await read(any: action) }
        guard let action = action as? any ChangingAction else { return }
        if isDryRun { try await preview(any: action) } else { try await perform(any: action) }
    }

    /// Calls an action, whatever its type, and tells its output with the shape that it should have.
    func told(_ action: any AdministrativeAction) async throws -> (Shape, JSONValue) {
        if let action = action as? any ReadingAction { return try await told(reading: action) }
        let change = try #require(action as? any ChangingAction)
        return try await told(changing: change)
    }

    private func told<Action: ReadingAction>(reading action: Action) async throws -> (Shape, JSONValue) {
        let output = Action.interface.output
        return (output.shape, output.write(try await read(action)))
    }

    private func told<Action: ChangingAction>(changing action: Action) async throws -> (Shape, JSONValue) {
        let output = Action.interface.output
        return (output.shape, output.write(try await perform(action)))
    }

    private func read(any action: some ReadingAction) async throws { _ = try await read(action) }
    private func perform(any action: some ChangingAction) async throws { _ = try await perform(action) }
    private func preview(any action: some ChangingAction) async throws { _ = try await preview(action) }
}

extension AdministrativeAction {
    fileprivate static var outputType: Any.Type { Output.self }
}

/// Expects an error of a code.
func expectRefusal(_ code: AdministrationError.Code, _ about: String, _ body: () async throws -> Void) async {
    do {
        try await body()
        Issue.record("\(about) is not refused")
    } catch let error as AdministrationError {
        #expect(error.code == code, "\(about): \(error)")
    } catch { Issue.record("\(about): \(error)") }
}
