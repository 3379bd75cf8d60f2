package import Foundations
import Primitives
import ResourceMessages

/// The bounds on failures and on what strangers and applications may have kept.
package struct BoundsSettings: SettingsSection {
    package var lockoutThreshold = 5
    package var lockoutDuration = 900
    package var lockoutNotice = LockoutNotice.none
    package var failuresPerAddressAndMinute = 60
    package var nameChecksPerAddressAndMinute = 30
    package var keptRequestsPerAddressAndMinute = 600
    package var keptBytesPerAddressAndMinute = 1_048_576
    package var tokensPerUserAndMinute = 120
    package var grantsPerUserAndApplication = 100
    package var knownBrowserLifetime = 7_776_000

    package init() {}

    package static let fields: [Setting] = [
        // NIST SP 800-63B-4 allows at most 100.
        Setting(
            3010, "lockoutThreshold", \.lockoutThreshold, .number(1...100),
            "How many passwords in a row may be wrong before an account is locked."),
        Setting(3020, "lockoutDuration", \.lockoutDuration, .seconds(), "How long an account is locked."),
        Setting(
            3025, "lockoutNotice", \.lockoutNotice, .choice(LockoutNotice.allCases.map(\.rawValue)),
            """
            What a user is told whose account is locked: nothing, that it is locked, or for how long too. Any notice also tells a stranger that \
            there is such an account.
            """),
        Setting(
            3030, "failuresPerAddressAndMinute", \.failuresPerAddressAndMinute, .number(1...1_000_000),
            "How many passwords one network address may get wrong in a minute."),
        Setting(
            3060, "nameChecksPerAddressAndMinute", \.nameChecksPerAddressAndMinute, .number(1...1_000_000),
            "How often in a minute one network address may learn whether a user name is taken."),
        Setting(
            3070, "keptRequestsPerAddressAndMinute", \.keptRequestsPerAddressAndMinute, .number(1...1_000_000),
            """
            How many requests that are kept for a while one network address may make in a minute before any user has signed in: pushed \
            authorization requests, flows, codes, registrations of apps. Of the small rows that a journey leaves it may make a hundred times as many.
            """),
        Setting(
            3080, "keptBytesPerAddressAndMinute", \.keptBytesPerAddressAndMinute, .number(1024...1_000_000_000),
            """
            How many bytes of such requests one network address may have kept in a minute. The network around it (/24, or /48 of IPv6) may have \
            eight times as many, and a realm sixteen times.
            """),
        Setting(
            3090, "tokensPerUserAndMinute", \.tokensPerUserAndMinute, .number(1...1_000_000),
            "How many authorization codes one application may have issued for one user in a minute, and how often it may refresh that user's tokens."
        ),
        Setting(
            3100, "grantsPerUserAndApplication", \.grantsPerUserAndApplication, .number(1...100_000),
            """
            How many grants of one application and one user there may be, and how many codes that wait to be redeemed; of more the oldest end.
            """),
        Setting(
            3110, "knownBrowserLifetime", \.knownBrowserLifetime, .seconds(0...315_360_000),
            """
            How long a browser counts as known to a user who has signed in there: messages and requests that it asks for have a budget apart \
            from those of strangers. 0 for no such mark.
            """),
    ]
}
