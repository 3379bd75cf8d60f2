import AuthenticatorMessages
import Authenticator
import Foundation
import Primitives
import Translations

/// The part of the page's HTML that shows authenticator accounts. All that comes from elsewhere is escaped.
enum AccountMarkup {
    static func waiting(_ waiting: AccountShelf.Waiting, _ token: String, _ says: PhonePhrases) -> String {
        let notification = waiting.notification
        let lines = [
            "<strong>\(PageMarkup.escape(notification.message ?? says.asksForApproval))</strong>",
            waiting.account.map { PageMarkup.escape($0.title) },
            notification.context?.address.map { says.from.replacing("{address}", with: PageMarkup.escape($0)) },
            notification.kind == .challenge ? says.whichNumber : nil,
        ].compactMap(\.self)
        return """
            <form class="request" method="post" action="/answer" data-until="\(Int(notification.expires.timeIntervalSince1970))">
            \(PageMarkup.hidden("token", token))\(PageMarkup.hidden("notification", notification.id))
            \(lines.map { "<p>\($0)</p>" }.joined())
            <p class="buttons">\(approval(notification, says))<button name="deny" value="1" class="deny">\(says.deny)</button></p></form>
            """
    }

    private static func approval(_ notification: PushNotification, _ says: PhonePhrases) -> String {
        guard notification.kind == .challenge else { return "<button class=\"approve\">\(says.approve)</button>" }
        return notification.numbers.map {
            "<button class=\"approve\" name=\"number\" value=\"\(PageMarkup.escape($0))\">\(PageMarkup.escape($0))</button>"
        }.joined()
    }

    static func cards(_ cards: [AccountShelf.Card], _ token: String, _ now: Date, _ says: PhonePhrases) -> String {
        guard !cards.isEmpty else { return "" }
        return "<h2>\(says.accounts)</h2><ul class=\"users accounts\">\(cards.map { card($0, token, now, says) }.joined())</ul>"
    }

    private static func card(_ card: AccountShelf.Card, _ token: String, _ now: Date, _ says: PhonePhrases) -> String {
        let account = card.account
        return """
            <li><span>\(PageMarkup.escape(account.title))<small>\(account.mechanisms.map(\.type).joined(separator: ", "))</small>
            \(state(card, now, says))</span>
            <form method="post" action="/account">\(PageMarkup.hidden("token", token))\(PageMarkup.hidden("account", account.id))
            \(card.password?.type == "hotp" ? "<button class=\"quiet\" aria-label=\"\(says.nextCode): \(PageMarkup.escape(account.title))\">\(says.nextCode)</button>" : "")
            <button class="quiet" name="remove" value="1" aria-label="\(says.remove) \(PageMarkup.escape(account.title))">\(says.remove)</button></form></li>
            """
    }

    private static func state(_ card: AccountShelf.Card, _ now: Date, _ says: PhonePhrases) -> String {
        if let lock = card.account.lock { return "<small class=\"locked\">\(says.locked): \(PageMarkup.escape(lock.policy))</small>" }
        guard let code = card.code else { return "" }
        let output = "<output dir=\"ltr\" aria-label=\"\(says.codeOf) \(PageMarkup.escape(card.account.title))\">\(code.grouped)</output>"
        guard let left = code.secondsLeft(at: now), let from = code.from, let until = code.until else { return output }
        return
            "\(output) <progress max=\"\(Int(until.timeIntervalSince(from)))\" value=\"\(left)\" aria-label=\"\(says.secondsLeft)\">\(left) s</progress>"
    }
}
