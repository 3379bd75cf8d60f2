package import Primitives
package import ResourceMessages
package import Foundations

/// The way in which an application wants the integrity of devices checked.
package struct IntegrityDetection: Sendable, Equatable {
    /// Whether integrity is checked; disabled by default.
    package var mode = Mode.disabled
    /// The time that a good verdict counts; nil for one minute, the least.
    package var cacheDuration: TimeSpan?
    /// The platforms whose devices are not checked; nil for none.
    package var excludedPlatforms: [Platform]?
    /// The reading of Google's verdicts; nil when it isn't set up.
    package var googlePlay: GooglePlay?
    /// The check of Apple's statements; nil when it isn't set up.
    package var appAttest: AppAttest?

    package init() {}

    /// Whether integrity is checked; its raw value is the name in JSON.
    package enum Mode: String, Sendable, CaseIterable {
        case enabled = "ENABLED"
        case disabled = "DISABLED"
    }

    /// The platform of a device; its raw value is the name in JSON.
    package enum Platform: String, Sendable, CaseIterable {
        case google = "GOOGLE"
        case apple = "IOS"
    }

    /// The way in which the verdicts of Google Play are read. The keys are kept apart, sealed, and never told.
    package struct GooglePlay: Sendable, Equatable {
        /// The party that reads the verdicts; Google by default.
        package var verification = Verification.google
        /// The key that decrypts verdicts that are read here.
        package var decryptionKey: Secret?
        /// The key that verifies the signature of verdicts that are read here.
        package var verificationKey: Secret?
        /// The credentials of the service account with which Google is asked.
        package var serviceAccount: Secret?

        package init() {}

        /// The party that reads verdicts; its raw value is the name in JSON.
        package enum Verification: String, Sendable, CaseIterable {
            /// Read here, by the two keys.
            case `internal` = "INTERNAL"
            /// Read by Google, with a service account.
            case google = "GOOGLE"
        }
    }

    /// The team whose apps Apple's App Attest must vouch for.
    package struct AppAttest: Sendable, Equatable {
        /// The team's id at Apple, which stands before the bundle id.
        package var team = ""
        /// Whether apps that their developers run count as well.
        package var allowsDevelopment = false
        /// Certificates in PEM that are trusted; nil for Apple's.
        package var trustedRoots: String?

        package init() {}
    }

    /// The time that a good verdict counts, in seconds; 60 by default.
    package var cacheSeconds: Int { cacheDuration?.seconds ?? 60 }

    /// Whether devices of a platform are checked.
    package func covers(_ platform: Platform) -> Bool { mode == .enabled && excludedPlatforms?.contains(platform) != true }
}

extension IntegrityDetection: Shaped {
    package static let shapeName = "IntegrityDetection"
    package static let members: [Member<Self>] = [
        Member("mode", \.mode, .choice, .required),
        Member("cacheDuration", optional: \.cacheDuration, .span(60...172_800, [.minutes, .hours])),
        Member("excludedPlatforms", optional: \.excludedPlatforms, .set(.choice, count: 0...2)),
        Member("googlePlay", optional: \.googlePlay, .object),
        Member("appAttest", optional: \.appAttest, .object),
    ]
}

extension IntegrityDetection.GooglePlay: Shaped {
    package static let shapeName = "GooglePlayIntegrity"
    package static let members: [Member<Self>] = [
        Member("verification", \.verification, .choice, .required).formerly("verificationType"),
        Member("decryptionKey", optional: \.decryptionKey, .secret(1...4096), .writeOnly),
        Member("verificationKey", optional: \.verificationKey, .secret(1...4096), .writeOnly),
        Member("serviceAccount", optional: \.serviceAccount, .secret(1...16_384), .writeOnly).formerly("serviceAccountCredentials"),
    ]
}

extension IntegrityDetection.AppAttest: Shaped {
    package static let shapeName = "AppAttest"
    package static let members: [Member<Self>] = [
        Member("team", \.team, .text(1...32, pattern: "^[A-Za-z0-9]+$") { $0.utf8.allSatisfy(Self.isLetterOrDigit) }, .required).formerly(
            "teamId"),
        Member("allowsDevelopment", \.allowsDevelopment, .flag).formerly("allowDevelopment"),
        Member("trustedRoots", optional: \.trustedRoots, .lines(1...65_536)),
    ]

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }
}
