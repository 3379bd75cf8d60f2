import Primitives

/// The counts of one minute in one process.
struct QuotaMinute<Source: QuotaSource> {
    private struct Count {
        /// The number that was admitted here.
        var used = 0
        /// The number that the database has given, used or not.
        var held = 0
        /// The limit under which it gave that.
        var limit = 0
        /// True when it had no more to give.
        var isRefused = false
    }

    /// The answer to a request.
    enum Verdict {
        case admitted(QuotaAdmission<Source>)
        case refused
        /// The database decides, by these claims in this order: the crowds come last, whose rows all requests of a realm share.
        case lacking([QuotaClaim<Source>])
    }

    private enum Standing {
        case within, beyond
        case unknown(QuotaClaim<Source>)
    }

    let slot: Int64
    /// True when no other process counts, so that what was used here is all.
    private let isAlone: Bool
    /// The number of sources that are counted apart.
    private let mostSources: Int
    private var counts: [Source: Count] = [:]

    init(_ slot: Int64, isAlone: Bool, mostSources: Int) {
        self.slot = slot
        self.isAlone = isAlone
        self.mostSources = mostSources
    }

    /// Counts what is within all quotas.
    mutating func take(_ requests: [QuotaRequest<Source>]) -> Verdict {
        var claims: [QuotaClaim<Source>] = []
        var ofCrowds: [QuotaClaim<Source>] = []
        var counted: [QuotaAdmission<Source>.Counted] = []
        for request in requests {
            var isCrowded = false
            if let crowd = request.crowd {
                switch standing(of: crowd.source, crowd.count, crowd.limit, isCrowd: true) {
                case .within: break
                case .beyond: isCrowded = true
                case .unknown(let claim): ofCrowds.append(claim)
                }
                counted.append(.init(source: crowd.source, count: crowd.count))
            }
            for part in request.parts {
                guard let source = source(of: part) else { continue }
                switch standing(of: source, part.count, isCrowded ? part.share : part.limit, isCrowd: false) {
                case .within: counted.append(.init(source: source, count: part.count))
                case .beyond: return .refused
                case .unknown(let claim): claims.append(claim)
                }
            }
        }
        guard claims.isEmpty, ofCrowds.isEmpty else { return .lacking(claims + ofCrowds) }
        for one in counted { counts[one.source, default: Count()].used += one.count }
        return .admitted(QuotaAdmission(slot: slot, counted: counted))
    }

    /// Counts more of a source, whether it is within its limit or not.
    mutating func add(_ part: QuotaRequest<Source>.Part) {
        guard let source = source(of: part) else { return }
        counts[source, default: Count()].used += part.count
    }

    /// Takes back what was counted.
    mutating func cancel(_ admission: QuotaAdmission<Source>) {
        guard admission.slot == slot else { return }
        for one in admission.counted { counts[one.source]?.used -= one.count }
    }

    /// Takes down what the database gave for a claim.
    mutating func grant(_ number: Int, of claim: QuotaClaim<Source>) {
        counts[claim.source, default: Count()].held += number
        counts[claim.source]?.limit = claim.limit
    }

    /// Takes down that the database has no more to give, which isn't asked again in this minute.
    mutating func refuse(_ claim: QuotaClaim<Source>) { counts[claim.source, default: Count()].isRefused = true }

    private func standing(of source: Source, _ count: Int, _ limit: Int, isCrowd: Bool) -> Standing {
        let known = counts[source] ?? Count()
        guard known.used + count <= limit else { return .beyond }
        guard !isAlone else { return .within }
        // A crowd that was refused once is one for the rest of the minute. Others use up what they hold.
        if isCrowd, known.isRefused { return .beyond }
        if known.used + count <= known.held, known.limit == limit { return .within }
        return known.isRefused ? .beyond : .unknown(QuotaClaim(source, count, of: limit, used: known.used, held: known.held))
    }

    private func source(of part: QuotaRequest<Source>.Part) -> Source? {
        counts.count < mostSources || counts[part.source] != nil ? part.source : part.substitute
    }
}
