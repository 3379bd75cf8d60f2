import Foundation
import Simulation

/// Looks for the slowest input of each route of the server's front, and prints a table of them.
///
///     front 3600        for an hour
///     front 3600 7      from another seed
///
/// Requests are made from the table of routes and changed at random; one that is its route's slowest so far is changed further. Times are the
/// processor's, of the whole process, the lower of two. The status is 1 when an input took more than the budget, or was answered with an error
/// of ours.
@main
struct Front {
    private static let budget = Duration.milliseconds(100)
    /// The changes to a world add up, so that it is made again after so many requests.
    private static let worldLength = 5000

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        let hunt = try await FrontHunt(seed: UInt64(arguments.dropFirst().first ?? 1))
        try await hunt.go(for: .seconds(arguments.first ?? 60), worldLength: worldLength)
        print("\(hunt.sent) requests, \(hunt.failures) answered with an error of ours\n\n\(hunt.times.table)")
        exit(hunt.failures == 0 && (hunt.times.all.first?.worst.time ?? .zero) <= budget ? 0 : 1)
    }
}

/// One search, on one thread at a time.
final class FrontHunt {
    let times = FrontTimes()
    private(set) var (sent, failures) = (0, 0)
    private var mutations: FrontMutations
    private var world: FrontWorld
    private var inputs: [FrontInput]

    init(seed: UInt64) async throws {
        mutations = FrontMutations(seed: seed)
        world = try await FrontWorld.make()
        inputs = FrontSeeds(world.table).all
    }

    func go(for duration: Duration, worldLength: Int) async throws {
        let (end, seeds) = (ContinuousClock.now + duration, inputs)
        while ContinuousClock.now < end {
            try await send(sent < seeds.count ? seeds[sent] : mutations.next(inputs))
            if sent.isMultiple(of: worldLength) { world = try await FrontWorld.make() }
        }
    }

    private func send(_ input: FrontInput) async throws {
        var answer = try await world.send(input)
        if times.isSlowest(answer) {
            let again = try await world.send(input)
            if again.time < answer.time { answer = again }
        }
        if times.note(answer, to: input) { inputs.append(input) }
        if answer.status == 500 { failures += 1 }
        sent += 1
    }
}
