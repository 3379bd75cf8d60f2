import HTTPBase
import Hummingbird
import Pages
import RealmHTTP

/// Keeps a journey's wishes about signals from page to page. They concern nothing but what the browser tells of itself, so it may hold them.
struct SensorCookie: Sendable {
    /// Browsers keep cookies of 4096 bytes, name and attributes included.
    private static let longest = 3800
    private static let lifetime = 3600

    private let cookie: PrivateCookie

    init(reader: RequestReader) {
        cookie = PrivateCookie("gatehouse_signals", lifetime: Self.lifetime, at: reader.configuration.publicAddress)
    }

    /// The wishes for the pages of a realm; nil for none.
    func value(in request: Request, environment: String) -> PageSignals? {
        cookie.values(in: request).lazy.compactMap { PageSignals(kept: $0, environment: environment) }.first
    }

    /// nil for wishes that no cookie can hold; then only the page on which they came collects.
    func carrying(_ wishes: PageSignals) -> Cookie? { wishes.kept.utf8.count <= Self.longest ? cookie.carrying(wishes.kept) : nil }

    func expired() -> Cookie { cookie.expired() }
}
