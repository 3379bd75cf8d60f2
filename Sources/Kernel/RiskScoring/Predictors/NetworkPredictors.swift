import Primitives
import ResourceMessages

/// `ANONYMOUS_NETWORK`: the address belongs to a network that hides its users.
struct AnonymousNetworkPredictor: PredictorKind {
    var allowed: [IPRange] = []

    static let type = PredictorType.anonymousNetwork
    static let shapeName = "AnonymousNetworkPredictor"
    static let members: [Member<Self>] = [
        Member("whiteList", \.allowed, .addresses).unless(\.allowed.isEmpty).saying("Addresses and ranges that score 0.")
    ]

    func evaluate(_ facts: RiskFacts, _ values: RiskValues, name: String) -> PredictorResult {
        guard let address = facts.address else { return .nothing(.anonymousNetwork, .missing) }
        if allowed.contains(where: { $0.contains(address) }) { return .score(.anonymousNetwork, 0, ["ALLOWED_ADDRESS"]) }
        switch facts.anonymousNetwork {
        case .unlicensed: return .nothing(.anonymousNetwork, .unlicensed)
        case .found(true): return .score(.anonymousNetwork, 1000, ["ANONYMOUS_NETWORK"])
        case .found(false), .unknown: return .score(.anonymousNetwork, 0, ["NOT_LISTED"])
        }
    }
}

/// `IP_REPUTATION`: the address is in the operator's list.
struct IPReputationPredictor: PredictorKind {
    var allowed: [IPRange] = []

    static let type = PredictorType.ipReputation
    static let shapeName = "IPReputationPredictor"
    static let members: [Member<Self>] = [
        Member("whiteList", \.allowed, .addresses).unless(\.allowed.isEmpty).saying("Addresses and ranges that score 0.")
    ]

    func evaluate(_ facts: RiskFacts, _ values: RiskValues, name: String) -> PredictorResult {
        guard let address = facts.address else { return .nothing(.ipReputation, .missing) }
        if allowed.contains(where: { $0.contains(address) }) { return .score(.ipReputation, 0, ["ALLOWED_ADDRESS"]) }
        switch facts.addressReputation {
        case .unlicensed: return .nothing(.ipReputation, .unlicensed)
        case .unknown: return .score(.ipReputation, 0, ["NOT_LISTED"])
        case .found(let standing): return .score(.ipReputation, standing * 10, ["LISTED"], [("standing", standing)])
        }
    }
}

/// `EMAIL_REPUTATION`: the domain of the user's e-mail address is in the operator's list.
struct EmailReputationPredictor: PredictorKind {
    static let type = PredictorType.emailReputation
    static let shapeName = "EmailReputationPredictor"
    static let members: [Member<Self>] = []

    func evaluate(_ facts: RiskFacts, _ values: RiskValues, name: String) -> PredictorResult {
        guard facts.event["user.emailDomain"]?.text != nil else { return .nothing(.emailReputation, .missing) }
        switch facts.emailReputation {
        case .unlicensed: return .nothing(.emailReputation, .unlicensed)
        case .unknown: return .nothing(.emailReputation, .unknownDomain)
        case .found(let standing): return .score(.emailReputation, standing * 10, ["LISTED"], [("standing", standing)])
        }
    }
}

/// `ADVERSARY_IN_THE_MIDDLE`: the user's browser saw the page at a foreign domain.
struct MiddlePredictor: PredictorKind {
    var domains: [String] = []

    static let type = PredictorType.adversaryInTheMiddle
    static let shapeName = "MiddlePredictor"
    static let members: [Member<Self>] = [
        Member("domainWhiteList", \.domains, .list(.text(1...253), count: 0...1000)).unless(\.domains.isEmpty)
            .saying("The domains of the own pages; without any the predictor isn't configured.")
    ]

    func evaluate(_ facts: RiskFacts, _ values: RiskValues, name: String) -> PredictorResult {
        guard !domains.isEmpty else { return .nothing(.adversaryInTheMiddle, .notConfigured) }
        guard let seen = facts.originDomain?.asciiLowercased else { return .nothing(.adversaryInTheMiddle, .missing) }
        let isOwn = domains.map(\.asciiLowercased).contains { seen == $0 || seen.hasSuffix("." + $0) }
        return .score(.adversaryInTheMiddle, isOwn ? 0 : 1000, [isOwn ? "ALLOWED_DOMAIN" : "FOREIGN_DOMAIN"])
    }
}
