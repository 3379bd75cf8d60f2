package import Foundations
import Primitives
import ResourceMessages
import RiskSignals

/// The signals of devices and the evaluations of risk.
package struct RiskSettings: SettingsSection {
    package var signalWords: [String] = []
    package var signalTags: [String] = []
    package var signalsOnPages = false
    package var signalsLifetime = 86_400
    package var riskLifetime = 7_776_000

    package init() {}

    package static let fields: [Setting] = [
        Setting(
            7010, "signalWords", \.signalWords, .list(.text),
            "Words that apps may send with signals as they are, besides the documented ones: of any other text the length is sent."),
        Setting(
            7020, "signalTags", \.signalTags, .list(.text),
            "Tags that pages with the browser's script get by CSS selectors, as name=selector: a click on what the selector finds is the tag."
        ),
        Setting(
            7030, "signalsOnPages", \.signalsOnPages, .flag,
            "Whether the hosted pages run the script that collects signals, in journeys that ask for them; it comes from this server."),
        Setting(
            7040, "signalsLifetime", \.signalsLifetime, .seconds(3600...31_536_000),
            "How long the sum of an SDK instance's signals is kept after its last payload."),
        Setting(
            7050, "riskLifetime", \.riskLifetime, .seconds(86_400...315_360_000),
            "How long evaluations of risk are kept, and known devices, places and counts from when they were last seen."),
    ]
}

extension RiskSettings {
    package func check() throws(DomainError) {
        guard signalTags.count <= SelectedTag.most else { throw DomainError(.invalid, "signalTags are at most \(SelectedTag.most)") }
        for text in signalTags where SelectedTag(text) == nil {
            throw DomainError(
                .invalid, "signalTags: \(text.prefix(128)) is no tag with a selector, such as placeOrder=#checkout button.buy")
        }
    }
}
