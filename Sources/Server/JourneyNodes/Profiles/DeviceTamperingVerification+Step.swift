package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension DeviceTamperingVerification: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let noticed = turn.collectedProfile?.metadata?["platform"]?["jailBreakScore"]?.number
        guard let noticed, noticed >= 0 else { return .outcome(Outcome.no) }
        return .outcome(noticed <= score.value ? Outcome.yes : Outcome.no)
    }
}
