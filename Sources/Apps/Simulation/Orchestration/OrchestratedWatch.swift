internal import OrchestrationService
internal import Services
internal import Directory
internal import CommandChannel
internal import DeviceFoundation
internal import Foundation
internal import Primitives
internal import Store
internal import Synchronization

/// Looks at an authenticator before and after each command that reaches the server: a command that comes again changes nothing, and
/// tries are given back by the right PIN alone. It knows the rules by itself, and asks nothing of the server's own code.
final class OrchestratedWatch: Sendable {
    private let world: World
    private let state = Mutex(State())

    private struct State {
        /// The answers to commands that were taken.
        var answers: [String: String] = [:]
        /// The PINs that commands were made by, as their phones' persons know them.
        var pins: [String: PIN] = [:]
    }

    /// The PIN by which a command was made; unsure when a change of it was cut off, or a former life of the app made the command.
    enum PIN { case right, wrong, none, unsure }

    init(_ world: World) { self.world = world }

    /// The standing of an authenticator in the database.
    private struct Standing {
        var left = 0
        var version = 0
        /// Whether the request that the command answers waits still; else its PIN isn't looked at.
        var isPending = true
    }

    func note(_ pin: PIN, for command: String) { state.withLock { $0.pins[command] = $0.pins[command] ?? pin } }

    /// Hands a command to the server, and compares.
    func around(_ command: String, _ body: () async -> HTTPResponse?) async -> HTTPResponse? {
        do {
            let before = try await standing(command)
            let answer = await body()
            let after = try await standing(command)
            compare(command, before, after, answer)
            return answer
        } catch {
            world.violate("the authenticators can't be read: \(error)")
            return nil
        }
    }

    private func compare(_ command: String, _ before: Standing?, _ after: Standing?, _ answer: HTTPResponse?) {
        let text = answer.flatMap { $0.status == 200 ? (try? $0.json())?["command"]?.string : nil }
        let (known, pin) = state.withLock { state -> (String?, PIN) in
            let known = state.answers[command]
            if let text { state.answers[command] = known ?? text }
            return (known, state.pins[command] ?? .unsure)
        }
        if let known {
            world.count("command repeated")
            if let text, text != known { world.violate("a command that came again got another answer") }
            if (before?.left, before?.version) != (after?.left, after?.version) {
                world.violate("a command that came again changed something")
            }
        }
        guard let before, let after, pin != .unsure else { return }
        if after.left > before.left, pin != .right { world.violate("tries were given back without the right PIN") }
        if before.left == 0, after.left > 0 { world.violate("a locked authenticator was unlocked by a command") }
        if known == nil, text != nil, pin == .wrong, before.isPending, before.left > 0, after.left >= before.left,
            after.version > before.version
        {
            world.violate("a wrong PIN cost nothing")
        }
        if after.left < before.left, pin != .wrong { world.violate("a try was lost without a wrong PIN") }
        if after.left < before.left - 1 { world.violate("one command cost more than a try") }
    }

    private func standing(_ command: String) async throws -> Standing? {
        guard let envelope = try? CommandEnvelope(command) else { return nil }
        let hint = Hexadecimal.encode(envelope.hint.bytes)
        let (realm, now, flow) = (world.realm.id, world.scheduler.time.now, envelope.flow.description)
        return try await world.server.database.read { transaction in
            let request = try transaction.row(
                """
                SELECT r.state, r.deadline FROM orchestration_sessions s JOIN orchestration_requests r ON r.realm = s.realm AND r.id = s.request
                WHERE s.realm = ?1 AND s.flow = ?2
                """, realm, flow)
            let isPending = try request.map { try $0.text("state") == "pending" && $0.date("deadline") > now } ?? true
            return try transaction.row(
                "SELECT attempts_left, version FROM orchestration_authenticators WHERE realm = ?1 AND hint = ?2", realm, hint
            ).map { Standing(left: Int(try $0.int("attempts_left")), version: Int(try $0.int("version")), isPending: isPending) }
        }
    }
}
