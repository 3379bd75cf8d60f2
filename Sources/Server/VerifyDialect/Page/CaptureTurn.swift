import Directory
import Foundation
import HTTPBase
import HTTPTypes
import Hummingbird
import Pages
import Primitives
import Translations
import Verifications

/// A request of the browser that began a verification.
struct CaptureTurn: Sendable {
    let site: VerificationSite
    let browser: VerificationBrowser
    /// The value of its cookie, which its forms' tokens are bound to.
    let cookie: String
    let language: Language

    var path: CapturePath { CapturePath(of: browser.id, at: site) }
}
