import Foundation
import IdentityChecks
import IdentityDocuments
import Primitives
import VerificationMessages
import VisionMessages

/// The checks that this server makes itself: it reads the pictures and judges what it has read (`docs/verify.md`, Checks). What can't be read
/// is no result.
struct BuiltInProvider: Sendable {
    /// The provider's id.
    static let id = "built-in"

    let pictures: (any PictureReading)?

    /// The subject of the checks: the cards as they were read, with what they are judged by.
    struct Case: Sendable {
        let cards: [ExaminedCard]
        /// The kinds of document whose check a claim spares.
        let spared: Set<IdentityCardType>
        let policy: VerifyPolicy
        let record: VerifyRecord
        let today: CalendarDate

        var documents: [ExaminedCard] { cards.filter(\.card.type.isDocument) }
    }

    /// Reads the pictures of cards.
    /// - Parameter image: the file of an image.
    func examine(
        _ cards: [IdentityCard], in realm: UUID, today: CalendarDate, image: (ImageReference) async throws -> [UInt8]
    ) async throws -> [ExaminedCard] {
        let comparesFaces = cards.contains { $0.type == .selfie }
        var examined: [ExaminedCard] = []
        for card in cards {
            var reports: [ImageSide: VisionReport] = [:]
            for reference in card.images {
                guard let pictures else { break }
                let readings = Self.readings(of: reference.side, comparesFaces: comparesFaces)
                reports[reference.side] = try await pictures.report(readings, of: try await image(reference), in: realm).report
            }
            examined.append(Self.examined(card, reports, today))
        }
        return examined
    }

    /// Makes a check.
    /// - Returns: the judgement, and its numbers by name.
    func judge(_ check: VerificationCheck, of subject: Case) -> (judgement: CheckJudgement, numbers: JSONObject) {
        switch check {
        case .documentAuthentication:
            let judge = DocumentJudge(today: subject.today, failsExpired: subject.policy.governmentID.failsExpired)
            return (
                Self.worst(subject.documents.filter { !subject.spared.contains($0.card.type) }.map { judge.judge($0.evidence) }),
                JSONObject()
            )
        case .biographicMatch:
            let judge = RecordJudge(rule: subject.policy.recordMatching)
            return (Self.worst(subject.documents.map { judge.judge($0.evidence, subject.record) }), JSONObject())
        case .facialComparison: return faces(subject)
        case .manualAuthentication: return (CheckJudgement(.unavailable), JSONObject())
        }
    }

    private func faces(_ subject: Case) -> (judgement: CheckJudgement, numbers: JSONObject) {
        let unread = CheckJudgement(.unavailable, ["facesUnread": "Faces could not be looked for."])
        guard let selfie = subject.cards.first(where: { $0.card.type == .selfie })?.face else { return (unread, JSONObject()) }
        let judge = FaceJudge(strictness: subject.policy.facialComparison.threshold)
        var (judgements, numbers) = ([CheckJudgement](), JSONObject())
        for document in subject.documents {
            guard let portrait = document.face else {
                judgements.append(unread)
                continue
            }
            let (judgement, distance) = judge.judge(document: portrait, selfie: selfie)
            judgements.append(judgement)
            if let distance { numbers["distance.\(document.card.type.rawValue)"] = .number(distance) }
        }
        return (Self.worst(judgements), numbers)
    }

    /// The judgement on all documents: negative where one is, positive where all are.
    private static func worst(_ judgements: [CheckJudgement]) -> CheckJudgement {
        let results = judgements.map(\.result)
        let result: CheckResult =
            results.contains(.fail) ? .fail : results.contains { $0 != .pass } || results.isEmpty ? .unavailable : .pass
        let messages = judgements.flatMap { $0.messages.map { ($0.key, $0.value) } }
        return CheckJudgement(result, Dictionary(messages) { first, _ in first })
    }

    private static func readings(of side: ImageSide, comparesFaces: Bool) -> Set<VisionReading> {
        switch side {
        case .front: comparesFaces ? [.barcodes, .zone, .words, .portrait, .faces, .descriptors] : [.barcodes, .zone, .words, .portrait]
        case .back: [.barcodes, .zone, .words]
        case .selfie: [.faces, .descriptors, .recapture]
        }
    }

    private static func examined(_ card: IdentityCard, _ reports: [ImageSide: VisionReport], _ today: CalendarDate) -> ExaminedCard {
        // The back first: it has the barcode, and of cards the zone.
        let sides = [reports[.back], reports[.front]].compactMap(\.self)
        let codes = sides.flatMap { $0.barcodes ?? [] }.filter { $0.symbology == .pdf417 }.map(\.bytes)
        let licences = codes.compactMap { code in (try? LicencePayload(parsing: code)).map { (code, $0) } }
        let zones = sides.flatMap { $0.zones ?? [] }.filter { $0.refusal == nil }.compactMap { zone in
            try? MachineReadableZone(parsing: Array(zone.lines.joined(separator: "\n").utf8), today: today)
        }
        let words = sides.compactMap { $0.words?.value }.flatMap(\.self).map(\.text)
        let hasWords = sides.contains { $0.words?.value != nil }
        return ExaminedCard(
            card: card,
            evidence: DocumentEvidence(
                type: card.type, licence: licences.first?.1, zone: zones.first, words: hasWords ? words : nil),
            face: reports[card.type.sides.required], barcode: licences.first?.0)
    }
}
