import Foundations
package import JourneyEngine
import JourneyMessages
import JourneyModel
import OneTimePassword
import Primitives
import Translations

extension OathRegistration: JourneyNode {
    private static let next = LocalizedText(\.next)

    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self)
        let account = OathPlan.account(in: turn) ?? plan.account(random: turn.domain.platform.random)
        OathPlan.keep(account, in: &turn)
        var uri = try await card.uri(of: user, turn)
        uri.password = account.uriPassword
        turn.tellRegistration(try uri.text(), card.message)
        guard turn.ask(ConfirmationQuestion(acknowledgedBy: turn.text(Self.next))) != nil else { return .waiting }
        if isPostponed { return .outcome(Self.success) }
        return .outcome(try await OathPlan.store(of: user, withCodes: card.makesRecoveryCodes, &turn) ? Self.success : Self.failure)
    }
}

extension OathDeviceStorage: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self)
        let isKept = try await OathPlan.store(of: user, withCodes: makesRecoveryCodes, &turn)
        return .outcome(isKept ? OathRegistration.success : OathRegistration.failure)
    }
}
