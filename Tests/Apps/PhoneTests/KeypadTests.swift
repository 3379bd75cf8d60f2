import AsyncHTTPTransport
import CommandChannel
import DeviceFoundation
import Foundation
@testable import Orchestration
import Primitives
import Testing

@testable import phone

@Suite("The keypad as a page", .timeLimit(.minutes(5)))
struct KeypadPageTests {
    private let user: ChannelUser
    private let hostile = "</title></style><script>x</script>\"'&"

    init() throws { user = try ChannelUser("tom\"<b>") }

    private func prompt(
        _ purpose: PINPrompt.Purpose = .enter, fault: OrchestrationError.Code? = nil, left: Int? = nil, policy: PINPolicy = PINPolicy()
    ) -> PINPrompt { PINPrompt(purpose: purpose, user: user, policy: policy, fault: fault, attemptsLeft: left) }

    private func markup(_ values: [String: String] = [:]) -> KeypadMarkup {
        KeypadMarkup(appearance: KeypadAppearance { values[$0] }, token: "t", nonce: "n")
    }

    private func request(_ pairs: [DisplayData.Pair]) throws -> ShownRequest {
        ShownRequest(kind: .remoteTransaction, user: user, display: try DisplayData(pairs), additional: .none)
    }

    // MARK: - Markup

    @Test("a scrambled keypad has the ten digits, in each order as often as in another")
    func scrambled() {
        let random = SeededRandom(seed: 7)
        var firsts = [Int](repeating: 0, count: 10)
        var lasts = firsts
        for _ in 0..<2_000 {
            let digits = PagePrompts.digits(scrambled: true, random)
            #expect(digits.sorted() == Array(0...9))
            firsts[Int(digits[0])] += 1
            lasts[Int(digits[9])] += 1
        }
        #expect((firsts + lasts).allSatisfy { (140...260).contains($0) }, "\(firsts) \(lasts)")
        #expect(PagePrompts.digits(scrambled: false, random) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0])
    }

    @Test("each digit is a key with its own name, in the order of the prompt")
    func keys() {
        let digits: [UInt8] = [3, 1, 4, 0, 5, 9, 2, 6, 8, 7]
        let html = markup().page(.keypad(.init(prompt: prompt(), digits: digits, isScrambled: true)), 1)
        let shown = html.matches(of: /<button name="digit" value="(\d)">(\d)<\/button>/)
        #expect(shown.map { UInt8($0.1) } == digits && shown.allSatisfy { $0.1 == $0.2 })
        #expect(
            html.contains("inputmode=\"none\"") && html.contains("type=\"password\"")
                && html.contains("aria-label=\"Delete the last character\""))
        let plain = markup().page(.keypad(.init(prompt: prompt(policy: PINPolicy(isNumeric: false)), digits: [], isScrambled: true)), 1)
        #expect(plain.contains("inputmode=\"text\"") && !plain.contains("name=\"digit\""))
    }

    @Test("what was wrong is in a live region, with the tries that are left")
    func faults() {
        func line(_ prompt: PINPrompt, missing: Bool = false) -> Substring? {
            let html = markup().page(.keypad(.init(prompt: prompt, digits: [], isScrambled: false, isMissing: missing)), 1)
            return html.firstMatch(of: /<p id="error" aria-live="assertive">(.*)<\/p>/)?.1
        }
        #expect(line(prompt()) == "" && line(prompt(), missing: true) == "The PIN is too short")
        #expect(line(prompt(fault: .passwordWrong, left: 2)) == "The PIN is wrong. Tries that are left: 2")
        #expect(line(prompt(.choose, fault: .passwordMismatch)) == "The confirmation failed")
    }

    @Test("nothing of a style, a name or a request gets out of its place")
    func injection() throws {
        let values = Dictionary(uniqueKeysWithValues: KeypadAppearance.keys.map { ($0, hostile) })
        let pages = [
            markup(values).page(
                .keypad(.init(prompt: prompt(fault: .passwordWeak, left: 1), digits: [1], isScrambled: false, entered: 1)), 1),
            markup(values).page(.decision(try request([.init(hostile, hostile), .init("", hostile)])), 1),
            markup(values).page(.ended(hostile), 1), markup(values).page(.working, 1),
        ]
        for page in pages {
            #expect(page.matches(of: /<script/).count == 1 && page.matches(of: /<\/style>/).count == 1 && !page.contains("<b>"))
        }
        #expect(pages[0].contains("tom&quot;&lt;b&gt;") && pages[1].matches(of: /&lt;script&gt;x/).count >= 3)
        #expect(KeypadStyle.css(KeypadAppearance { values[$0] }) == KeypadStyle.css(KeypadAppearance()))
    }

    @Test("a file of strings makes the appearance, and what is wrong in it is told")
    func style() throws {
        var faults: [String] = []
        func read(_ text: String) throws -> KeypadAppearance {
            try KeypadStyleFile.appearance(of: Data(text.utf8), at: "x.strings") { faults.append($0.key) }
        }
        let appearance = try read(
            """
            /* a comment */
            "orch_pinpad_enter_pin" = "Sagen Sie \\"PIN\\"";
            "orch_pinpad_text_color" = "#000;} * { display: none";
            "orch_pinpad_txt_color" = "#000";
            """)
        #expect(appearance[.enter] == "Sagen Sie \"PIN\"" && faults == ["orch_pinpad_txt_color", "orch_pinpad_text_color"])
        for text in ["", "\"a\" = ", "[]", "\"a\" = (1, 2);", String(repeating: "a", count: 70_000)] {
            #expect(throws: PhoneFailure.self) { try read(text) }
        }
    }

    // MARK: - Served

    private func send(_ url: String, _ form: String? = nil, headers: HTTPHeaders = [:]) async throws -> HTTPResponse {
        var request = HTTPRequest(form == nil ? .get : .post, try #require(URL(string: url)), headers: headers)
        if let form { request.setForm(encoded: form) }
        return try await AsyncHTTPTransport().send(request)
    }

    private func text(_ url: String) async throws -> String { String(decoding: try await send(url).body, as: UTF8.self) }

    /// Runs a flow with a page, while `browse` plays the browser. The address's host and path are told apart.
    private func serving<Value: Sendable>(
        on page: KeypadPage = KeypadPage(PagePrompts()), _ flow: @escaping @Sendable (any UserPrompts) async throws -> Value,
        _ browse: (_ url: String, _ token: String) async throws -> Void
    ) async throws -> Value {
        let (addresses, tell) = AsyncStream.makeStream(of: String.self)
        let running = Task { try await page.whileOpen({ tell.yield($0) }, flow) }
        let address = await addresses.first { _ in true }
        try await browse(try #require(address), page.site.token)
        return try await running.value
    }

    @Test("a PIN is entered key by key, taken back, and handed over once; then the next prompt is shown")
    func entering() async throws {
        let (chosen, confirmed) = (prompt(.choose), prompt(.confirm))
        let pins = try await serving({ [await $0.pin(chosen), await $0.pin(confirmed)].map { $0?.reveal() } }) { url, token in
            #expect(try await text(url).contains("Choose a PIN"))
            for key in ["digit=1", "digit=9", "digit=3", "back=1", "digit=x", "digit=12"] {
                let answer = try await send(url, "token=\(token)&prompt=1&pin=&\(key)")
                #expect(answer.status == 303 && answer.headers["Location"].map(url.hasSuffix) == true)
            }
            #expect(try await text(url).contains("Characters entered: 2"))
            _ = try await send(url, "token=\(token)&prompt=1&pin=3758")
            // The same form again, as by a double click: it isn't the answer to the next prompt.
            _ = try await send(url, "token=\(token)&prompt=1&pin=3758")
            #expect(try await text(url).contains("Confirm your PIN"))
            _ = try await send(url, "token=\(token)&prompt=2&pin=")
            #expect(try await text(url).contains("The PIN is too short"))
            _ = try await send(url, "token=\(token)&prompt=2&pin=1+2%263")
            #expect(try await text(url).contains("Done. You can close this page."))
        }
        #expect(pins == ["193758", "1 2&3"])
    }

    @Test("a decision is made on the page, or none")
    func deciding() async throws {
        let shown = try request([.init("To", "<ACME>")])
        for (press, expected) in [("approve", Decision.approve), ("reject", .reject), ("cancel", nil)] as [(String, Decision?)] {
            let decision = try await serving({ await $0.decision(on: shown) }) { url, token in
                #expect(try await text(url).contains("<dt>To</dt><dd>&lt;ACME&gt;</dd>"))
                _ = try await send(url, "token=\(token)&prompt=1&pin=1")
                _ = try await send(url, "token=\(token)&prompt=1&\(press)=1")
                #expect(try await text(url).contains("Done."))
            }
            #expect(decision == expected)
        }
    }

    @Test("another page, another name and another address are refused")
    func guarded() async throws {
        let asked = prompt()
        let pin = try await serving({ await $0.pin(asked)?.reveal() }) { url, token in
            let base = url.split(separator: "/").prefix(2).joined(separator: "//")
            for wrong in [base + "/", base + "/x", url + "x"] { #expect(try await send(wrong).status == 404) }
            #expect(try await send(url, headers: ["Host": "evil.example"]).status == 421)
            for (headers, form) in [
                (HTTPHeaders(), "prompt=1&pin=1"), ([:], "token=x&prompt=1&pin=1"), (["Origin": "null"], "token=\(token)&prompt=1&pin=1"),
                (["Origin": "http://127.0.0.1:1"], "token=\(token)&prompt=1&pin=1"),
            ] { #expect(try await send(url, form, headers: headers).status == 403) }
            let answer = try await send(url)
            #expect(answer.headers["Content-Security-Policy"]?.contains("default-src 'none'") == true)
            #expect(answer.headers["Cache-Control"] == "no-store")
            _ = try await send(url, "token=\(token)&prompt=1&cancel=1&pin=193758", headers: ["Origin": base])
        }
        #expect(pin == nil)
    }

    @Test("a flow that fails says so on the page, and a page that can't be served says why")
    func failing() async throws {
        let asked = prompt()
        await #expect(throws: PhoneFailure.self) {
            try await serving({
                _ = await $0.pin(asked)
                throw PhoneFailure("the server <refused>")
            }) { url, token in
                _ = try await send(url)
                _ = try await send(url, "token=\(token)&prompt=1&cancel=1")
                #expect(try await text(url).contains("the server &lt;refused&gt;"))
            }
        }
        let taken = KeypadPage(PagePrompts())
        _ = try await serving(on: taken, { await $0.pin(asked) }) { url, token in
            let port = try #require(URL(string: url)?.port)
            await #expect(throws: PhoneFailure.self) {
                try await KeypadPage(PagePrompts(), port: port).whileOpen({ _ in }) { await $0.pin(asked) }
            }
            _ = try await send(url, "token=\(token)&prompt=1&cancel=1")
        }
    }
}
