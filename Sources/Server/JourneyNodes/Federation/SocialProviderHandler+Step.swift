package import JourneyEngine
import JourneyModel
import Primitives

extension SocialProviderHandler: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult { try await login.step(&turn) }
}

extension OlderSocialProviderHandler: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let result = try await login.step(&turn)
        guard result != .outcome(SocialLogin.interrupted) else { throw JourneyRunError(.failed, message: turn.state.failureMessage) }
        return result
    }
}
