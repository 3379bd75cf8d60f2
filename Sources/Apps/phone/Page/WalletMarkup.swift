import Foundation
import Primitives
import Translations
import VerifiableClaims
import Wallet

/// The HTML of the wallet's page. All that comes from elsewhere is escaped.
enum WalletMarkup {
    /// The page.
    ///
    /// - Parameter live: the part that changes, as ``live(_:_:token:at:in:)`` has it.
    static func page(name: String, live: String, on site: LoopbackPage, in language: Language) -> String {
        let (says, phone) = (language.catalogue.phone.wallet, language.catalogue.phone)
        let title = says.title.replacing("{name}", with: PageMarkup.escape(name))
        return """
            <!doctype html>
            <html lang="\(language.rawValue)" dir="\(language.direction)"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>\(title)</title><style nonce="\(site.nonce)">\(PageStyle.css)\(WalletStyle.css)</style></head>
            <body><main class="wallet" aria-label="\(title)">
            <header><h1>\(title)</h1><a href="/">\(phone.phone)</a></header>
            <section id="live" aria-live="polite">\(live)</section>
            \(entry(site.token, phone))
            </main><script nonce="\(site.nonce)">\(PageStyle.script(site.token, live: "/wallet/live"))</script></body></html>
            """
    }

    /// The part that changes while one looks.
    static func live(_ view: WalletShelf.View, _ notices: [String], token: String, at now: Date, in language: Language) -> String {
        let says = language.catalogue.phone.wallet
        let notes = PageMarkup.notices(notices)
        guard let id = view.id else { return "<p class=\"empty\">\(says.joinedNone)</p>\(notes)" }
        return """
            <p class="id">\(says.id.replacing("{id}", with: "<code>\(id.text)</code>"))</p>
            \(view.requests.map { request($0, view, token, language) }.joined())
            \(WalletCardMarkup.cards(view.claims, token, now, language.catalogue.phone))
            \(notes)
            \(history(view.history, token, language))
            """
    }

    /// The link to this page on the phone's own.
    static func link(_ view: WalletShelf.View, _ says: WalletPhrases) -> String {
        guard view.id != nil else { return "<p class=\"wallet\"><a href=\"/wallet\">\(says.wallet)</a></p>" }
        let asked = view.requests.isEmpty ? "" : " · <strong>\(says.requestCount(view.requests.count))</strong>"
        return "<p class=\"wallet\"><a href=\"/wallet\">\(says.wallet)</a> · \(says.claimCount(view.claims.count))\(asked)</p>"
    }

    // MARK: - Requests

    private static func request(_ waiting: WaitingRequest, _ view: WalletShelf.View, _ token: String, _ language: Language) -> String {
        let says = language.catalogue.phone.wallet
        let request = waiting.request
        let isAnswerable = !waiting.choices.isEmpty || !waiting.missing.isEmpty
        let what = request.keys.map { language.list($0.map { "<bdi>\(PageMarkup.escape($0))</bdi>" }) } ?? says.nothing
        return """
            <form class="request" data-choice method="post" action="/wallet/answer">
            \(PageMarkup.hidden("token", token))\(PageMarkup.hidden("request", waiting.id))
            <h2>\(says.request)</h2>\(sender(of: request, view, says))<p>\(says.asksFor.replacing("{what}", with: "<strong>\(what)</strong>"))</p>
            \(waiting.choices.enumerated().map { choice($1, $0, says) }.joined())\(own(waiting.missing, says))
            \(isAnswerable ? "" : "<p>\(says.nothingToShare)</p>")
            <p class="buttons">\(isAnswerable ? "<button class=\"approve\">\(says.share)</button>" : "")
            <button name="dismiss" value="1" class="deny">\(says.shareNothing)</button></p></form>
            """
    }

    /// The service that asks, what it is known by, and the reason that it gives.
    private static func sender(of request: ShareRequest, _ view: WalletShelf.View, _ says: WalletPhrases) -> String {
        let issued = view.claims.first { $0.issuer == request.sender.text }
        let known = issued.map {
            " " + says.hasIssued.replacing("{claim}", with: "<em>\(PageMarkup.escape(WalletCardMarkup.title($0, says)))</em>")
        }
        let reason = request.message.map { says.says.replacing("{reason}", with: "<q>\(PageMarkup.escape($0))</q>") }
        return """
            <p>\(says.asks.replacing("{service}", with: "<code>\(request.sender.text)</code>"))\(known ?? "")</p><p>\(reason ?? says.saysNothing)</p>
            """
    }

    private static func choice(_ choice: WaitingRequest.Choice, _ place: Int, _ says: WalletPhrases) -> String {
        let fields = choice.claim.keys.enumerated().map { number, key in
            """
            <label class="check"><input type="checkbox" name="pick-\(place)-\(number)" value="1"\(choice.asked.contains(number) ? " checked" : "")>
            \(PageMarkup.escape(key)): <b>\(WalletCardMarkup.shown(key, of: choice.claim, says))</b></label>
            """
        }
        let issuer = says.signedBy.replacing("{issuer}", with: "<bdi>\(PageMarkup.escape(choice.claim.issuer))</bdi>")
        return """
            <fieldset><legend>\(PageMarkup.escape(WalletCardMarkup.title(choice.claim, says)))<small>\(issuer)</small></legend>
            \(fields.joined())</fieldset>
            """
    }

    /// The fields for what no claim has.
    private static func own(_ missing: [String], _ says: WalletPhrases) -> String {
        guard !missing.isEmpty else { return "" }
        let fields = missing.enumerated().map { place, key in
            "<label>\(PageMarkup.escape(key))<input name=\"word-\(place)\" dir=\"auto\" autocomplete=\"off\" maxlength=\"1000\"></label>"
        }
        return "<fieldset><legend>\(says.ownWords)<small>\(says.unproven)</small></legend>\(fields.joined())</fieldset>"
    }

    // MARK: - History and entry

    private static func history(_ shares: [SharedRecord], _ token: String, _ language: Language) -> String {
        guard !shares.isEmpty else { return "" }
        let says = language.catalogue.phone.wallet
        let items = shares.map { share in
            let recipient = says.sharedWith.replacing("{service}", with: "<bdi>\(share.recipient.text)</bdi>")
            let failure = share.failure.map { says.notDelivered.replacing("{reason}", with: "<bdi>\(PageMarkup.escape($0))</bdi>") }
            return """
                <li><span>\(language.list(share.keys.map(PageMarkup.escape)))<small>\(WalletCardMarkup.time(share.at)) · \(recipient)</small>
                \(share.purpose.map { "<small><q>\(PageMarkup.escape($0))</q></small>" } ?? "")\(failure.map { "<small>\($0)</small>" } ?? "")</span></li>
                """
        }
        return """
            <h2>\(says.shared)</h2><ul class="users history">\(items.joined())</ul>
            <form method="post" action="/wallet/clear">\(PageMarkup.hidden("token", token))<button class="quiet">\(says.forget)</button></form>
            """
    }

    /// Returns the form for typing; it stays as it is while the rest changes.
    private static func entry(_ token: String, _ phone: PhonePhrases) -> String {
        let says = phone.wallet
        return """
            <section class="entry">
            <form method="post" action="/wallet/join">\(PageMarkup.hidden("token", token))
            <label>\(says.address)<input name="address" autocomplete="off" spellcheck="false" required placeholder="https://id.example.com/wallets/alpha/v1/"></label>
            <button>\(says.join)</button></form>
            <form method="post" action="/wallet/scan">\(PageMarkup.hidden("token", token))
            <label>\(says.requestText)<input name="request" autocomplete="off" spellcheck="false" required></label><button>\(says.read)</button></form>
            <p><label class="file">\(phone.image)<input type="file" id="image" accept="image/png,image/jpeg"></label></p></section>
            """
    }
}
