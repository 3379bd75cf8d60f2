import DeviceFoundation
import Orchestration

/// The example of the article and of ``OrchestrationDevice``, which compiles here.
func orchestrationExample(
    _ vault: any SecureStore, typed: String, command: String, relay: any CommandRelay, screens: any UserPrompts
) async throws -> RemoteOutcome {
    let device = OrchestrationDevice(OrchestrationConfiguration(), store: vault)
    try await device.activate("tom", password: typed, through: relay, prompts: screens)
    let outcome = try await device.answer(command, through: relay, prompts: screens)
    return outcome
}
