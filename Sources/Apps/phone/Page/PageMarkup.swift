import DeviceMessages
import Foundation
import MFA
import Primitives

/// The page's HTML. All that comes from elsewhere is escaped.
enum PageMarkup {
    static func page(name: String, _ view: PhoneSession.View, token: String, nonce: String, at now: Date) -> String {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <title>Phone \(escape(name))</title><style nonce="\(nonce)">\(PageStyle.css)</style></head>
        <body><main aria-label="Phone \(escape(name))">
        <header><h1>\(escape(name))</h1></header>
        <section id="live" aria-live="polite">\(live(view, token: token, at: now))</section>
        \(entry(token))
        </main><script nonce="\(nonce)">\(PageStyle.script(token, live: "/live"))</script></body></html>
        """
    }

    /// The part that changes while one looks.
    static func live(_ view: PhoneSession.View, token: String, at now: Date) -> String {
        let state = view.isOffline ? "offline" : view.isConnected ? "connected" : "not connected"
        return """
            <p class="state" data-state="\(state)">\(state)</p>
            \(view.waiting.map { AccountMarkup.waiting($0, token) }.joined())\(view.requests.map { request($0, token, now) }.joined())\(view.code.map { code($0, token) } ?? "")
            \(view.offer == nil ? "" : offer(token))
            \(view.passcode.map { passcode($0, now) } ?? "")
            \(AccountMarkup.cards(view.cards, token, now))
            \(users(view, token))
            \(keys(view.keys))
            \(WalletMarkup.link(view.wallet))
            <p class="wallet"><a href="/verify">Identity</a></p>
            <ul class="notices">\(view.notices.map { "<li>\(escape($0))</li>" }.joined())</ul>
            """
    }

    private static func request(_ request: MFARequest, _ token: String, _ now: Date) -> String {
        let requester = request.document.requester
        let lines = [
            "<strong>\(escape(request.user.username))</strong> wants to sign in"
                + (requester.name ?? requester.application).map { " to <strong>\(escape($0))</strong>" }.orEmpty,
            requester.address.map { "from \(escape($0))" }, request.clientContext.map { "<q>\(escape($0))</q>" },
        ].compactMap(\.self)
        return """
            <form class="request" method="post" action="/decide" data-until="\(Int(request.expires.timeIntervalSince1970))">
            \(hidden("token", token))\(hidden("request", request.id))
            \(lines.map { "<p>\($0)</p>" }.joined())\(number(request.number))
            <p class="buttons">\(approval(request.number))<button name="deny" value="1" class="deny" formnovalidate>Deny</button></p></form>
            """
    }

    private static func number(_ matching: NumberMatching?) -> String {
        switch matching {
        case .entered:
            """
            <p><label>Number shown where you sign in
            <input name="number" inputmode="numeric" pattern="[0-9]{1,2}" maxlength="2" autocomplete="off" required></label></p>
            """
        case .selected: "<p>Which number is shown where you sign in?</p>"
        case nil: ""
        }
    }

    private static func approval(_ matching: NumberMatching?) -> String {
        guard case .selected(let options) = matching else { return "<button class=\"approve\">Approve</button>" }
        return options.map { "<button class=\"approve\" name=\"number\" value=\"\($0)\">\($0)</button>" }.joined()
    }

    private static func code(_ code: CodeRequest, _ token: String) -> String {
        let users = code.claim.users.map {
            "<button class=\"approve\" name=\"user\" value=\"\(escape($0.id))\">Sign in as \(escape($0.username))</button>"
        }
        return """
            <form class="request" method="post" action="/code">\(hidden("token", token))
            <p>A code was scanned\(code.claim.clientContext.map { ": <q>\(escape($0))</q>" }.orEmpty)</p>
            <p class="buttons">\(users.joined())<button name="deny" value="1" class="deny">Deny</button></p></form>
            """
    }

    private static func offer(_ token: String) -> String {
        """
        <form class="request" method="post" action="/offer">\(hidden("token", token))
        <p>You have signed in to the app. Shall this phone be paired, so that it counts as your second factor?</p>
        <p class="buttons"><button class="approve">Pair this phone</button>
        <button name="deny" value="1" class="deny">Not now</button></p></form>
        """
    }

    /// A page that continues to another.
    static func leaving(to address: String) -> String {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=\(escape(address))"><title>Phone</title></head>
        <body><p><a href="\(escape(address))">Go on</a></p></body></html>
        """
    }

    private static func passcode(_ passcode: Passcode, _ now: Date) -> String {
        let half = passcode.code.count / 2
        let left = max(0, min(passcode.period, Int(passcode.until.timeIntervalSince(now).rounded(.up))))
        return """
            <div class="passcode"><output aria-label="Passcode">\(passcode.code.prefix(half)) \(passcode.code.dropFirst(half))</output>
            <progress max="\(passcode.period)" value="\(left)" aria-label="Seconds left">\(left) s</progress></div>
            """
    }

    private static func users(_ view: PhoneSession.View, _ token: String) -> String {
        guard !view.pairings.isEmpty else { return "<p class=\"empty\">No pairings yet.</p>" }
        let items = view.pairings.map { pairing in
            """
            <li><span>\(escape(pairing.user.username))<small>\(escape(pairing.issuer.base))</small></span>
            <form method="post" action="/unpair">\(hidden("token", token))\(hidden("pairing", pairing.id))
            <button class="quiet" aria-label="Unpair \(escape(pairing.user.username))">Unpair</button></form></li>
            """
        }
        return "<ul class=\"users\">\(items.joined())</ul>"
    }

    private static func keys(_ keys: [PhoneKey]) -> String {
        guard !keys.isEmpty else { return "" }
        let items = keys.map { "<li><span>\(escape($0.username))<small>\(escape($0.title))</small></span></li>" }
        return "<ul class=\"users keys\" aria-label=\"Keys and passkeys\">\(items.joined())</ul>"
    }

    /// Returns the form for typing; it stays as it is while the rest changes.
    private static func entry(_ token: String) -> String {
        """
        <section class="entry">
        <form method="post" action="/pair">\(hidden("token", token))
        <label>Pairing key or address<input name="key" autocomplete="off" spellcheck="false" required></label>
        <label class="check"><input type="checkbox" name="trust" value="1"> Trust the server that it names</label>
        <button>Pair</button></form>
        <form method="post" action="/scan">\(hidden("token", token))
        <label>Authentication code, or the address of an account<input name="code" autocomplete="off" spellcheck="false" required></label><button>Use code</button></form>
        <form method="post" action="/login">\(hidden("token", token))
        <label>Sign-on policy<input name="policy" autocomplete="off" spellcheck="false" placeholder="the app’s own"></label>
        <button>Sign in to the app</button></form>
        <p><label class="file">Image of a QR code<input type="file" id="image" accept="image/png,image/jpeg"></label></p>
        <details><summary>The phone itself</summary>
        <form method="post" action="/switch" class="buttons">\(hidden("token", token))
        <button name="what" value="offline">Go offline</button><button name="what" value="online">Go online</button>
        <button name="what" value="reinstall">Reinstall the app</button><button name="what" value="lose" class="deny">Lose the phone</button>
        </form></details></section>
        """
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
