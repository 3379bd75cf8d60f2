/// The way in which the sign-in page is shown ("Set up centralized login in iOS apps"). Apps keep the raw values. Systems other than iOS have the user's
/// browser only.
public enum BrowserType: Int, Sendable {
    /// An authentication session, the default.
    case authSession = 0
    /// The browser that the user has chosen.
    case nativeBrowserApp = 1
    /// A Safari view above the app.
    case sfViewController = 2
    /// An authentication session that shares nothing with the browser.
    case ephemeralAuthSession = 3
}
