import Primitives
import VerifiableClaims
import Wallet

/// A request that waits for the user's answer.
struct WaitingRequest: Sendable {
    /// A claim of which a request asks for something.
    struct Choice: Sendable {
        let claim: HeldClaim
        /// The places of the keys that are asked for, among the claim's.
        let asked: Set<Int>
    }

    /// The id by which the page's form names it.
    let id: String
    let request: ShareRequest
    /// The claims that can answer it, the newest first.
    let choices: [Choice]
    /// The keys that are asked for and that no claim has.
    let missing: [String]

    /// A request, and what a wallet's claims have of it.
    /// - Parameter matches: as ``/Wallet/Wallet/matches(_:)`` gives them.
    init(id: String, _ request: ShareRequest, matches: [ShareSelection]) {
        self.id = id
        self.request = request
        choices = matches.compactMap { match in
            guard case .claim(let claim, let keys) = match else { return nil }
            // A request that names no keys asks for nothing in particular: the user picks.
            let asked = request.keys == nil ? [] : claim.keys.indices.filter { keys.contains(claim.keys[$0]) }
            return Choice(claim: claim, asked: Set(asked))
        }
        let found = Set(choices.flatMap { choice in choice.asked.map { choice.claim.keys[$0] } })
        missing = (request.keys ?? []).filter { !found.contains(Self.name(of: $0)) }
    }

    /// The key itself of `Key` or `CardType->Key`.
    static func name(of key: String) -> String {
        key.split(separator: "->", maxSplits: 1, omittingEmptySubsequences: false).last.map(String.init) ?? key
    }

    /// The selections of an answer.
    /// - Parameters:
    ///   - picks: the places of the keys that the user chose, by the place of their claim among ``choices``.
    ///   - words: the user's own words, by the place of their key among ``missing``; empty ones are none.
    func selections(picks: [Int: Set<Int>], words: [Int: String]) -> [ShareSelection] {
        var selections: [ShareSelection] = choices.enumerated().compactMap { place, choice in
            let keys = choice.claim.keys.enumerated().filter { picks[place]?.contains($0.offset) ?? false }.map(\.element)
            return keys.isEmpty ? nil : .claim(choice.claim, keys: keys)
        }
        let own = missing.enumerated().compactMap { place, key in
            words[place].flatMap { $0.isEmpty ? nil : ClaimContent.Pair(Self.name(of: key), $0) }
        }
        if !own.isEmpty { selections.append(.data(own)) }
        return selections
    }
}
