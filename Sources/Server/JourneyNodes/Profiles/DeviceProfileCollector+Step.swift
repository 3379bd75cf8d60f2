import DeviceRegistry
import Directory
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension DeviceProfileCollector: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let question = DeviceProfileQuestion(metadata: wantsMetadata, location: wantsLocation, message: turn.text(message))
        guard let text = turn.ask(question) else { return .waiting }
        let profile: DeviceProfileDocument
        do { profile = try DeviceProfileDocument(reading: text, atMost: Int(most.value * 1024)) } catch {
            guard error.code == .tooLarge else {
                turn.complain(FailedPolicy(.readable))
                return .waiting
            }
            try await turn.recordFailure("device profile: \(error.reason)")
            throw JourneyRunError(.failed, message: turn.state.failureMessage)
        }
        turn.state.shared[CollectedProfile.key] = profile.json
        // Personal, so that only a realm that asks for it has it in its log.
        if turn.realm.settings[DeviceSettings.self].auditsDeviceProfiles {
            let user = turn.state.user
            try await turn.act { transaction, record in
                try record.append(.deviceProfileCollected, user: user, details: ["profile": profile.json], in: transaction)
            }
        }
        return .outcome(Outcome.only)
    }
}
