import Foundation
import Primitives
import Translations
import Verification
import VerificationMessages

/// The HTML of the page that verifies identity. All that comes from elsewhere is escaped.
enum VerifyMarkup {
    static func page(
        name: String, _ view: VerificationDesk.View, _ notices: [String], on site: LoopbackPage, in language: Language
    ) -> String {
        let (catalogue, says) = (language.catalogue, language.catalogue.phone.identity)
        let title = says.title.replacing("{name}", with: PageMarkup.escape(name))
        // While the server checks, the page looks again by itself.
        let refresh = view.report?.isAwaited == true ? "<meta http-equiv=\"refresh\" content=\"2\">" : ""
        return """
            <!doctype html>
            <html lang="\(language.rawValue)" dir="\(language.direction)"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\(refresh)
            <title>\(title)</title><style nonce="\(site.nonce)">\(PageStyle.css)\(WalletStyle.css)</style></head>
            <body><main class="wallet narrow" aria-label="\(title)">
            <header><h1>\(title)</h1><a href="/">\(catalogue.phone.phone)</a></header>
            <section id="live">\(state(view, site.token, says))\(PageMarkup.notices(notices))</section>
            \(begin(site.token, catalogue.phone))\(submission(view, site.token, catalogue))
            </main></body></html>
            """
    }

    private static func state(_ view: VerificationDesk.View, _ token: String, _ says: IdentityPhrases) -> String {
        guard let transaction = view.transaction else { return "<p class=\"empty\">\(says.none)</p>\(claims(view, says))" }
        let status = view.report?.status ?? transaction.status
        let messages = (view.report?.providers ?? []).flatMap { provider in
            provider.messages.sorted { $0.key < $1.key }.map { message in
                "<li>\(PageMarkup.escape(provider.provider)): \(PageMarkup.escape(message.value))</li>"
            }
        }
        let data = IdentityField.allCases.compactMap { field in
            view.report?.userData[field].map { "<div><dt lang=\"en\">\(field.rawValue)</dt><dd>\(PageMarkup.escape($0))</dd></div>" }
        }
        return """
            <h2>\(says.state): <output>\(says.states[status.rawValue] ?? status.rawValue)</output> <code lang="en" dir="ltr">\(status.rawValue)</code></h2>
            \(messages.isEmpty ? "" : "<ul lang=\"en\" dir=\"ltr\">\(messages.joined())</ul>")
            \(data.isEmpty ? "" : "<div class=\"card\"><dl>\(data.joined())</dl></div>")\(claims(view, says))
            <form method="get" action="/verify"><button class="quiet">\(says.lookAgain)</button></form>
            <form method="post" action="/verify/forget">\(PageMarkup.hidden("token", token))<button class="quiet">\(says.forget)</button></form>
            """
    }

    private static func claims(_ view: VerificationDesk.View, _ says: IdentityPhrases) -> String {
        view.claims == 0 ? "" : "<p>\(says.kept(view.claims))</p>"
    }

    private static func begin(_ token: String, _ phone: PhonePhrases) -> String {
        """
        <section class="entry"><h2>\(phone.identity.begin)</h2><form method="post" action="/verify/begin">\(PageMarkup.hidden("token", token))
        <label>\(phone.identity.code)<input name="code" autocomplete="off" spellcheck="false" required></label>
        <label class="check"><input type="checkbox" name="trust" value="1"> \(phone.trustServer)</label>
        <button>\(phone.identity.begin)</button></form></section>
        """
    }

    private static func submission(_ view: VerificationDesk.View, _ token: String, _ catalogue: Catalogue) -> String {
        guard let transaction = view.transaction, view.report?.token != nil else { return "" }
        let (says, names) = (catalogue.phone.identity, catalogue.pages.verification.names)
        let types = IdentityCardType.allCases.filter { type in transaction.requirements.contains { $0.documents.contains(type) } }
        let options = types.map { "<option value=\"\($0.rawValue)\">\(names[$0.rawValue] ?? $0.rawValue)</option>" }
        let selfie = transaction.requirements.first { $0.part == .selfie }.map { requirement in
            file("selfie", requirement.isRequired ? says.face : says.optionalFace, isRequired: requirement.isRequired)
        }
        return """
            <section class="entry"><h2>\(says.photographs)</h2><form method="post" action="/verify/submit" enctype="multipart/form-data">
            \(PageMarkup.hidden("token", token))
            <label>\(says.kind)<select name="type" required>\(options.joined())</select></label>
            \(file("front", says.front, isRequired: true))\(file("back", says.back, isRequired: false))\(selfie ?? "")
            <button class="approve">\(says.submit)</button></form></section>
            """
    }

    private static func file(_ name: String, _ label: String, isRequired: Bool) -> String {
        "<label>\(label)<input type=\"file\" name=\"\(name)\" accept=\"image/png,image/jpeg\"\(isRequired ? " required" : "")></label>"
    }
}
