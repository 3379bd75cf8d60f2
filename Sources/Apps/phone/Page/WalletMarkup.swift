import Foundation
import Primitives
import VerifiableClaims
import Wallet

/// The HTML of the wallet's page. All that comes from elsewhere is escaped.
enum WalletMarkup {
    static func page(name: String, _ view: WalletShelf.View, _ notices: [String], on site: LoopbackPage, at now: Date) -> String {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <title>Wallet of \(PageMarkup.escape(name))</title><style nonce="\(site.nonce)">\(PageStyle.css)\(WalletStyle.css)</style></head>
        <body><main class="wallet" aria-label="Wallet of \(PageMarkup.escape(name))">
        <header><h1>Wallet of \(PageMarkup.escape(name))</h1><a href="/">Phone</a></header>
        <section id="live" aria-live="polite">\(live(view, notices, token: site.token, at: now))</section>
        \(entry(site.token))
        </main><script nonce="\(site.nonce)">\(PageStyle.script(site.token, live: "/wallet/live"))</script></body></html>
        """
    }

    /// The part that changes while one looks.
    static func live(_ view: WalletShelf.View, _ notices: [String], token: String, at now: Date) -> String {
        let notes = "<ul class=\"notices\">\(notices.map { "<li>\(PageMarkup.escape($0))</li>" }.joined())</ul>"
        guard let id = view.id else { return "<p class=\"empty\">This wallet has joined no server yet.</p>\(notes)" }
        return """
            <p class="id">Its id is <code>\(id.text)</code></p>
            \(view.requests.map { request($0, view, token) }.joined())
            \(cards(view.claims, token, now))
            \(notes)
            \(history(view.history, token))
            """
    }

    /// The link to this page on the phone's own.
    static func link(_ view: WalletShelf.View) -> String {
        guard view.id != nil else { return "<p class=\"wallet\"><a href=\"/wallet\">Wallet</a></p>" }
        let asked = view.requests.isEmpty ? "" : " · <strong>\(counted(view.requests.count, "request"))</strong>"
        return "<p class=\"wallet\"><a href=\"/wallet\">Wallet</a> · \(counted(view.claims.count, "claim"))\(asked)</p>"
    }

    // MARK: - Requests

    private static func request(_ waiting: WaitingRequest, _ view: WalletShelf.View, _ token: String) -> String {
        let request = waiting.request
        let issued = view.claims.first { $0.issuer == request.sender.text }
        let known = issued.map { " It has issued your claim <em>\(PageMarkup.escape(title($0)))</em>." } ?? ""
        let why = request.message.map { "It says why: <q>\(PageMarkup.escape($0))</q>" } ?? "It doesn’t say why."
        let isAnswerable = !waiting.choices.isEmpty || !waiting.missing.isEmpty
        let what = request.keys.map { $0.map(PageMarkup.escape).joined(separator: ", ") } ?? "nothing in particular"
        return """
            <form class="request" data-choice method="post" action="/wallet/answer">
            \(PageMarkup.hidden("token", token))\(PageMarkup.hidden("request", waiting.id))
            <h2>A request</h2><p><code>\(request.sender.text)</code> asks.\(known)</p><p>\(why)</p><p>It asks for: <strong>\(what)</strong></p>
            \(waiting.choices.enumerated().map { choice($1, $0) }.joined())\(own(waiting.missing))
            \(isAnswerable ? "" : "<p>This wallet has no claim to share.</p>")
            <p class="buttons">\(isAnswerable ? "<button class=\"approve\">Share what is chosen</button>" : "")
            <button name="dismiss" value="1" class="deny">Share nothing</button></p></form>
            """
    }

    private static func choice(_ choice: WaitingRequest.Choice, _ place: Int) -> String {
        let fields = choice.claim.keys.enumerated().map { number, key in
            """
            <label class="check"><input type="checkbox" name="pick-\(place)-\(number)" value="1"\(choice.asked.contains(number) ? " checked" : "")>
            \(PageMarkup.escape(key)): <b>\(shown(key, of: choice.claim))</b></label>
            """
        }
        return """
            <fieldset><legend>\(PageMarkup.escape(title(choice.claim)))<small>signed by \(PageMarkup.escape(choice.claim.issuer))</small></legend>
            \(fields.joined())</fieldset>
            """
    }

    /// The fields for what no claim has.
    private static func own(_ missing: [String]) -> String {
        guard !missing.isEmpty else { return "" }
        let fields = missing.enumerated().map { place, key in
            "<label>\(PageMarkup.escape(key))<input name=\"word-\(place)\" autocomplete=\"off\" maxlength=\"1000\"></label>"
        }
        return "<fieldset><legend>In your own words<small>which nothing proves</small></legend>\(fields.joined())</fieldset>"
    }

    // MARK: - Cards

    private static func cards(_ claims: [HeldClaim], _ token: String, _ now: Date) -> String {
        guard !claims.isEmpty else { return "<p class=\"empty\">No claims yet: services issue them to this wallet’s id.</p>" }
        return """
            <h2>Claims</h2><ul class="cards">\(claims.map { card($0, token, now) }.joined())</ul>
            <form method="post" action="/wallet/check">\(PageMarkup.hidden("token", token))<button class="quiet">Ask the log about all of them</button></form>
            """
    }

    private static func card(_ claim: HeldClaim, _ token: String, _ now: Date) -> String {
        let name = PageMarkup.escape(title(claim))
        let picture =
            CardImage(claim).map { _ in "<img src=\"/wallet/card/\(claim.id.text)\" alt=\"Picture of \(name)\" loading=\"lazy\">" } ?? ""
        let fields = claim.keys.filter { ![CardImage.key, "CardType"].contains($0) }.map { key in
            "<div><dt>\(PageMarkup.escape(key))</dt><dd>\(shown(key, of: claim))</dd></div>"
        }
        let mark = state(of: claim, at: now)
        let checked = claim.checked.map { "Asked the log \($0.formatted(.iso8601))" } ?? "The log wasn’t asked yet"
        return """
            <li class="card" data-state="\(mark.name)">\(picture)<h3>\(name)</h3><p class="mark">\(mark.words)</p>
            <dl>\(fields.joined())</dl><small>issued by \(PageMarkup.escape(claim.issuer))</small><small>\(checked)</small>
            <form method="post" action="/wallet/remove">\(PageMarkup.hidden("token", token))\(PageMarkup.hidden("claim", claim.id.text))
            <button class="quiet" aria-label="Remove \(name)">Remove</button></form></li>
            """
    }

    private static func state(of claim: HeldClaim, at now: Date) -> (name: String, words: String) {
        switch claim.state(at: now) {
        case .good: ("good", "Good")
        case .ends(let end): ("good", "Good until \(end.formatted(.iso8601))")
        case .expired(let end): ("expired", "Not good since \(end.formatted(.iso8601))")
        }
    }

    // MARK: - History and entry

    private static func history(_ shares: [SharedRecord], _ token: String) -> String {
        guard !shares.isEmpty else { return "" }
        let items = shares.map { share in
            """
            <li><span>\(share.keys.map(PageMarkup.escape).joined(separator: ", "))<small>\(share.at.formatted(.iso8601)) · to \(share.recipient.text)</small>
            \(share.purpose.map { "<small><q>\(PageMarkup.escape($0))</q></small>" } ?? "")\
            \(share.failure.map { "<small>not delivered: \(PageMarkup.escape($0))</small>" } ?? "")</span></li>
            """
        }
        return """
            <h2>What was shared</h2><ul class="users history">\(items.joined())</ul>
            <form method="post" action="/wallet/clear">\(PageMarkup.hidden("token", token))<button class="quiet">Forget all of it</button></form>
            """
    }

    /// Returns the form for typing; it stays as it is while the rest changes.
    private static func entry(_ token: String) -> String {
        """
        <section class="entry">
        <form method="post" action="/wallet/join">\(PageMarkup.hidden("token", token))
        <label>Address of a server for wallets<input name="address" autocomplete="off" spellcheck="false" required placeholder="https://id.example.com/wallets/alpha/v1/"></label>
        <button>Join</button></form>
        <form method="post" action="/wallet/scan">\(PageMarkup.hidden("token", token))
        <label>Request of a service<input name="request" autocomplete="off" spellcheck="false" required></label><button>Read it</button></form>
        <p><label class="file">Image of a QR code<input type="file" id="image" accept="image/png,image/jpeg"></label></p></section>
        """
    }

    // MARK: - Words

    private static func title(_ claim: HeldClaim) -> String { claim.value(of: "CardType") ?? claim.keys.first ?? "Claim" }

    /// The beginning of a value, escaped. A picture is named.
    private static func shown(_ key: String, of claim: HeldClaim) -> String {
        guard key != CardImage.key else { return "a picture" }
        let value = claim.value(of: key) ?? ""
        return PageMarkup.escape(value.utf8.count > longestValue ? String(value.unicodeScalars.prefix(longestValue)) + "…" : value)
    }

    private static let longestValue = 500

    private static func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
