import HTTPBase
import HTTPTypes
import Hummingbird
import PageHTTP
import Pages
import Primitives
import VerificationMessages
import Verifications
import VisionMessages

extension CaptureResource {
    /// The page of a verification: a step, or its result.
    func page(
        _ visit: PageVisit, _ turn: CaptureTurn, _ query: CaptureQuery, _ problem: VerificationProblem? = nil,
        _ status: HTTPResponse.Status = .ok
    ) throws -> Response {
        // After a negative result the user decides whether to try again.
        let isTrying = visit.report.status == .initiated || !query.isEmpty || !visit.pictures.isEmpty
        guard let token = visit.report.token, isTrying else { return outcomePage(visit, turn) }
        let known = query.document.flatMap { visit.documents.contains($0) ? $0 : nil } ?? visit.document
        let document = known ?? (visit.documents.count == 1 ? visit.documents.first : nil)
        guard let document, !query.asks(for: CapturePath.choiceStep) else { return choicePage(visit, turn, problem, status) }
        let slots = visit.slots(document)
        let shown = Shown(visit: visit, turn: turn, token: token, problem: problem, status: status)
        if let slot = slots.first(where: { $0.side == query.side }) {
            return capturePage(slot, of: document, shown)
        }
        let isReviewed = query.asks(for: CapturePath.reviewStep) && visit.isComplete
        if !isReviewed, let slot = slots.first(where: { visit.pictures[$0] == nil }) {
            return capturePage(slot, of: document, shown)
        }
        return reviewPage(slots, of: document, shown)
    }

    /// The state that a step's page shows.
    private struct Shown {
        let visit: PageVisit
        let turn: CaptureTurn
        let token: Secret
        let problem: VerificationProblem?
        let status: HTTPResponse.Status
    }

    private func choicePage(
        _ visit: PageVisit, _ turn: CaptureTurn, _ problem: VerificationProblem?, _ status: HTTPResponse.Status
    ) -> Response {
        let page = DocumentChoicePage(
            language: turn.language, path: turn.path.base, documents: visit.documents, problem: problem)
        return .page(services.pages.of(turn.site.realm).render(page), status: status)
    }

    private func capturePage(
        _ slot: CaptureSlot, of document: IdentityCardType, _ shown: Shown
    ) -> Response {
        let (visit, turn) = (shown.visit, shown.turn)
        let (slots, faults) = (visit.slots(document), visit.pictures[slot])
        let next = turn.path.step(after: slot, of: document, visit)
        let page = CapturePage(
            language: turn.language, card: slot.card, side: slot.side, step: ((slots.firstIndex(of: slot) ?? 0) + 1, slots.count),
            form: form(turn.path.upload(slot), turn), token: shown.token.reveal(),
            faults: (faults ?? []).map(CaptureFault.init),
            ways: CapturePage.Ways(
                keeping: faults == nil ? nil : next, without: faults == nil && !visit.isRequired(slot) ? next : nil,
                choice: slot.side == .front && visit.documents.count > 1 ? turn.path.choice : nil),
            problem: shown.problem)
        return .page(services.pages.of(turn.site.realm).render(page), status: shown.status, headers: CapturePage.headers)
    }

    private func reviewPage(
        _ slots: [CaptureSlot], of document: IdentityCardType, _ shown: Shown
    ) -> Response {
        let (visit, turn) = (shown.visit, shown.turn)
        let page = CaptureReviewPage(
            language: turn.language,
            pictures: slots.map { slot in
                CaptureReviewPage.Picture(
                    slot.card, slot.side, hasFaults: visit.pictures[slot].map { !$0.isEmpty }, path: turn.path.step(slot, of: document))
            },
            choicePath: visit.documents.count > 1 ? turn.path.choice : nil, form: form(turn.path.submission, turn),
            token: shown.token.reveal(),
            problem: shown.problem)
        return .page(services.pages.of(turn.site.realm).render(page), status: shown.status)
    }

    private func outcomePage(_ visit: PageVisit, _ turn: CaptureTurn) -> Response {
        let messages = visit.report.providers.flatMap { $0.messages.sorted { $0.key < $1.key } }
        let timedOut = messages.contains { $0.key.isExactly("TRANSACTION_TIMED_OUT") }
        let outcome = VerificationOutcomePage.Outcome(visit, timedOut: timedOut)
        let page = VerificationOutcomePage(
            language: turn.language, outcome: outcome,
            messages: outcome == .failed ? messages.map { ($0.key, $0.value) } : [], path: turn.path.base,
            mayTryAgain: visit.report.token != nil)
        return .page(services.pages.of(turn.site.realm).render(page), headers: page.headers)
    }

    private func form(_ action: String, _ turn: CaptureTurn) -> PageForm {
        PageForm(action: action, csrfToken: services.forms.token(for: turn.cookie))
    }
}

extension VerificationOutcomePage.Outcome {
    fileprivate init(_ visit: PageVisit, timedOut: Bool) {
        self =
            switch visit.report.status {
            case .requested, .initiated: .timedOut
            case .inProgress: .checking
            case .partial: visit.collectsOnly ? .collected : .waiting
            case .success, .notRequired, .approvedManually, .approvedNoRequest: .approved
            case .fail: timedOut ? .timedOut : .failed
            case .deleted: .withdrawn
            }
    }
}

extension CaptureFault {
    fileprivate init(_ fault: PictureFault) {
        self =
            switch fault {
            case .quality(.small): .small
            case .quality(.blurred): .blurred
            case .quality(.glare): .glare
            case .quality(.skewed): .skewed
            case .quality(.cropped): .cropped
            case .quality(.faint): .faint
            case .noFace: .noFace
            case .severalFaces: .severalFaces
            case .noBarcode: .noBarcode
            case .unreadable: .unreadable
            }
    }
}
