import DeviceMessages
import Foundation
import MFA
import Primitives
import Translations

/// The page's HTML. All that comes from elsewhere is escaped.
enum PageMarkup {
    static func page(
        name: String, _ view: PhoneSession.View, token: String, nonce: String, at now: Date, in language: Language = .english
    ) -> String {
        let says = language.catalogue.phone
        return """
            <!doctype html>
            <html lang="\(language.rawValue)" dir="\(language.direction)"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>\(says.phone) \(escape(name))</title><style nonce="\(nonce)">\(PageStyle.css)</style></head>
            <body><main aria-label="\(says.phone) \(escape(name))">
            <header><h1>\(escape(name))</h1></header>
            <section id="live" aria-live="polite">\(live(view, token: token, at: now, in: language))</section>
            \(entry(token, says))
            </main><script nonce="\(nonce)">\(PageStyle.script(token, live: "/live"))</script></body></html>
            """
    }

    /// The part that changes while one looks.
    static func live(_ view: PhoneSession.View, token: String, at now: Date, in language: Language = .english) -> String {
        let says = language.catalogue.phone
        let (state, words) =
            view.isOffline
            ? ("offline", says.offline) : view.isConnected ? ("connected", says.connected) : ("not connected", says.notConnected)
        return """
            <p class="state" data-state="\(state)">\(words)</p>
            \(view.waiting.map { AccountMarkup.waiting($0, token, says) }.joined())\(view.requests.map { request($0, token, says) }.joined())\(view.code.map { code($0, token, says) } ?? "")
            \(view.offer == nil ? "" : offer(token, says))
            \(view.passcode.map { passcode($0, now, says) } ?? "")
            \(AccountMarkup.cards(view.cards, token, now, says))
            \(users(view, token, says))
            \(keys(view.keys, says))
            \(WalletMarkup.link(view.wallet, says.wallet))
            <p class="wallet"><a href="/verify">\(says.identity.link)</a></p>
            \(view.notices.isEmpty ? "" : "<h2>\(says.messages)</h2>")\(notices(view.notices))
            """
    }

    private static func request(_ request: MFARequest, _ token: String, _ says: PhonePhrases) -> String {
        let requester = request.document.requester
        let lines = [
            wish(escape(request.user.username), (requester.name ?? requester.application).map(escape), says),
            requester.address.map { says.from.replacing("{address}", with: escape($0)) },
            request.clientContext.map { "<q>\(escape($0))</q>" },
        ].compactMap(\.self)
        return """
            <form class="request" method="post" action="/decide" data-until="\(Int(request.expires.timeIntervalSince1970))">
            \(hidden("token", token))\(hidden("request", request.id))
            \(lines.map { "<p>\($0)</p>" }.joined())\(number(request.number, says))
            <p class="buttons">\(approval(request.number, says))<button name="deny" value="1" class="deny" formnovalidate>\(says.deny)</button></p></form>
            """
    }

    /// A user's wish to sign in, perhaps to an application; both are HTML already.
    private static func wish(_ user: String, _ application: String?, _ says: PhonePhrases) -> String {
        let sentence = application.map { says.wantsToSignInTo.replacing("{application}", with: "<strong>\($0)</strong>") }
        return (sentence ?? says.wantsToSignIn).replacing("{user}", with: "<strong>\(user)</strong>")
    }

    private static func number(_ matching: NumberMatching?, _ says: PhonePhrases) -> String {
        switch matching {
        case .entered:
            """
            <p><label>\(says.enterNumber)
            <input name="number" inputmode="numeric" pattern="[0-9]{1,2}" maxlength="2" autocomplete="off" required></label></p>
            """
        case .selected: "<p>\(says.whichNumber)</p>"
        case nil: ""
        }
    }

    private static func approval(_ matching: NumberMatching?, _ says: PhonePhrases) -> String {
        guard case .selected(let options) = matching else { return "<button class=\"approve\">\(says.approve)</button>" }
        return options.map { "<button class=\"approve\" name=\"number\" value=\"\($0)\">\($0)</button>" }.joined()
    }

    private static func code(_ code: CodeRequest, _ token: String, _ says: PhonePhrases) -> String {
        let users = code.claim.users.map {
            "<button class=\"approve\" name=\"user\" value=\"\(escape($0.id))\">\(says.signInAs.replacing("{user}", with: escape($0.username)))</button>"
        }
        return """
            <form class="request" method="post" action="/code">\(hidden("token", token))
            <p>\(says.codeScanned)\(code.claim.clientContext.map { ": <q>\(escape($0))</q>" }.orEmpty)</p>
            <p class="buttons">\(users.joined())<button name="deny" value="1" class="deny">\(says.deny)</button></p></form>
            """
    }

    private static func offer(_ token: String, _ says: PhonePhrases) -> String {
        """
        <form class="request" method="post" action="/offer">\(hidden("token", token))
        <p>\(says.offer)</p>
        <p class="buttons"><button class="approve">\(says.pairPhone)</button>
        <button name="deny" value="1" class="deny">\(says.notNow)</button></p></form>
        """
    }

    /// A page that continues to another.
    static func leaving(to address: String, in language: Language = .english) -> String {
        let says = language.catalogue.phone
        return """
            <!doctype html>
            <html lang="\(language.rawValue)" dir="\(language.direction)"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=\(escape(address))"><title>\(says.phone)</title></head>
            <body><p><a href="\(escape(address))">\(says.proceed)</a></p></body></html>
            """
    }

    private static func passcode(_ passcode: Passcode, _ now: Date, _ says: PhonePhrases) -> String {
        let half = passcode.code.count / 2
        let left = max(0, min(passcode.period, Int(passcode.until.timeIntervalSince(now).rounded(.up))))
        return """
            <div class="passcode"><output dir="ltr" aria-label="\(says.passcode)">\(passcode.code.prefix(half)) \(passcode.code.dropFirst(half))</output>
            <progress max="\(passcode.period)" value="\(left)" aria-label="\(says.secondsLeft)">\(left) s</progress></div>
            """
    }

    private static func users(_ view: PhoneSession.View, _ token: String, _ says: PhonePhrases) -> String {
        guard !view.pairings.isEmpty else { return "<p class=\"empty\">\(says.noPairings)</p>" }
        let items = view.pairings.map { pairing in
            """
            <li><span>\(escape(pairing.user.username))<small>\(escape(pairing.issuer.base))</small></span>
            <form method="post" action="/unpair">\(hidden("token", token))\(hidden("pairing", pairing.id))
            <button class="quiet" aria-label="\(says.unpair) \(escape(pairing.user.username))">\(says.unpair)</button></form></li>
            """
        }
        return "<h2>\(says.pairings)</h2><ul class=\"users\">\(items.joined())</ul>"
    }

    private static func keys(_ keys: [PhoneKey], _ says: PhonePhrases) -> String {
        guard !keys.isEmpty else { return "" }
        let items = keys.map { "<li><span>\(escape($0.username))<small>\(escape($0.title))</small></span></li>" }
        return "<h2>\(says.keys)</h2><ul class=\"users keys\" aria-label=\"\(says.keys)\">\(items.joined())</ul>"
    }

    /// Returns the form for typing; it stays as it is while the rest changes.
    private static func entry(_ token: String, _ says: PhonePhrases) -> String {
        """
        <section class="entry"><h2>\(says.add)</h2>
        <form method="post" action="/pair">\(hidden("token", token))
        <label>\(says.pairingKey)<input name="key" autocomplete="off" spellcheck="false" required></label>
        <label class="check"><input type="checkbox" name="trust" value="1"> \(says.trustServer)</label>
        <button>\(says.pair)</button></form>
        <form method="post" action="/scan">\(hidden("token", token))
        <label>\(says.code)<input name="code" autocomplete="off" spellcheck="false" required></label><button>\(says.useCode)</button></form>
        <p><label class="file">\(says.image)<input type="file" id="image" accept="image/png,image/jpeg"></label></p></section>
        <section class="entry"><h2>\(says.signIn)</h2>
        <form method="post" action="/login">\(hidden("token", token))
        <label>\(says.policy)<input name="policy" autocomplete="off" spellcheck="false" placeholder="\(says.ownPolicy)"></label>
        <button>\(says.signInToApp)</button></form></section>
        <section class="entry"><details><summary>\(says.itself)</summary>
        <form method="post" action="/switch" class="buttons">\(hidden("token", token))
        <button name="what" value="offline">\(says.goOffline)</button><button name="what" value="online">\(says.goOnline)</button>
        <button name="what" value="reinstall">\(says.reinstall)</button><button name="what" value="lose" class="deny">\(says.lose)</button>
        </form></details></section>
        """
    }

    /// Notices, which the program words in English.
    static func notices(_ notices: [String]) -> String {
        "<ul class=\"notices\" lang=\"en\" dir=\"ltr\">\(notices.map { "<li>\(escape($0))</li>" }.joined())</ul>"
    }

    static func hidden(_ name: String, _ value: String) -> String {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(escape(value))\">"
    }

    /// A text in HTML, in an element or a quoted attribute.
    static func escape(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}
