import Foundation
import Simulation
import TestVectors
import Testing

@Suite("The server's front under requests of any shape")
struct FrontTests {
    /// Generous, since it is a test's build: what is superlinear takes longer at once.
    private static let bound = Duration.seconds(3)

    @Test("every route answers as it is meant to be asked, and every seventh of what is done to that, in bounded time and without a fault")
    func seeds() async throws {
        let world = try await FrontWorld.make()
        let seeds = FrontSeeds(world.table)
        let hard = seeds.all.enumerated().filter { $0.offset.isMultiple(of: 7) }.map(\.element)
        var routes: Set<String> = []
        for input in seeds.plain + seeds.unstorable + hard { routes.insert(try await check(input, world)) }
        #expect(routes.subtracting(["no route"]).count > 180)
    }

    @Test("every route answers to texts that text handling breaks on, wherever one may stand, in bounded time and without a fault")
    func hostile() async throws {
        let world = try await FrontWorld.make()
        let seeds = FrontSeeds(world.table)
        // Each route gets a twentieth of them; the sorting of marks, the worst, three times as much.
        for (index, hostile) in try HostileText.all().enumerated() {
            let step = index == 0 ? 7 : 20
            let inputs = seeds.hostile(hostile.bytes(upTo: 20_000))
            for input in inputs.enumerated().filter({ ($0.offset + index).isMultiple(of: step) }).map(\.element) {
                _ = try await check(input, world)
            }
        }
    }

    /// Sends an input; says which route it took.
    private func check(_ input: FrontInput, _ world: FrontWorld) async throws -> String {
        let answer = try await world.send(input)
        #expect(answer.status != 500, "\(answer.route): \(String(decoding: input.bytes.prefix(200), as: UTF8.self))")
        // The process's time is told, which other tests share: what is slow by itself is slow each time.
        var time = answer.time
        for _ in 0..<5 where time >= Self.bound { time = min(time, try await world.send(input).time) }
        #expect(time < Self.bound, "\(answer.route): \(String(decoding: input.bytes.prefix(200), as: UTF8.self))")
        return answer.route
    }

    @Test("an input says itself again")
    func inputs() {
        let input = FrontInput("POST", "/a?b=c", [("X-A", " b"), ("X-C", "d:e")], body: "{}\n\nx")
        let again = FrontInput(parsing: input.bytes)
        #expect(again.method == "POST" && again.target == "/a?b=c" && again.body == input.body)
        #expect(again.fields.map(\.name) == ["X-A", "X-C"] && again.fields.map(\.value) == [" b", "d:e"])
        #expect(FrontInput(parsing: []).target == "/" && FrontInput(parsing: Array("\n\n:\n".utf8)).fields.isEmpty)
    }
}
