package import Primitives
package import ResourceMessages

/// How an application wants the integrity of devices checked.
package struct IntegrityDetection: Sendable, Equatable {
    package var mode = Mode.disabled
    /// How long a good verdict counts; nil for one minute, the least.
    package var cacheDuration: TimeSpan?
    package var excludedPlatforms: [Platform]?
    package var googlePlay: GooglePlay?

    package init() {}

    package enum Mode: String, Sendable, CaseIterable {
        case enabled = "ENABLED"
        case disabled = "DISABLED"
    }

    package enum Platform: String, Sendable, CaseIterable {
        case google = "GOOGLE"
        case apple = "IOS"
    }

    /// How the verdicts of Google Play are read. The keys are kept apart, sealed, and never told.
    package struct GooglePlay: Sendable, Equatable {
        package var verification = Verification.google
        package var decryptionKey: Secret?
        package var verificationKey: Secret?
        package var serviceAccount: Secret?

        package init() {}

        package enum Verification: String, Sendable, CaseIterable {
            /// Here, by the two keys.
            case `internal` = "INTERNAL"
            /// By Google, with a service account.
            case google = "GOOGLE"
        }
    }

    package var cacheSeconds: Int { cacheDuration?.seconds ?? 60 }

    package func covers(_ platform: Platform) -> Bool { mode == .enabled && excludedPlatforms?.contains(platform) != true }
}

extension IntegrityDetection: Shaped {
    package static let shapeName = "IntegrityDetection"
    package static let members: [Member<Self>] = [
        Member("mode", \.mode, .choice, .required),
        Member(
            "cacheDuration", optional: \.cacheDuration,
            .span("IntegrityCacheDuration", 60...172_800, [.minutes, .hours], members: ("amount", "units"))),
        Member("excludedPlatforms", optional: \.excludedPlatforms, .set(.choice, count: 0...2)),
        Member("googlePlay", optional: \.googlePlay, .object),
    ]
}

extension IntegrityDetection.GooglePlay: Shaped {
    package static let shapeName = "GooglePlayIntegrity"
    package static let members: [Member<Self>] = [
        Member("verificationType", \.verification, .choice, .required),
        Member("decryptionKey", optional: \.decryptionKey, .secret(1...4096), .writeOnly),
        Member("verificationKey", optional: \.verificationKey, .secret(1...4096), .writeOnly),
        Member("serviceAccountCredentials", optional: \.serviceAccount, .secret(1...16_384), .writeOnly),
    ]
}
