import Primitives
package import ResourceMessages

/// The rule of a policy for documents of identity.
package struct GovernmentIDRule: Sendable, Equatable {
    /// The way in which a document is judged.
    package enum Inspection: String, Sendable, CaseIterable {
        /// The provider decides.
        case automatic = "AUTOMATIC"
        /// An administrator decides alone.
        case manual = "MANUAL"
        /// The provider decides, and an administrator where its answer isn't positive.
        case stepUp = "STEP_UP"
    }

    package var use = PartUse.required
    package var inspection = Inspection.automatic
    /// The id of the provider; nil for the built-in one.
    package var provider: String?
    package var failsExpired = true
    package var retries = Retries()
    /// False: nothing else is read.
    private var asksNetwork = false
    private var aadhaar = Aadhaar()

    package init() {}

    /// The switch for Aadhaar, which is off.
    private struct Aadhaar: Shaped, Equatable {
        var isEnabled = false

        static let shapeName = "VerifyAadhaar"
        static let members: [Member<Self>] = [
            Member("enabled", \.isEnabled, .never("the authority for Aadhaar can't be asked"), .required)
        ]
    }

    /// The number of further submissions.
    package struct Retries: Shaped, Equatable {
        package var attempts = 0

        package init() {}

        package static let shapeName = "VerifyRetry"
        package static let members: [Member<Self>] = [
            Member("attempts", \.attempts, .integer(0...3))
                .saying("The number of further submissions after a negative one.", tellsInitial: true)
        ]
    }

    /// The providers by the way of inspection.
    struct Providers: Shaped, Equatable {
        var auto: String?

        static let shapeName = "VerifyProviders"
        static let members: [Member<Self>] = [
            Member("auto", optional: \.auto, .text(1...64).naming(.verificationProvider))
                .saying("The id of a provider of the realm; the built-in one unless sent.")
        ]
    }
}

extension GovernmentIDRule: Shaped {
    package static let shapeName = "VerifyGovernmentId"
    package static let members: [Member<Self>] = [
        Member("verify", \.use, .choice).saying("Whether a document is asked for.", tellsInitial: true),
        Member("inspectionType", \.inspection, .choice).saying("The way in which documents are judged.", tellsInitial: true),
        Member("provider", \.providers, .object).unless { $0.provider == nil },
        Member("failExpiredId", \.failsExpired, .flag).saying("Whether an expired document fails.", tellsInitial: true),
        Member("retry", \.retries, .object),
        Member("verifyAamva", \.asksNetwork, .never("the network of the AAMVA can't be asked")).unless { !$0.asksNetwork },
        Member("aadhaar", \.aadhaar, .object).unless { !$0.aadhaar.isEnabled },
    ]

    fileprivate var providers: Providers {
        get {
            var providers = Providers()
            providers.auto = provider
            return providers
        }
        set { provider = newValue.auto }
    }
}

extension Form where Value == Bool {
    /// A switch that can't be on.
    /// - Parameter reason: the reason why, in words that end a sentence.
    fileprivate static func never(_ reason: String) -> Form {
        Form(.flag) { json, reading in
            guard json.bool == false else {
                reading.refuse(.invalid, "it is false: \(reason)", allowed: ["false"])
                return nil
            }
            return false
        } write: {
            .bool($0)
        }
    }
}
