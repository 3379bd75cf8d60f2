import CommandChannel
import Orchestration
import Primitives

/// The keypad's HTML. Texts are escaped, and of colours and sizes there are only numbers.
struct KeypadMarkup {
    let appearance: KeypadAppearance
    let token: String
    let nonce: String

    /// The page, which works without its script: then each key is a form of its own.
    func page(_ content: PagePrompts.Content, _ number: Int) -> String {
        let (title, main, head) =
            switch content {
            case .working: ("One moment…", "<h1 role=\"status\">One moment…</h1>", "<meta http-equiv=\"refresh\" content=\"1\">")
            case .keypad(let keypad): (appearance[keypad.prompt.title], self.keypad(keypad, number), "")
            case .decision(let request): (Self.title(of: request), decision(request, number), "")
            case .ended(let sentence): (sentence, "<h1 role=\"status\">\(escape(sentence))</h1>", "")
            }
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\(head)
            <title>\(escape(title))</title><style nonce="\(nonce)">\(KeypadStyle.css(appearance))</style></head>
            <body><main>\(main)</main><script nonce="\(nonce)">\(KeypadStyle.script)</script></body></html>
            """
    }

    // MARK: - The keypad

    private func keypad(_ keypad: PagePrompts.Keypad, _ number: Int) -> String {
        let fault = keypad.isMissing ? appearance[.short] : appearance.fault(of: keypad.prompt)
        // The first button of a form is the one that the Enter key presses.
        return """
            <h1>\(text(keypad.prompt.title))</h1><p>\(escape(keypad.prompt.user.description))</p>
            <p id="error" aria-live="assertive">\(escape(fault ?? ""))</p>
            <form method="post">\(hidden(number))
            <button class="enter" tabindex="-1" aria-hidden="true">\(text(.done))</button>
            <label for="pin">\(text(.secureInput))</label>
            \(input(keypad.prompt.policy, isScrambled: keypad.isScrambled, hasFault: fault != nil))
            \(keypad.entered == 0 ? "" : "<p>\(text(.entered)): \(keypad.entered)</p>")
            <div id="keys" class="keys" role="group" aria-label="\(text(.keys))">\(keys(keypad.digits))</div>
            \(button("cancel", "1", .cancel, "plain"))</form>
            """
    }

    /// The field for a real keyboard. Over a scrambled keypad no keyboard of the screen comes up, which would show the usual order.
    private func input(_ policy: PINPolicy, isScrambled: Bool, hasFault: Bool) -> String {
        let mode = !policy.isNumeric ? "text" : isScrambled ? "none" : "numeric"
        return """
            <input id="pin" name="pin" type="password" inputmode="\(mode)" maxlength="\(policy.maximum)" autocomplete="off" autocapitalize="none"
            spellcheck="false" aria-describedby="error"\(hasFault ? " aria-invalid=\"true\"" : "") autofocus>
            """
    }

    private func keys(_ digits: [UInt8]) -> String {
        let digits = digits.map { "<button name=\"digit\" value=\"\($0)\">\($0)</button>" }
        let back = "<button name=\"back\" value=\"1\" class=\"back\" aria-label=\"\(text(.backspace))\">⌫</button>"
        let done = "<button class=\"done\">\(text(.done))</button>"
        return digits.dropLast().joined() + back + (digits.last ?? "") + done
    }

    // MARK: - The decision

    private func decision(_ request: ShownRequest, _ number: Int) -> String {
        let lines = request.display.pairs.map { pair in
            pair.name.isEmpty
                ? "<div><dd>\(escape(pair.value))</dd></div>" : "<div><dt>\(escape(pair.name))</dt><dd>\(escape(pair.value))</dd></div>"
        }
        return """
            <h1>\(escape(Self.title(of: request)))</h1><p>\(escape(request.user.description))</p>
            <dl>\(lines.joined())</dl>
            <form method="post">\(hidden(number))<p class="choices"><button name="approve" value="1" class="done">Approve</button>
            <button name="reject" value="1">Reject</button></p>\(button("cancel", "1", .cancel, "plain"))</form>
            """
    }

    private static func title(of request: ShownRequest) -> String {
        request.kind == .remoteTransaction ? "Approve the transaction?" : "Approve the sign-in?"
    }

    // MARK: - Parts

    private func hidden(_ number: Int) -> String { PageMarkup.hidden("token", token) + PageMarkup.hidden("prompt", "\(number)") }

    private func button(_ name: String, _ value: String, _ label: KeypadText, _ kind: String) -> String {
        "<button name=\"\(name)\" value=\"\(value)\" class=\"\(kind)\">\(text(label))</button>"
    }

    private func text(_ key: KeypadText) -> String { escape(appearance[key]) }
    private func escape(_ text: String) -> String { PageMarkup.escape(text) }
}
