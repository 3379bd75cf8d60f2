package import JourneyEngine
import JourneyModel

extension LegacyCaptcha: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult { try await captcha.step(&turn) }
}
