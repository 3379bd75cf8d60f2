package import Primitives
package import Foundations

/// A message with placeholders, as a realm keeps it (`docs/protocols/journey-nodes.md` 1.7).
package struct EmailTemplate: Sendable, Equatable {
    /// Its name, by which nodes ask for it: `registration`.
    package let name: String
    /// All of it, with the members of AM's and IDM's exports. Unknown members stay as they are.
    package let json: JSONObject

    /// - Throws: `invalid` for a name that can't be, a text that can't be understood, or a member of another type than it should be.
    package init(_ name: String, _ json: JSONObject) throws(DomainError) {
        self.name = name
        var json = json
        json["_id"] = .string("emailTemplate/\(name)")
        json["_rev"] = nil
        self.json = json
        try check()
    }

    /// Whether messages are made of it (`enabled`, true by default).
    package var isEnabled: Bool { json["enabled"]?.bool ?? true }
    /// The name to show (`displayName`), by default ``name``.
    package var displayName: String { json["displayName"]?.string ?? name }

    /// The message, with values from an object beneath `object`, in the first of some languages that there is.
    ///
    /// `message` is of the type `mimeType`, HTML unless it says otherwise; `html`, which editors keep beside it, is sent when `message`
    /// is plain text or missing. A mail program that shows no HTML gets its text.
    ///
    /// - Throws: `invalid` when there is no text in any language, or it would be too long.
    package func content(_ object: JSONObject, languages: [String]) throws(DomainError) -> MailContent {
        let values: JSONObject = ["object": .object(object)]
        let (message, html) = (text("message", languages), text("html", languages))
        let isPlain = json["mimeType"]?.string == "text/plain"
        let page = isPlain || message == nil ? html : message
        let markup = try page.map { text throws(DomainError) in try TemplateText(text).rendered(values, as: .html) }
        var plain: String?
        if isPlain, let message { plain = try TemplateText(message).rendered(values, as: .plain) }
        guard let subject = text("subject", languages), let body = plain ?? markup.map(HTMLText.plain) else {
            throw DomainError(.invalid, "the e-mail template \(name) has no subject or no text")
        }
        return MailContent(
            subject: try TemplateText(subject).rendered(values, as: .plain), text: body, html: markup.map { styled($0, message == nil) },
            from: try? json["from"]?.string.map { try Mailbox($0) })
    }

    /// A fragment of HTML with the style sheet that editors keep beside it.
    private func styled(_ html: String, _ isFragment: Bool) -> String {
        guard isFragment, let styles = json["styles"]?.string, !styles.isEmpty else { return html }
        return "<html><head><style>\(styles)</style></head><body>\(html)</body></html>"
    }

    private func text(_ member: String, _ languages: [String]) -> String? {
        guard let texts = json[member]?.object?.members.compactMap({ member in member.value.string.map { (member.name, $0) } }) else {
            return nil
        }
        if let own = StandardMail.text(member, of: name, written: texts.map { (language: $0.0, text: $0.1) }, for: languages) { return own }
        for wanted in languages + [json["defaultLocale"]?.string ?? "en", "en"] {
            let language = wanted.prefix { $0 != "-" && $0 != "_" }.lowercased()
            let found = texts.first { $0.0.lowercased() == wanted.lowercased() } ?? texts.first { $0.0.lowercased() == language }
            if let found, !found.1.isEmpty { return found.1 }
        }
        return texts.first { !$0.1.isEmpty }?.1
    }

    private func check() throws(DomainError) {
        guard (1...128).contains(name.utf8.count), name.utf8.allSatisfy(Self.isNameByte) else {
            throw DomainError(.invalid, "a template's name has 1 to 128 letters, digits, -, _ and .")
        }
        for member in ["subject", "message", "html"] {
            guard let texts = json[member], texts != .null else { continue }
            guard let texts = texts.object else { throw DomainError(.invalid, "\(member) must be an object of texts by language") }
            for translation in texts.members {
                let (language, text) = (translation.name, translation.value)
                guard let text = text.string else { throw DomainError(.invalid, "\(member).\(language) must be a text") }
                do { _ = try TemplateText(text) } catch { throw DomainError(.invalid, "\(member).\(language): \(error.reason)") }
            }
        }
        guard text("subject", []) != nil, text("message", []) != nil || text("html", []) != nil else {
            throw DomainError(.invalid, "a template needs a subject, and a message or html, in at least one language")
        }
        guard let from = json["from"]?.string, !from.isEmpty else { return }
        do { _ = try Mailbox(from) } catch { throw DomainError(.invalid, "from: \(error.reason)") }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
