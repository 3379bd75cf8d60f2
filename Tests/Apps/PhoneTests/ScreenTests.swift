import DeviceFoundation
import DeviceMessages
import Foundation
import Primitives
import Testing

import Translations
@testable import phone

@Suite("The phone's screen")
struct ScreenTests {
    private func type(_ text: String) -> (ScreenInput, ScreenInput.Outcome) {
        var input = ScreenInput()
        var outcome = ScreenInput.Outcome.typing
        for byte in text.utf8 { outcome = input.take(byte) }
        return (input, outcome)
    }

    @Test("keys make a line, which can be mended")
    func typing() {
        #expect(type("ab\u{7F}c").0.text == "ac")
        #expect(type("é\u{7F}").0.text == "")
        #expect(type("abc\u{15}").0.text == "")
        #expect(type("a\u{1B}b").0.text == "ab")
        #expect(type("hello\r").1 == .entered("hello"))
        #expect(type("hello\r").0.text == "")
        #expect(type("x\u{03}").1 == .ended)
        #expect(type("\u{04}").1 == .ended)
        #expect(type(String(repeating: "x", count: 5000)).0.text.count == 2048)
    }

    @Test(
        "lines are orders",
        arguments: [
            ("pair 0188 2778", ScreenOrder.pair("0188 2778")), ("trust http://a/pair?x", .trust("http://a/pair?x")),
            ("scan 7F45HGF5", .scan("7F45HGF5")), ("a", .approve(number: nil)), ("approve 42", .approve(number: 42)),
            ("42", .approve(number: 42)), ("add otpauth://x", .add("otpauth://x")), ("code ada", .next("ada")),
            ("remove ada", .remove("ada")), ("d", .deny), ("NO", .deny), ("unpair alice", .unpair("alice")), ("offline", .offline),
            ("q", .quit), ("", .unknown("")), ("pair", .unknown("pair")), ("what", .unknown("what")),
        ])
    func orders(_ line: String, _ order: ScreenOrder) { #expect(ScreenOrder(line) == order) }

    @Test("a passcode's clock runs down")
    func clock() {
        let start = Date(timeIntervalSince1970: 1_767_225_600)
        let lines = PhoneScreen.lines(PhoneSession.View(), name: "A", typed: "pa", at: start)
        #expect(lines.contains { $0.contains("no pairings") } && lines.last == "  > pa▏")
        var view = PhoneSession.View()
        view.isOffline = true
        #expect(PhoneScreen.lines(view, name: "A", typed: "", at: start)[0].contains("offline"))
    }
}

@Suite("What comes from elsewhere on the phone's screen")
struct ForeignScreenTests {
    @Test("is shown, and not obeyed")
    func plain() {
        var view = PhoneSession.View()
        view.notices = ["\u{1B}[2Jowned"]
        let lines = PhoneScreen.lines(view, name: "A", typed: "", at: Date(timeIntervalSince1970: 0))
        #expect(lines.contains("  · �[2Jowned"))
    }
}

@Suite("The phone's page")
struct PageTests {
    @Test("what comes from elsewhere is escaped")
    func escaped() {
        #expect(PageMarkup.escape("<b a=\"x\" b='y'>&\u{301}") == "&lt;b a=&quot;x&quot; b=&#39;y&#39;&gt;&amp;\u{301}")
        var view = PhoneSession.View()
        view.notices = ["<script>alert(1)</script>"]
        let live = PageMarkup.live(view, token: "t", at: Date(timeIntervalSince1970: 0))
        #expect(!live.contains("<script>") && live.contains("&lt;script&gt;"))
    }

    @Test(
        "the page speaks the browser's language, of those that it has",
        arguments: [
            ("de-CH,de;q=0.9", "de", "Konto hinzufügen"), ("fr", "fr", "Ajouter un compte"), ("xx, de;q=0.5", "de", "Konto hinzufügen"),
            ("ar", "ar", "إضافة حساب"),
            ("xx", "en", "Add an account"), (nil, "en", "Add an account"),
        ] as [(String?, String, String)])
    func languages(_ header: String?, _ tag: String, _ heading: String) {
        let page = PageMarkup.page(
            name: "x", PhoneSession.View(), token: "t", nonce: "n", at: Date(timeIntervalSince1970: 0), in: Language(acceptLanguage: header)
        )
        #expect(page.contains("<html lang=\"\(tag)\" dir=\"\(tag == "ar" ? "rtl" : "ltr")\">") && page.contains("<h2>\(heading)</h2>"))
        #expect(page.contains("data-state=\"not connected\""), "a mark for programs")
        let says = Language(acceptLanguage: header).catalogue.phone
        #expect(page.contains(">\(says.wallet.wallet)</a>") && page.contains(">\(says.identity.link)</a>"))
    }

    @Test("the pages of wallet and identity are in the reader's language, from the direction of its script", arguments: Language.allCases)
    func parts(_ language: Language) {
        let (site, says) = (LoopbackPage(port: 1, random: SeededRandom(seed: 1)), language.catalogue.phone)
        var wallet = WalletShelf.View()
        wallet.id = UUID(uuidString: "0f3c1b7e-5a6d-4c8e-9f21-3b4c5d6e7f80")
        let pages = [
            WalletMarkup.page(
                name: "<x>", live: WalletMarkup.live(wallet, ["<n>"], token: "t", at: Date(timeIntervalSince1970: 0), in: language),
                on: site, in: language),
            VerifyMarkup.page(name: "<x>", VerificationDesk.View(), ["<n>"], on: site, in: language),
        ]
        for page in pages {
            #expect(
                page.contains("<html lang=\"\(language.rawValue)\" dir=\"\(language.direction)\">") && page.contains(">\(says.phone)</a>"))
            #expect(
                page.contains("&lt;x&gt;") && !page.contains("<x>")
                    && page.contains("<ul class=\"notices\" lang=\"en\" dir=\"ltr\"><li>&lt;n&gt;"))
            #expect(!page.contains("{name}") && !page.contains("{id}"))
        }
        #expect(pages[0].contains(says.wallet.noClaims) && pages[0].contains("<code>0f3c1b7e-5a6d-4c8e-9f21-3b4c5d6e7f80</code>"))
        #expect(pages[1].contains(says.identity.none) && pages[1].contains(says.identity.code))
    }
}

@Suite("The phone's folder")
struct HomeTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "phone-\(UUID().uuidString)").path(percentEncoded: false)
    private let first = DeviceIssuer(base: "http://127.0.0.1:8080", realm: "0f3c1b7e-5a6d-4c8e-9f21-3b4c5d6e7f80")
    private let second = DeviceIssuer(base: "https://login.example.com", realm: "aaaaaaaa-5a6d-4c8e-9f21-3b4c5d6e7f80")

    @Test("servers are trusted in order, once each, until they aren't")
    func trust() throws {
        let home = PhoneHome(directory: directory)
        defer { try? home.lose() }
        #expect(try home.issuers().isEmpty)
        try home.trust(first)
        try home.trust(second)
        try home.trust(first)
        #expect(try home.issuers() == [second, first])
        try home.trust(first, first: true)
        #expect(try home.issuers() == [first, second])
        try home.distrust(first)
        #expect(try home.issuers() == [second])
    }

    @Test("losing the phone removes all, reinstalling only what is the app's")
    func lost() async throws {
        let home = PhoneHome(directory: directory)
        defer { try? home.lose() }
        try await home.store().set(.init("kept"), for: StoreKey("a", "b"))
        try await home.appData().set(.init("gone"), for: StoreKey("a", "b"))
        try home.reinstall()
        #expect(try await home.store().get(StoreKey("a", "b")) == .init("kept"))
        #expect(try await home.appData().get(StoreKey("a", "b")) == nil)
        try home.lose()
        #expect(!FileManager.default.fileExists(atPath: directory))
    }

    @Test("a phone without a network says so")
    func offline() async throws {
        let network = SwitchableNetwork(NoNetwork(), isOff: true)
        let url = try #require(URL(string: "http://127.0.0.1:9/"))
        await #expect(throws: TransportError(.cannotConnect, "")) { try await network.send(HTTPRequest(.get, url)) }
        await #expect(throws: TransportError(.cannotConnect, "")) { try await network.stream(HTTPRequest(.get, url)) }
    }
}
