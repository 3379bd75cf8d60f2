import Foundation
import Primitives
import Verification
import VerificationMessages

/// The HTML of the page that verifies identity. All that comes from elsewhere is escaped.
enum VerifyMarkup {
    static func page(name: String, _ view: VerificationDesk.View, _ notices: [String], on site: LoopbackPage) -> String {
        let title = "Identity of the user of \(PageMarkup.escape(name))"
        // While the server checks, the page looks again by itself.
        let refresh = view.report?.isAwaited == true ? "<meta http-equiv=\"refresh\" content=\"2\">" : ""
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\(refresh)
            <title>\(title)</title><style nonce="\(site.nonce)">\(PageStyle.css)\(WalletStyle.css)</style></head>
            <body><main class="wallet narrow" aria-label="\(title)">
            <header><h1>\(title)</h1><a href="/">Phone</a></header>
            <section id="live">\(state(view, site.token))<ul class="notices">\(notices.map { "<li>\(PageMarkup.escape($0))</li>" }.joined())</ul></section>
            \(begin(site.token))\(submission(view, site.token))
            </main></body></html>
            """
    }

    private static func state(_ view: VerificationDesk.View, _ token: String) -> String {
        guard let transaction = view.transaction else { return "<p class=\"empty\">No verification was begun yet.</p>\(claims(view))" }
        let status = view.report?.status ?? transaction.status
        let messages = (view.report?.providers ?? []).flatMap { provider in
            provider.messages.sorted { $0.key < $1.key }.map { message in
                "<li>\(PageMarkup.escape(provider.provider)): \(PageMarkup.escape(message.value))</li>"
            }
        }
        let data = IdentityField.allCases.compactMap { field in
            view.report?.userData[field].map { "<div><dt>\(field.rawValue)</dt><dd>\(PageMarkup.escape($0))</dd></div>" }
        }
        return """
            <h2>State: <output>\(status.rawValue)</output></h2>
            \(messages.isEmpty ? "" : "<ul>\(messages.joined())</ul>")
            \(data.isEmpty ? "" : "<div class=\"card\"><dl>\(data.joined())</dl></div>")\(claims(view))
            <form method="get" action="/verify"><button class="quiet">Look again</button></form>
            <form method="post" action="/verify/forget">\(PageMarkup.hidden("token", token))<button class="quiet">Forget it</button></form>
            """
    }

    private static func claims(_ view: VerificationDesk.View) -> String {
        switch view.claims {
        case 0: ""
        case 1: "<p>1 claim of earlier verifications is kept.</p>"
        default: "<p>\(view.claims) claims of earlier verifications are kept.</p>"
        }
    }

    private static func begin(_ token: String) -> String {
        """
        <section class="entry"><h2>Begin</h2><form method="post" action="/verify/begin">\(PageMarkup.hidden("token", token))
        <label>Code, or the address in its QR code<input name="code" autocomplete="off" spellcheck="false" required></label>
        <label class="check"><input type="checkbox" name="trust" value="1"> Trust the server that it names</label>
        <button>Begin</button></form></section>
        """
    }

    private static func submission(_ view: VerificationDesk.View, _ token: String) -> String {
        guard let transaction = view.transaction, view.report?.token != nil else { return "" }
        let types = IdentityCardType.allCases.filter { type in transaction.requirements.contains { $0.documents.contains(type) } }
        let options = types.map { "<option value=\"\($0.rawValue)\">\(title(of: $0))</option>" }
        let selfie = transaction.requirements.first { $0.part == .selfie }.map { requirement in
            file("selfie", "Your face\(requirement.isRequired ? "" : ", if you like")", isRequired: requirement.isRequired)
        }
        return """
            <section class="entry"><h2>Photographs</h2><form method="post" action="/verify/submit" enctype="multipart/form-data">
            \(PageMarkup.hidden("token", token))
            <label>Kind of document<select name="type" required>\(options.joined())</select></label>
            \(file("front", "Front, or the passport’s page", isRequired: true))\(file("back", "Back, where it has one", isRequired: false))\(selfie ?? "")
            <button class="approve">Submit</button></form></section>
            """
    }

    private static func file(_ name: String, _ label: String, isRequired: Bool) -> String {
        "<label>\(label)<input type=\"file\" name=\"\(name)\" accept=\"image/png,image/jpeg\"\(isRequired ? " required" : "")></label>"
    }

    private static func title(of type: IdentityCardType) -> String {
        switch type {
        case .drivingLicense: "Driver licence"
        case .passport: "Passport"
        case .idCard: "Identification card"
        case .residencePermit: "Residence permit"
        case .selfie: "Selfie"
        }
    }
}
