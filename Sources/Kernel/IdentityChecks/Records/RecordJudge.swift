import IdentityDocuments
import Primitives
package import VerificationMessages

/// Judges whether a document's data are those of a record (`docs/verify.md`, Checks).
package struct RecordJudge: Sendable {
    package var rule: RecordMatchingRule

    package init(rule: RecordMatchingRule) { self.rule = rule }

    /// Compares a document with a record.
    ///
    /// - Returns: negative when a part differs, or one that is required is missing; not available when nothing could be compared.
    package func judge(_ evidence: DocumentEvidence, _ record: VerifyRecord) -> CheckJudgement {
        var (messages, compared, fails) = ([String: String](), false, false)
        for (part, rule) in rule.rules {
            guard let likeness = likeness(of: part, evidence, record) else {
                messages[part.rawValue] = "It isn't in the document and the record both, or can't be compared."
                fails = fails || rule.isRequired
                continue
            }
            compared = true
            guard likeness < rule.threshold.threshold else { continue }
            messages[part.rawValue] = "The document's isn't that of the record."
            fails = true
        }
        return CheckJudgement(fails ? .fail : compared ? .pass : .unavailable, messages)
    }

    /// The likeness of a part, of 0 to 1; nil when it can't be compared.
    private func likeness(of part: RecordMatchingRule.Part, _ evidence: DocumentEvidence, _ record: VerifyRecord) -> Double? {
        switch part {
        case .birthDate:
            guard let day = evidence.birthDate, let known = record.birthDate.flatMap({ CalendarDate(text: $0.value) }) else { return nil }
            return day == known ? 1 : 0
        case .address: return likeness([evidence.address], record.address)
        case .familyName: return isTransliterated(evidence, record) ? 1 : likeness([evidence.familyName], record.familyName)
        case .givenName: return isTransliterated(evidence, record) ? 1 : givenLikeness(evidence.givenNames, record.givenName)
        case .name:
            let (given, family) = (evidence.givenNames, evidence.familyName)
            return given.isEmpty && family.isEmpty ? nil : likeness(["\(given) \(family)", "\(family) \(given)"], record.name)
        }
    }

    /// The greatest likeness of some spellings.
    private func likeness(_ shown: [String], _ record: VerifyRecord.Value?) -> Double? {
        guard let known = record.flatMap({ FoldedText($0.value) }), !known.words.isEmpty else { return nil }
        return shown.compactMap { FoldedText($0) }.filter { !$0.words.isEmpty }.map { $0.likeness(to: known) }.max()
    }

    /// The likeness of given names. A record with fewer of them than the document is compared with the document's first ones.
    private func givenLikeness(_ shown: String, _ record: VerifyRecord.Value?) -> Double? {
        guard let known = record.flatMap({ FoldedText($0.value) }), let shown = FoldedText(shown) else { return nil }
        guard !known.words.isEmpty, !shown.words.isEmpty else { return nil }
        return max(shown.likeness(to: known), shown.prefix(known.words.count).likeness(to: known))
    }

    /// Whether the zone's whole name is a transliteration of the record's, perhaps cut off where the zone ends.
    private func isTransliterated(_ evidence: DocumentEvidence, _ record: VerifyRecord) -> Bool {
        guard let zone = evidence.zone, let family = record.familyName?.value, let given = record.givenName?.value else { return false }
        return zone.name.matches(primary: family, secondary: given)
    }
}

extension CalendarDate {
    /// The day of a text such as `1990-03-15` (ISO 8601); nil for any other.
    fileprivate init?(text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2] else { return nil }
        guard parts.joined().allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1) - 0x30 } }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }
}
