import Testing
import Translations
import VerificationMessages

@testable import Pages

@Suite("Pages of verifications")
struct VerificationPageTests {
    @Test("each language has words for every document, side, fault, problem, outcome and saying", arguments: Language.allCases)
    func words(_ language: Language) throws {
        let phrases = language.phrases.verification
        for card in IdentityCardType.allCases {
            let sides = [card.sides.required, card.sides.optional].compactMap(\.self)
            #expect(sides.allSatisfy { !phrases.title(card, $0).isEmpty }, "\(card)")
            #expect(!card.isDocument || phrases.names[card.rawValue] != nil, "\(card)")
        }
        #expect(Set(phrases.faults.keys) == Set(CaptureFault.allCases.map(\.rawValue)))
        #expect(Set(phrases.problems.keys) == Set(VerificationProblem.allCases.map(\.rawValue)))
        #expect(Set(phrases.outcomes.keys) == Set(VerificationOutcomePage.Outcome.allCases.map(\.rawValue)))
        #expect(phrases.points.count { $0.contains("{time}") } == 1 && phrases.progress.contains("{step}"))
        // The script's sayings are those that the page has.
        let asked = Set(
            CaptureScript.source.matches(of: #/say\([^)]*?"(\w+)"(?: : "(\w+)")?\)/#).flatMap { [$0.1, $0.2 ?? $0.1] }.map(String.init))
        #expect(asked == Set(phrases.says.keys))
    }

    @Test("a step works as a form alone, and what the camera needs is hidden until its script shows it", arguments: ImageSide.allCases)
    func step(_ side: ImageSide) throws {
        let page = CapturePage(
            card: side == .selfie ? .selfie : .idCard, side: side, step: (1, 3), form: PageForm(action: "/upload", csrfToken: "t\"oken"),
            token: "one", faults: [.glare])
        let html = HTMLStructure(try Pages().render(page))
        let form = try #require(html.all("form").first)
        #expect(form["action"] == "/upload" && form["enctype"] == "multipart/form-data")
        #expect(form["data-facing"] == (side == .selfie ? "user" : "environment"))
        let file = try #require(html.all("input").first { $0["type"] == "file" })
        #expect(file["name"] == CapturePage.pictureField && file["accept"] == "image/jpeg,image/png")
        #expect(html.all("input").filter { $0["type"] == "hidden" }.map { $0["value"] } == ["t&quot;oken", "one"])
        #expect(html.all("script").compactMap { $0["src"] } == [Asset.capture.versionedPath])
        for tag in html.all("button") where tag["data-action"] == "start" { #expect(tag["type"] == "button") }
        #expect(html.all("div").contains { $0["data-show"] == "finder taken" && $0["hidden"] != nil })
    }

    @Test("a reason that the page has no words for is in English, and says so")
    func reasons() throws {
        let page = VerificationOutcomePage(
            language: .german, outcome: .failed, messages: [("expired", "The document has expired."), ("x", "Another <reason>.")],
            path: "/p")
        let html = try Pages().render(page)
        #expect(html.contains("<li lang=\"de\">Das Dokument ist abgelaufen.</li>"))
        #expect(html.contains("<li lang=\"en\">Another &lt;reason&gt;.</li>"))
    }

    @Test("the page looks again while something is awaited, and not after the end", arguments: VerificationOutcomePage.Outcome.allCases)
    func waiting(_ outcome: VerificationOutcomePage.Outcome) throws {
        let page = VerificationOutcomePage(outcome: outcome, path: "/p")
        let html = HTMLStructure(try Pages().render(page))
        let waits = outcome == .checking || outcome == .waiting
        #expect(html.all("main").contains { $0["data-wait-path"] == "/p" } == waits)
        #expect(page.headers.first?.value.contains("connect-src 'self'") == waits)
    }
}
