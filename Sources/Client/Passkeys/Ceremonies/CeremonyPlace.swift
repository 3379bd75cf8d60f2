import Foundation
import Primitives

/// The origin and the relying party of a ceremony: a page may ask only for its own domain or one above it (WebAuthn L3 §5.1.3 step 8).
struct CeremonyPlace: Equatable {
    let relyingPartyID: String
    let origin: String

    /// - Parameters:
    ///   - relyingPartyID: empty for the host of the origin.
    ///   - origin: nil for `https` on the relying party's id. The origin of an app (`ios:…`, `android:…`) isn't held against the id: which
    ///     apps may ask is for the relying party to say.
    /// - Throws: `.origin`.
    init(_ relyingPartyID: String, from origin: String?) throws(PasskeyError) {
        let origin = origin ?? "https://\(relyingPartyID)"
        self.origin = origin
        guard origin.hasPrefix("https://") || origin.hasPrefix("http://") else {
            guard !relyingPartyID.isEmpty else { throw PasskeyError(.origin, "an app must name the relying party") }
            self.relyingPartyID = relyingPartyID
            return
        }
        guard let host = URL(string: origin)?.host(), !host.isEmpty else { throw PasskeyError(.origin, "\(origin) is no origin") }
        self.relyingPartyID = relyingPartyID.isEmpty ? host : relyingPartyID
        guard host == self.relyingPartyID || host.hasSuffix("." + self.relyingPartyID) else {
            throw PasskeyError(.origin, "\(origin) may not ask for \(relyingPartyID)")
        }
    }
}
