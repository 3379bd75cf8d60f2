import Directory
package import Foundations
import Primitives
import ResourceMessages

/// The journeys of a realm: their lifetimes and the places to which they lead.
package struct JourneySettings: SettingsSection {
    package var defaultJourney = "Login"
    package var journeyLifetime = 300
    package var suspendedLifetime = 300
    package var resumeURL = ""
    package var successURL = "/am/console"
    package var redirectOrigins: [String] = []
    package var zeroPageLogin = false
    package var transactionLifetime = 180
    package var recoveryCodeLifetime = 300

    package init() {}

    package static let fields: [Setting] = [
        Setting(1010, "defaultJourney", \.defaultJourney, .name(of: .journey), "The journey that runs when a request names none."),
        Setting(1020, "journeyLifetime", \.journeyLifetime, .seconds(), "How long an unfinished journey may take."),
        Setting(
            1030, "suspendedLifetime", \.suspendedLifetime, .seconds(), "How long a suspended journey waits for its link to be opened."),
        Setting(
            1040, "resumeURL", \.resumeURL, .text,
            "The address in links of suspended journeys: an app's or a page's, to which the parameters are added; empty for the hosted sign-on page."
        ),
        Setting(1060, "successURL", \.successURL, .text, "The address to which a browser goes after a login that names no other."),
        Setting(
            1070, "redirectOrigins", \.redirectOrigins, .list(.text),
            "Origins besides this server's to which a login may send the browser; exact, such as https://app.example.com."),
        // docs/protocols/step-protocol.md 2.8
        Setting(1080, "zeroPageLogin", \.zeroPageLogin, .flag, "Whether a login may carry the credentials in headers."),
        Setting(
            2110, "transactionLifetime", \.transactionLifetime, .seconds(),
            "How long a transaction may take from the first attempt to the access that it allows."),
        Setting(
            4090, "recoveryCodeLifetime", \.recoveryCodeLifetime, .seconds(60...3600),
            "How long a code that was sent to set a new password is good."),
    ]
}

extension JourneySettings {
    package func check() throws(DomainError) {
        for origin in redirectOrigins where BrowserOrigin(origin)?.isWeb != true {
            throw DomainError(.invalid, "redirectOrigins: \(origin.prefix(128)) is \(BrowserOrigin.demand)")
        }
        for (setting, page) in [("resumeURL", resumeURL), ("successURL", successURL)] where !page.isEmpty {
            guard let problem = RegisteredURI.problem(ofPage: page) else { continue }
            throw DomainError(.invalid, "\(setting): \(page.prefix(128)) is no address of a page or an app: \(problem)")
        }
        guard !resumeURL.hasPrefix("/") else {
            throw DomainError(.invalid, "resumeURL: \(resumeURL.prefix(128)) isn't absolute; links in messages are")
        }
    }
}
