import Foundations
import HTTPBase
import Hummingbird
import Primitives
import RealmHTTP
import SignIn

/// The cookie that ties a journey to the browser it began in, so that no user can be made to finish another's login.
struct BrowserBinding: Sendable {
    /// The lifetime in seconds, longer than any journey: a page left open keeps its cookie.
    private static let lifetime = 86_400
    private static let bytes = 32

    private let cookie: PrivateCookie
    private let random: any RandomSource

    init(reader: RequestReader, random: any RandomSource) {
        cookie = PrivateCookie("gatehouse_journey", lifetime: Self.lifetime, at: reader.configuration.publicAddress)
        self.random = random
    }

    /// The values that a browser holds and that may be ours. Pages in several tabs share one. Of several the one counts for which a form's token
    /// or a state was made.
    func values(in request: Request) -> [String] {
        cookie.values(in: request).filter { Base64URL.decode($0)?.count == Self.bytes }
    }

    func newValue() -> String { random.token(Self.bytes) }

    func carrying(_ value: String) -> Cookie { cookie.carrying(value) }

    /// The cookie at the end of a journey: as long as an answer that comes again is given the same result, which takes the same browser.
    func ending(_ value: String) -> Cookie { cookie.carrying(value, seconds: Int(TakenAnswers.window)) }
}
