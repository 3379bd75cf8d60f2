import IdentityChecks
import IdentityDocuments
import Primitives
import ResourceMessages
import Testing
import VerificationMessages

@Suite("Whether a document's data are a record's")
struct RecordJudgeTests {
    private func value(_ text: String) -> VerifyRecord.Value {
        var value = VerifyRecord.Value()
        value.value = text
        return value
    }

    /// The result of comparing one part of a licence.
    private func result(
        _ path: WritableKeyPath<RecordMatchingRule, RecordMatchingRule.Rule?>,
        _ recorded: WritableKeyPath<VerifyRecord, VerifyRecord.Value?>, _ text: String?,
        _ strictness: RecordStrictness = .high, required: Bool = false, in evidence: DocumentEvidence? = nil
    ) throws -> CheckResult {
        var (rules, rule, record) = (RecordMatchingRule(), RecordMatchingRule.Rule(), VerifyRecord())
        (rule.threshold, rule.isRequired) = (strictness, required)
        rules[keyPath: path] = rule
        record[keyPath: recorded] = text.map(value)
        let licence = try evidence ?? DocumentEvidence(type: .drivingLicense, licence: EvidenceSample.licence())
        return RecordJudge(rule: rules).judge(licence, record).result
    }

    @Test(
        "family names",
        arguments: [
            ("Specimen", CheckResult.pass, CheckResult.pass, CheckResult.pass), ("SPÉCIMEN", .pass, .pass, .pass),
            ("Specimne", .pass, .pass, .fail), ("Speciman", .pass, .pass, .fail), ("Spaciman", .pass, .fail, .fail),
            ("Muster", .fail, .fail, .fail), ("Спесимен", .unavailable, .unavailable, .unavailable),
        ])
    func familyNames(name: String, low: CheckResult, medium: CheckResult, high: CheckResult) throws {
        #expect(try result(\.familyName, \.familyName, name, .low) == low)
        #expect(try result(\.familyName, \.familyName, name, .medium) == medium)
        #expect(try result(\.familyName, \.familyName, name, .high) == high)
    }

    @Test("a record with fewer given names is compared with the document's first ones")
    func givenNames() throws {
        for name in ["Anna", "Anna Maria", "anna-maria"] { #expect(try result(\.givenName, \.givenName, name) == .pass) }
        for name in ["Maria", "Anna Eva", "Anna Maria Eva"] { #expect(try result(\.givenName, \.givenName, name) == .fail) }
    }

    @Test("whole names in either order")
    func names() throws {
        for name in ["Anna Maria Specimen", "Specimen, Anna Maria"] { #expect(try result(\.name, \.name, name) == .pass) }
        #expect(try result(\.name, \.name, "Maria Specimen Anna") == .fail)
    }

    @Test("days are equal or not, however strict the policy is")
    func days() throws {
        for strictness in RecordStrictness.allCases {
            #expect(try result(\.birthDate, \.birthDate, "1990-03-15", strictness) == .pass)
            #expect(try result(\.birthDate, \.birthDate, "1990-03-16", strictness) == .fail)
        }
        for text in ["15.03.1990", "1990-3-15", "1990-02-30", "1990-03-1x"] {
            #expect(try result(\.birthDate, \.birthDate, text) == .unavailable)
        }
    }

    @Test("addresses, of licences alone")
    func addresses() throws {
        #expect(try result(\.address, \.address, "12 Main St, Apt. 4, Austin, TX 73301") == .pass)
        #expect(try result(\.address, \.address, "12 Main Street Apt 4 Austin TX 73301", .medium) == .pass)
        #expect(try result(\.address, \.address, "7 Elm Road Dallas TX 75001", .low) == .fail)
        let passport = DocumentEvidence(type: .passport, zone: try EvidenceSample.zone())
        #expect(try result(\.address, \.address, "12 Main St", in: passport) == .unavailable)
        #expect(try result(\.address, \.address, "12 Main St", required: true, in: passport) == .fail)
    }

    @Test("what is missing fails where it is required, and is no result elsewhere")
    func missing() throws {
        #expect(try result(\.familyName, \.familyName, nil) == .unavailable)
        #expect(try result(\.familyName, \.familyName, nil, required: true) == .fail)
        let nothing = RecordJudge(rule: RecordMatchingRule()).judge(DocumentEvidence(type: .passport), VerifyRecord())
        #expect(nothing == CheckJudgement(.unavailable))
    }

    @Test("a zone's name is taken in each transliteration", arguments: [("Müller", "Anna Maria"), ("Mueller", "ANNA MARIA")])
    func transliterations(family: String, given: String) throws {
        var (rules, record) = (RecordMatchingRule(), VerifyRecord())
        var strict = RecordMatchingRule.Rule()
        strict.threshold = .high
        (rules.familyName, rules.givenName, record.familyName, record.givenName) = (strict, strict, value(family), value(given))
        for printed in ["Müller", "MUELLER"] {
            let evidence = DocumentEvidence(type: .passport, zone: try EvidenceSample.zone { $0.primaryName = printed })
            #expect(RecordJudge(rule: rules).judge(evidence, record) == CheckJudgement(.pass))
        }
        let other = DocumentEvidence(type: .passport, zone: try EvidenceSample.zone { $0.primaryName = "Moller" })
        #expect(RecordJudge(rule: rules).judge(other, record).result == .fail)
    }

    @Test("each part of a policy is compared by its name", arguments: ["address", "birth_date", "family_name", "given_name", "name"])
    func parts(part: String) throws {
        let policy = try VerifyPolicy(json: ["name": "Parts", "identityRecordMatching": [part: [:]]])
        let judge = RecordJudge(rule: policy.recordMatching)
        let evidence = DocumentEvidence(type: .drivingLicense, licence: try EvidenceSample.licence())
        let other = try VerifyRecord(json: [part: ["value": part == "birth_date" ? "1980-01-01" : "Elsewhere"]])
        #expect(judge.judge(evidence, other).result == .fail)
        #expect(judge.judge(evidence, VerifyRecord()).result == .unavailable)
    }

    @Test("no message has a value of the document or the record")
    func silence() throws {
        var (rules, record) = (RecordMatchingRule(), VerifyRecord())
        (rules.familyName, rules.givenName) = (RecordMatchingRule.Rule(), RecordMatchingRule.Rule())
        record.familyName = value("Zzyzx")
        let judgement = RecordJudge(rule: rules).judge(
            DocumentEvidence(type: .drivingLicense, licence: try EvidenceSample.licence()), record)
        #expect(judgement.messages.keys.sorted() == ["family_name", "given_name"])
        for message in judgement.messages.values { #expect(!message.contains("Zzyzx") && !message.contains("SPECIMEN")) }
    }
}
