public import IdentityDocuments
import Primitives
import VerificationMessages

/// Judges whether a document agrees with itself (`docs/verify.md`, Checks).
///
/// It proves no document to be genuine: barcodes have no signature, and each writer can compute check digits.
public struct DocumentJudge: Sendable {
    /// The day by which a document has expired.
    public var today: CalendarDate
    /// Whether an expired document fails.
    public var failsExpired: Bool

    /// Makes a judge. By default an expired document fails.
    public init(today: CalendarDate, failsExpired: Bool = true) {
        self.today = today
        self.failsExpired = failsExpired
    }

    /// Judges one document.
    ///
    /// - Returns: negative with each reason against it; not available where nothing was read, or too little to decide.
    public func judge(_ evidence: DocumentEvidence) -> CheckJudgement {
        guard evidence.licence != nil || evidence.zone != nil else {
            return CheckJudgement(.unavailable, ["unread": "Neither a barcode nor a machine readable zone could be read."])
        }
        let faults = kind(evidence) + (evidence.zone.map(zone) ?? []) + dates(evidence) + contradictions(evidence)
        let doubts = doubts(evidence)
        let result: CheckResult = !faults.isEmpty ? .fail : doubts.contains { $0.decides } ? .unavailable : .pass
        let messages = faults.map { ($0.key, $0.text) } + doubts.map { ($0.key, $0.text) }
        return CheckJudgement(result, Dictionary(messages) { first, _ in first })
    }

    /// A reason against a document, or a doubt about it.
    private struct Reason {
        let key: String
        let text: String
        /// Whether the document isn't positive with it.
        var decides = true

        init(_ key: String, _ text: String, decides: Bool = true) {
            self.key = key
            self.text = text
            self.decides = decides
        }
    }

    private func kind(_ evidence: DocumentEvidence) -> [Reason] {
        let isRight: Bool =
            switch evidence.type {
            case .passport: evidence.zone?.format == .td3
            case .drivingLicense: evidence.licence.map { $0.data.kind != .identificationCard } ?? false
            case .idCard: evidence.licence.map { $0.data.kind != .driverLicence } ?? Self.isCard(evidence.zone)
            case .residencePermit: Self.isCard(evidence.zone)
            case .selfie: false
            }
        return isRight ? [] : [Reason("wrongKind", "The document is of another kind than was said.")]
    }

    private static func isCard(_ zone: MachineReadableZone?) -> Bool { zone?.format == .td1 || zone?.format == .td2 }

    private func zone(_ zone: MachineReadableZone) -> [Reason] {
        var reasons: [Reason] = []
        if (zone.fields.map(\.check) + [zone.composite]).contains(where: \.isWrong) {
            reasons.append(Reason("checkDigits", "A check digit of the machine readable zone is wrong."))
        }
        if zone.findings.contains(where: { $0.kind == .specimen }) { reasons.append(Reason("specimen", "The document is a specimen.")) }
        if zone.findings.contains(where: { $0.kind == .invalidDate }) {
            reasons.append(Reason("invalidDate", "The machine readable zone has a date that the calendar doesn't have."))
        }
        return reasons
    }

    private func dates(_ evidence: DocumentEvidence) -> [Reason] {
        var reasons: [Reason] = []
        if failsExpired, let expiry = evidence.expiryDate, expiry < today { reasons.append(Reason("expired", "The document has expired.")) }
        if let issue = evidence.licence?.data.issueDate, today < issue {
            reasons.append(Reason("notYetIssued", "The document's date of issue is in the future."))
        }
        if let birth = evidence.birthDate, today < birth { reasons.append(Reason("bornLater", "The date of birth is in the future.")) }
        if let issue = evidence.licence?.data.issueDate, let expiry = evidence.licence?.data.expiryDate, expiry < issue {
            reasons.append(Reason("expiredBeforeIssue", "The document expires before it is issued."))
        }
        return reasons
    }

    /// Compares barcode and zone of a card that has both.
    private func contradictions(_ evidence: DocumentEvidence) -> [Reason] {
        guard let zone = evidence.zone, let licence = evidence.licence?.data else { return [] }
        let days = [(zone.birthDate?.date, licence.birthDate), (zone.expiryDate?.date, licence.expiryDate)]
        let differ = days.contains { first, second in first.map { first in second.map { $0 != first } ?? false } ?? false }
        return differ ? [Reason("contradictory", "The barcode and the machine readable zone have different dates.")] : []
    }

    private func doubts(_ evidence: DocumentEvidence) -> [Reason] {
        var doubts: [Reason] = []
        if let zone = evidence.zone, (zone.fields.map(\.check) + [zone.composite]).contains(.restored) {
            doubts.append(Reason("checkDigitsUsedUp", "The machine readable zone was read only by the help of its check digits."))
        }
        if failsExpired, evidence.expiryDate == nil {
            doubts.append(Reason("expiryUnknown", "The last day of validity could not be read."))
        }
        if evidence.licence?.worst == .reconstructed {
            let text = "The barcode deviates from the standards, and was read by rules of thumb."
            doubts.append(Reason("reconstructed", text, decides: false))
        }
        if let words = evidence.words, !evidence.number.isEmpty, !Self.hasWord(evidence.number, in: words) {
            doubts.append(Reason("numberNotPrinted", "The number wasn't found among the printed words.", decides: false))
        }
        return doubts
    }

    /// Whether a number stands among printed words, be it in several of them.
    private static func hasWord(_ number: String, in words: [String]) -> Bool {
        let printed = words.flatMap { $0.utf8.filter { $0 != UInt8(ascii: "-") }.map(\.asciiCapital) }
        let number = number.utf8.map(\.asciiCapital)
        return printed.count >= number.count
            && (0...(printed.count - number.count)).contains { printed[$0...].starts(with: number) }
    }
}

extension ZoneCheckState {
    /// Whether the digit speaks against the document.
    fileprivate var isWrong: Bool {
        switch self {
        case .fails, .ambiguous: true
        case .uncovered, .holds, .restored: false
        }
    }
}
