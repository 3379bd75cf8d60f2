package import Directory
import Foundation
package import Primitives
import VerificationMessages

/// A realm's verifications at the server's public address.
package struct VerificationSite: Sendable {
    /// The realm.
    package let realm: Realm
    /// Scheme, host and port of the server's public address.
    private let address: String

    /// Makes a site.
    /// - Parameter address: scheme, host and port of the public address.
    package init(_ realm: Realm, address: String) {
        self.realm = realm
        self.address = address
    }

    /// The address below which the app's calls are (`docs/protocols/verify.md` 1).
    package var base: String { "\(address)/verify/v1/\(realm.id.text)" }

    /// The text of a code's QR code (`docs/protocols/verify.md` 2).
    package func link(_ code: Secret) -> String {
        VerificationCodeText(code: code, place: VerificationCodeText.Place(origin: address, realm: realm.id)).text
    }

    /// The number of seconds for which data are kept once a verification has ended.
    package var retention: Int { settings.verificationRetention }

    var settings: VerificationSettings { realm.settings[VerificationSettings.self] }
}
