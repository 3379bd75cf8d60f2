import Foundation
import Primitives
import Translations
import VerifiableClaims
import Wallet

/// The part of the wallet page's HTML that shows claims. All that comes from elsewhere is escaped.
enum WalletCardMarkup {
    static func cards(_ claims: [HeldClaim], _ token: String, _ now: Date, _ phone: PhonePhrases) -> String {
        let says = phone.wallet
        guard !claims.isEmpty else { return "<p class=\"empty\">\(says.noClaims)</p>" }
        return """
            <h2>\(says.claims)</h2><ul class="cards">\(claims.map { card($0, token, now, phone) }.joined())</ul>
            <form method="post" action="/wallet/check">\(PageMarkup.hidden("token", token))<button class="quiet">\(says.askLog)</button></form>
            """
    }

    private static func card(_ claim: HeldClaim, _ token: String, _ now: Date, _ phone: PhonePhrases) -> String {
        let says = phone.wallet
        let name = PageMarkup.escape(title(claim, says))
        let caption = says.picture.replacing("{claim}", with: name)
        let picture = CardImage(claim).map { _ in "<img src=\"/wallet/card/\(claim.id.text)\" alt=\"\(caption)\" loading=\"lazy\">" } ?? ""
        let fields = claim.keys.filter { ![CardImage.key, "CardType"].contains($0) }.map { key in
            "<div><dt>\(PageMarkup.escape(key))</dt><dd>\(shown(key, of: claim, says))</dd></div>"
        }
        let mark = state(of: claim, at: now, says)
        let checked = claim.checked.map { says.logAsked.replacing("{time}", with: time($0)) } ?? says.logNotAsked
        let issuer = says.issuedBy.replacing("{issuer}", with: "<bdi>\(PageMarkup.escape(claim.issuer))</bdi>")
        return """
            <li class="card" data-state="\(mark.name)">\(picture)<h3>\(name)</h3><p class="mark">\(mark.words)</p>
            <dl>\(fields.joined())</dl><small>\(issuer)</small><small>\(checked)</small>
            <form method="post" action="/wallet/remove">\(PageMarkup.hidden("token", token))\(PageMarkup.hidden("claim", claim.id.text))
            <button class="quiet" aria-label="\(phone.remove) \(name)">\(phone.remove)</button></form></li>
            """
    }

    private static func state(of claim: HeldClaim, at now: Date, _ says: WalletPhrases) -> (name: String, words: String) {
        switch claim.state(at: now) {
        case .good: ("good", says.good)
        case .ends(let end): ("good", says.goodUntil.replacing("{time}", with: time(end)))
        case .expired(let end): ("expired", says.notGoodSince.replacing("{time}", with: time(end)))
        }
    }

    // MARK: - Words

    /// The name of a claim.
    static func title(_ claim: HeldClaim, _ says: WalletPhrases) -> String { claim.value(of: "CardType") ?? claim.keys.first ?? says.claim }

    /// The beginning of a value, escaped. A picture is named.
    static func shown(_ key: String, of claim: HeldClaim, _ says: WalletPhrases) -> String {
        guard key != CardImage.key else { return says.aPicture }
        let value = claim.value(of: key) ?? ""
        return PageMarkup.escape(value.utf8.count > longestValue ? String(value.unicodeScalars.prefix(longestValue)) + "…" : value)
    }

    /// A moment in UTC, in the order of its parts in a text from right to left too.
    static func time(_ moment: Date) -> String { "<bdi dir=\"ltr\">\(moment.formatted(.iso8601))</bdi>" }

    private static let longestValue = 500
}
