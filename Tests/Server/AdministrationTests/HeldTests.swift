@testable import Administration
import Directory
import Foundation
import Foundations
import Primitives
import Services
import Testing

@Suite("A change holds to the state that was read before it")
struct HeldTests {
    private static let show = ShowUser(realm: Stage.alpha, username: "ada")

    private static func set(_ city: String) -> SetUserAttributes {
        SetUserAttributes(realm: Stage.alpha, username: "ada", assignments: [Assignment("city", city)])
    }

    private func city(_ stage: Stage) async throws -> String? {
        try await stage.domain.directory.users.user(named: "ada", in: stage.realm.id)?.attribute("city")
    }

    @Test("where another process has changed that, it has no effect; one that has read again has")
    func overtaken() async throws {
        let stage = try await Stage()
        let late = stage.administration().held()
        _ = try await late.front.read(Self.show)
        late.hold()
        _ = try await stage.administration().perform(Self.set("Paris"))
        let before = try await stage.rows()
        await #expect(throws: Overtaken.self) { _ = try await late.front.perform(Self.set("London")) }
        #expect(try await stage.rows() == before)
        let next = stage.administration().held()
        _ = try await next.front.read(Self.show)
        next.hold()
        _ = try await next.front.perform(Self.set("London"))
        #expect(try await city(stage) == "London")
        await stage.close()
    }

    @Test("what others change that it hasn't read doesn't matter")
    func apart() async throws {
        let stage = try await Stage()
        let held = stage.administration().held()
        _ = try await held.front.read(Self.show)
        held.hold()
        _ = try await stage.domain.directory.users.create("bob", in: stage.realm.id)
        _ = try await held.front.perform(Self.set("London"))
        #expect(try await city(stage) == "London")
        await stage.close()
    }

    @Test("a dry run holds to it too, and changes nothing")
    func tried() async throws {
        let stage = try await Stage()
        let held = stage.administration().held()
        _ = try await held.front.read(Self.show)
        held.hold()
        let before = try await stage.rows()
        _ = try await held.front.preview(Self.set("London"))
        #expect(try await stage.rows() == before)
        _ = try await stage.administration().perform(Self.set("Paris"))
        await #expect(throws: Overtaken.self) { _ = try await held.front.preview(Self.set("London")) }
        await stage.close()
    }
}
