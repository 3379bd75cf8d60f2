import Administration
import Directory
import Foundations
import Primitives
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

    private func read(any action: some ReadingAction) async throws { _ = try await read(action) }
    private func perform(any action: some ChangingAction) async throws { _ = try await perform(action) }
    private func preview(any action: some ChangingAction) async throws { _ = try await preview(action) }
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
