import Directory
import Foundation
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives
import Translations

extension PasscodeDecision: JourneyNode {
    private static let prompt = LocalizedText(\.oneTimePassword)

    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let passcode = SentPasscode(turn)
        guard let given = turn.ask(PasswordQuestion(prompt: turn.text(Self.prompt))) else {
            // The state that travels with the client has no code, but a digest that tells whether one is right.
            SentPasscode.keep(passcode?.withoutCode, in: &turn.state)
            return .waiting
        }
        let isInTime = passcode.map { turn.now < $0.made.addingTimeInterval(TimeInterval(minutes * 60)) } ?? false
        let isRight = try await turn.domain.credentials.passcodes.verify(
            SentPasscode.digest(of: given, like: passcode?.digest, turn), against: isInTime ? passcode?.digest : nil,
            of: try await user(passcode, turn),
            in: turn.realm,
            from: turn.client.address, spending: try turn.spending())
        guard isRight, try await identify(passcode, &turn) else {
            try await fail(passcode, &turn)
            return .outcome(Outcome.no)
        }
        SentPasscode.keep(nil, in: &turn.state)
        try await turn.proveMail(passcode?.mail)
        return .outcome(Outcome.yes)
    }

    /// The user whose attempt it is; nil when there is none.
    private func user(_ passcode: SentPasscode?, _ turn: Turn) async throws -> User? {
        if let user = try await turn.provenUser() { return user }
        if let id = passcode?.user { return try await turn.domain.directory.users.user(id, in: turn.realm.id) }
        return try await turn.namedUser()
    }

    /// Identifies the user: who knows a code that went to a user's own address is that user. False when another user is known already.
    private func identify(_ passcode: SentPasscode?, _ turn: inout Turn) async throws -> Bool {
        guard let id = passcode?.user else { return true }
        guard let user = try await turn.domain.directory.users.user(id, in: turn.realm.id) else { return false }
        return turn.state.identify(user, showing: .sentCode)
    }

    private func fail(_ passcode: SentPasscode?, _ turn: inout Turn) async throws {
        var passcode = passcode
        passcode?.failures += 1
        SentPasscode.keep((passcode?.failures ?? 0) < SentPasscode.attempts ? passcode?.withoutCode : nil, in: &turn.state)
        try await turn.recordFailure("wrong one-time passcode", of: .sentCode)
    }
}
