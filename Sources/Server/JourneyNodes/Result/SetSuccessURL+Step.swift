import Directory
package import JourneyEngine
import JourneyModel
import SignIn

extension SetSuccessURL: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.state.ending.successURL = turn.allowed(url) ?? turn.state.ending.successURL
        return .outcome(Outcome.only)
    }
}

extension Turn {
    /// A place that a browser may be sent to; nil for one that it may not.
    func allowed(_ url: String) -> String? {
        SuccessURL.checked(url, origins: [client.origin].compactMap(\.self) + realm.settings[JourneySettings.self].redirectOrigins)
    }
}
