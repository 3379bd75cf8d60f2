import BenchSupport
import Foundation
import MFA
import Primitives

/// Whole challenges of phones as apps hold them: asked for by the platform's API, pushed to the phone, approved with the number, and seen as
/// approved.
struct Challenges {
    let platform: Platform
    private let users: [Owner]

    /// A user with a phone.
    private struct Owner: Sendable {
        let id: String
        /// Tells the phone the number that is shown.
        let numbers: AsyncStream<Int>.Continuation
        let approvals: AsyncStream<Void>

        func nextApproval() async {
            var iterator = approvals.makeAsyncIterator()
            await iterator.next()
        }
    }

    /// Pairs so many phones and lets each approve whatever it is asked, as soon as its user has told the number.
    init(_ platform: Platform, phones count: Int) async throws {
        self.platform = platform
        let connected = AsyncStream.makeStream(of: Void.self)
        users = try await Phone.fleet(count, platform, prefix: "challenge").map { phone in
            let (numbers, teller) = AsyncStream.makeStream(of: Int.self)
            let (approvals, approved) = AsyncStream.makeStream(of: Void.self)
            Task {
                var numbers = numbers.makeAsyncIterator()
                for try await event in phone.device.events {
                    switch event {
                    case .connected: connected.continuation.yield()
                    case .request(let request):
                        guard let number = await numbers.next() else { return }
                        try await request.approve(number: number)
                        approved.yield()
                    default: break
                    }
                }
            }
            return Owner(id: phone.user, numbers: teller, approvals: approvals)
        }
        var connections = connected.stream.makeAsyncIterator()
        for _ in 0..<count { await connections.next() }
    }

    /// The time that each of `count` challenges takes, one after another, in milliseconds: the browser asks again and again meanwhile.
    func latencies(_ count: Int) async throws -> [Double] {
        var latencies: [Double] = []
        for index in 0..<count {
            let begun = ContinuousClock.now
            let user = users[index % users.count]
            let address = try await begin(user)
            while try await !isCompleted(address) { try await Task.sleep(for: .milliseconds(1)) }
            latencies.append((ContinuousClock.now - begun) / .milliseconds(1))
            await user.nextApproval()
        }
        return latencies
    }

    private func begin(_ user: Owner) async throws -> String {
        let made = try await platform.post(platform.authentications, ["user": ["id": .string(user.id)]])
        guard let number = made["numberMatching"]?["number"]?.integer else { throw Failure("no push: \(made.text)") }
        user.numbers.yield(Int(number))
        return "\(platform.authentications)/\(try Platform.text(made, "id"))"
    }

    private func isCompleted(_ address: String) async throws -> Bool {
        let status = try Platform.text(try await platform.get(address), "status")
        guard ["COMPLETED", "PUSH_CONFIRMATION_REQUIRED"].contains(status) else { throw Failure("a challenge ended as \(status)") }
        return status == "COMPLETED"
    }
}
