import Hummingbird
import Primitives
import Services
import DialectBase

/// The cookie that ties a journey to the browser it began in, so that no user can be made to finish another's login.
struct BrowserBinding: Sendable {
    /// The lifetime in seconds, longer than any journey: a page left open keeps its cookie.
    private static let lifetime = 86_400
    private static let bytes = 32

    private let cookie: PrivateCookie
    private let random: any RandomSource

    init(reader: RequestReader) {
        cookie = PrivateCookie("gatehouse_journey", lifetime: Self.lifetime, at: reader.configuration.publicAddress)
        random = reader.domain.random
    }

    /// The value that a browser holds; nil when it holds none of ours. Pages in several tabs share it.
    func value(in request: Request) -> String? {
        cookie.value(in: request).flatMap { Base64URL.decode($0)?.count == Self.bytes ? $0 : nil }
    }

    func newValue() -> String { random.token(Self.bytes) }

    func carrying(_ value: String) -> Cookie { cookie.carrying(value) }

    func expired() -> Cookie { cookie.expired() }
}
