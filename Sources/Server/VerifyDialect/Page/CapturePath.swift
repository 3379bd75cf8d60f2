import Directory
import Foundation
import HTTPBase
import OAuthMessages
import Pages
import Primitives
import VerificationMessages
import Verifications

/// The paths of one verification's pages.
struct CapturePath: Sendable {
    /// The path of the page that a code leads to, below the server's address.
    static let root = "verify"
    /// The beginning of the others.
    static let pages = "verify/page"
    static let stepField = "step"
    static let sideField = "picture"
    static let choiceStep = "choice"
    static let reviewStep = "review"

    let base: String

    init(of transaction: UUID, at site: VerificationSite) {
        base = "/\(Self.pages)/\(site.realm.id.text)/\(transaction.text)"
    }

    /// The page with the code's form, of a realm.
    static func start(in site: VerificationSite) -> String { "/\(root)" + HostedPath.query([("realm", site.realm.id.text)]) }

    /// The step at which a picture is taken.
    func step(_ slot: CaptureSlot, of document: IdentityCardType) -> String {
        base + HostedPath.query([(DocumentChoicePage.cardField, document.rawValue), (Self.sideField, slot.side.rawValue)])
    }

    /// The step after one, at which a picture is missing; the review when none is.
    func step(after slot: CaptureSlot, of document: IdentityCardType, _ visit: PageVisit) -> String {
        let next = visit.slots(document).drop { $0 != slot }.dropFirst().first { visit.pictures[$0] == nil }
        return next.map { step($0, of: document) } ?? base + HostedPath.query([(Self.stepField, Self.reviewStep)])
    }

    var choice: String { base + HostedPath.query([(Self.stepField, Self.choiceStep)]) }
    var submission: String { "\(base)/submission" }

    /// The address to which a picture is sent.
    func upload(_ slot: CaptureSlot) -> String { "\(base)/pictures/\(slot.card.rawValue)/\(slot.side.rawValue)" }
}
