import Primitives
import Testing
import Translations

@testable import Pages
import Translations

@Suite("The welcome pages")
struct WelcomePageTests {
    let pages: Pages

    init() throws { pages = try Pages() }

    @Test("the way in, and what applications need")
    func welcome() {
        let page = WelcomePage(
            signInPath: "/sign-in", realms: [.init(name: "alpha", discovery: "/alpha/discovery", keys: "/alpha/keys")])
        let links = HTMLStructure(pages.render(page)).all("a").map { $0["href"] }
        #expect(links == ["/sign-in", "/alpha/discovery", "/alpha/keys"])
    }

    @Test("a server without demonstration data shows no password")
    func demonstration() {
        let plain = pages.render(WelcomePage(signInPath: "/sign-in"))
        #expect(!plain.contains(Language.english.phrases.password))
        let demo = pages.render(WelcomePage(signInPath: "/sign-in", demonstration: .init(user: "demo", password: "known")))
        #expect(demo.contains("<code>demo</code>") && demo.contains("<code>known</code>"))
    }

    @Test("claims in their order, dates also for people, structures as JSON")
    func claims() {
        let claims: JSONObject = ["sub": "demo", "exp": 1_763_640_000, "address": .object(["locality": "Berne"])]
        let html = pages.render(SignedInPage(name: "Demo", claims: claims, accountPath: "/account", signOut: PageFixtures.form))
        #expect(html.contains("<code>sub</code></th><td>demo</td>"))
        #expect(html.contains("<td>1763640000<br><small dir=\"ltr\">2025-11-20 12:00:00Z</small></td>"))
        #expect(html.contains("<td>{&quot;locality&quot;:&quot;Berne&quot;}</td>"))
    }

    @Test("signing out is a form with a token, not a link")
    func signOut() {
        let html = HTMLStructure(pages.render(SignedInPage(name: "Demo", claims: [:], accountPath: "/account", signOut: PageFixtures.form)))
        #expect(html.all("form").map { $0["method"] } == ["post"])
        #expect(html.all("input").map { $0["value"] } == ["csrf-token"])
    }

    @Test(
        "lifetimes in the largest unit that is exact",
        arguments: [
            (0, "0 seconds"), (1, "1 second"), (59, "59 seconds"), (90, "90 seconds"), (60, "1 minute"), (3600, "1 hour"),
            (28_800, "8 hours"),
            (604_800, "7 days"),
        ])
    func durations(seconds: Int, text: String) {
        #expect(Language.english.phrases.duration(seconds: seconds) == text)
    }
}
