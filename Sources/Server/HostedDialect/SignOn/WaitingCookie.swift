import HTTPBase
import Hummingbird
import RealmHTTP

/// Keeps the state of a step that waits, for a page that comes back by itself: a browser that reloads sends no form.
struct WaitingCookie: Sendable {
    /// Browsers keep cookies of 4096 bytes, name and attributes included.
    private static let longest = 3800
    /// An hour, the longest wait that a page shows.
    private static let lifetime = 3600

    private let cookie: PrivateCookie

    init(reader: RequestReader) {
        cookie = PrivateCookie("gatehouse_wait", lifetime: Self.lifetime, at: reader.configuration.publicAddress)
    }

    /// The states that a browser holds, of which the one counts that opens with its binding.
    func values(in request: Request) -> [String] { cookie.values(in: request) }

    /// nil for a state that no cookie can hold; then the user presses the button.
    func carrying(_ state: String) -> Cookie? { state.utf8.count <= Self.longest ? cookie.carrying(state) : nil }

    func expired() -> Cookie { cookie.expired() }
}
