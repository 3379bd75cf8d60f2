import Foundation
import Orchestration
import OrchestrationSDK

/// The keypad, and what an app hands in besides.
func declaredKeypad(_ builder: Orchestrator.Builder, _ request: VirtualKeypadRequest, _ bundle: Bundle) -> [Any?] {
    let keypad: (any VirtualKeypad) -> Orchestrator.Builder = builder.setKeypad(_:)
    let shown: (OrchestrationUser, String, String?, Bool) = (request.user, request.title, request.error, request.isEnrollment)
    let appearance: VirtualKeypadAppearance = request.appearance
    let values: (String, String, Double) = (
        appearance[VirtualKeypadText.enter], appearance[VirtualKeypadColor.key, isDark: true].css, appearance[VirtualKeypadSize.key]
    )
    let texts: [String] = VirtualKeypadText.allCases.map { $0.text(in: bundle) } + VirtualKeypadColor.allCases.map(\.darkKey)
    let notification: (Bool, String?) = (
        OrchestrationNotification.isOrchestrationNotification([:]), OrchestrationNotification.command(in: [:])
    )
    return [keypad, shown, values, texts, notification]
}
