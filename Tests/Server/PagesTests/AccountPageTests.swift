import Foundation
import JourneyMessages
import Primitives
import Testing
import Translations

@testable import Pages
import Translations

@Suite("The account page's words")
struct AccountPageTests {
    @Test(
        "a browser is known by its User-Agent",
        arguments: [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0", "Firefox, Linux"),
            ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 Edg/120.0", "Edge, Windows"),
            ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605 Version/17.0 Mobile/15E Safari/604.1", "Safari, iOS"),
            ("curl/8.5.0", "curl"), ("", nil), (nil, nil), ("Mozilla/5.0", nil),
        ] as [(String?, String?)])
    func browsers(_ userAgent: String?, _ name: String?) {
        #expect(BrowserName.of(userAgent) == name)
    }

    @Test(
        "moments are told by how long ago they are",
        arguments: [
            (0, "just now"), (59.5, "just now"), (60, "1 minute ago"), (3_599, "59 minutes ago"), (7_200, "2 hours ago"),
            (90_000, "yesterday"),
            (5 * 86_400, "5 days ago"), (90 * 86_400, "3 months ago"), (800 * 86_400, "2 years ago"), (-30, "just now"),
        ] as [(TimeInterval, String)])
    func moments(_ seconds: TimeInterval, _ words: String) {
        let now = Date(timeIntervalSince1970: 1_800_000_000.25)
        #expect(Moment(now.addingTimeInterval(-seconds), before: now, Language.english.phrases).ago == words)
    }

    @Test("fields of one part stand together, those of the address folded until something is wrong in them")
    func parts() throws {
        func page(_ failed: [FailedPolicy]) throws -> String {
            let callbacks = [
                AttributeQuestion<String>("city", prompt: "City", check: PolicyCheck(failed: failed)).callback,
                AttributeQuestion<String>("givenName", prompt: "First Name", isRequired: true).callback,
                AttributeQuestion<String>("cn", prompt: "Common Name").callback,
            ]
            var account = PageFixtures.account("x")
            account.profile = PageFixtures.step(callbacks)
            account.error = nil
            return try Pages().render(account)
        }
        let closed = try page([])
        let order = try ["First Name", "<summary>Address</summary>", "City", "<summary>More</summary>", "Common Name"].map {
            try #require(closed.firstRange(of: $0)).lowerBound
        }
        #expect(order == order.sorted() && !closed.contains("<details open>"))
        #expect(try page([FailedPolicy(.required)]).contains("<details open><summary>Address</summary>"))
        // The page is there to be read; a field has the focus only when something is wrong in it.
        #expect(try !closed.contains(" autofocus") && page([FailedPolicy(.required)]).contains(" autofocus"))
    }
}
