package import HTTPBase
package import Hummingbird
import HTTPTypes
package import Primitives
package import Sessions

/// The cookie that holds the state of a browser (``BrowserState``) for the page of session checks, whose script reads it: so it isn't
/// `HttpOnly`, and goes to frames of other sites where browsers let it. It is worth nothing to who steals it.
package struct BrowserStateCookie: Sendable {
    private let session: SessionCookie
    /// The cookie's name, with the prefix `__Host-` where it is `Secure`.
    package let name: String

    package init(beside session: SessionCookie) {
        self.session = session
        name = (session.isSecure ? "__Host-" : "") + "gatehouse-state"
    }

    func carrying(_ state: BrowserState) -> CookieLine { line(state.value, maxAge: nil) }
    func expired() -> CookieLine { line("", maxAge: 0) }

    private func line(_ value: String, maxAge: Int?) -> CookieLine {
        let sameSite: Cookie.SameSite = session.isSecure ? .none : .lax
        let cookie =
            if let maxAge {
                Cookie(name: name, value: value, maxAge: maxAge, path: "/", secure: session.isSecure, httpOnly: false, sameSite: sameSite)
            } else {
                Cookie(name: name, value: value, path: "/", secure: session.isSecure, httpOnly: false, sameSite: sameSite)
            }
        return CookieLine(cookie, isPartitioned: session.isPartitioned)
    }
}

extension Response {
    /// Gives a session to the browser, and says so to the pages that watch its state.
    package mutating func setSession(_ token: Secret, by cookie: SessionCookie) {
        setCookie(cookie.carrying(token))
        setState(BrowserState(session: token), beside: cookie)
    }

    /// Takes the session from the browser, and says so to the pages that watch its state.
    package mutating func endSession(by cookie: SessionCookie) {
        setCookie(cookie.expired())
        setState(nil, beside: cookie)
    }

    /// Says the browser's state to the pages that watch it; nil when no user is signed in.
    package mutating func setState(_ state: BrowserState?, beside cookie: SessionCookie) {
        let own = BrowserStateCookie(beside: cookie)
        setCookie(state.map(own.carrying) ?? own.expired())
    }
}
