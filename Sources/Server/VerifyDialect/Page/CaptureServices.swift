package import Foundations
import HTTPBase
import Hummingbird
import PageHTTP
package import Pages
import Primitives

/// The services of the page that verifies a user's identity.
package struct CaptureServices: Sendable {
    let pages: Pages
    let forms: FormTokens
    let random: any RandomSource

    /// - Parameter pages: the pages' templates.
    package init(_ platform: Platform, pages: Pages) {
        self.pages = pages
        forms = FormTokens(platform.sealer)
        random = platform.random
    }
}

/// The cookie by which a verification belongs to the browser that began it. Several verifications of a browser share one.
struct CaptureCookie: Sendable {
    /// The lifetime in seconds, longer than any time for data, so that the result can be seen later that day.
    private static let lifetime = 86_400
    private static let bytes = 32

    private let cookie: PrivateCookie
    private let random: any RandomSource

    init(at address: PublicAddress, random: any RandomSource) {
        cookie = PrivateCookie("gatehouse_verification", lifetime: Self.lifetime, at: address)
        self.random = random
    }

    /// The values of a request that may be ours.
    func values(in request: Request) -> [String] {
        cookie.values(in: request).filter { Base64URL.decode($0)?.count == Self.bytes }
    }

    /// The value for a new form. Any that the browser holds will do: the form's token tells later for which one it was made.
    func held(in request: Request) -> String? { values(in: request).first }

    /// A new value, for a browser that has none. Of several that a request has, the one counts for which the form's token was made, or by which
    /// a verification was begun: a host beside ours may have planted one, which must not take the place of ours.
    func new() -> String { random.token(Self.bytes) }

    func carrying(_ value: String) -> Cookie { cookie.carrying(value) }
}
