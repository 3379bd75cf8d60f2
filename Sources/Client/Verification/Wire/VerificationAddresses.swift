import Foundation
import Primitives
import VerificationMessages

/// The addresses of a service's calls (`docs/protocols/verify.md` 3).
struct VerificationAddresses: Sendable {
    /// `{origin}/verify/v1/{realm}`.
    let base: String

    init(base: String) { self.base = base }
    init(_ place: VerificationCodeText.Place) { base = "\(place.origin)/verify/v1/\(place.realm.text)" }

    var verifications: String { "\(base)/verifications" }
    func verification(_ id: UUID) -> String { "\(verifications)/\(id.text)" }
    func submission(of id: UUID) -> String { "\(verification(id))/submission" }
    func image(_ image: UUID, of id: UUID) -> String { "\(verification(id))/images/\(image.text)" }
}
