/// How the sign-in page is shown ("Set up centralized login in iOS apps"). Systems other than iOS have the user's browser only.
public enum BrowserType: Int, Sendable {
    /// An authentication session, the default.
    case authSession
    /// An authentication session that shares nothing with the browser.
    case ephemeralAuthSession
    /// The browser that the user has chosen.
    case nativeBrowserApp
    /// A Safari view above the app.
    case sfViewController
}
