import IdentityChecks
import IdentityDocuments
import Primitives
import Testing
import VerificationMessages

@Suite("Whether a document agrees with itself")
struct DocumentJudgeTests {
    private let judge = DocumentJudge(today: EvidenceSample.today)

    private func check(_ evidence: DocumentEvidence, _ result: CheckResult, _ keys: Set<String>, _ judge: DocumentJudge? = nil) {
        let judgement = (judge ?? self.judge).judge(evidence)
        #expect(judgement.result == result && Set(judgement.messages.keys) == keys, "\(judgement)")
    }

    @Test("a passport, a licence and a card are positive")
    func positive() throws {
        check(DocumentEvidence(type: .passport, zone: try EvidenceSample.zone()), .pass, [])
        check(DocumentEvidence(type: .drivingLicense, licence: try EvidenceSample.licence()), .pass, [])
        let card = try EvidenceSample.licence { $0.kind = .identificationCard }
        check(DocumentEvidence(type: .idCard, licence: card), .pass, [])
        let permit = try EvidenceSample.zone { ($0.format, $0.documentCode) = (.td1, "I") }
        check(DocumentEvidence(type: .residencePermit, zone: permit), .pass, [])
        check(DocumentEvidence(type: .idCard, zone: permit), .pass, [])
    }

    @Test("nothing that was read is no result")
    func unread() { check(DocumentEvidence(type: .passport), .unavailable, ["unread"]) }

    @Test("another kind than was said is negative")
    func kinds() throws {
        let (zone, licence) = (try EvidenceSample.zone(), try EvidenceSample.licence())
        for type in [IdentityCardType.drivingLicense, .idCard, .residencePermit, .selfie] {
            check(DocumentEvidence(type: type, zone: zone), .fail, ["wrongKind"])
        }
        for type in [IdentityCardType.passport, .idCard, .residencePermit, .selfie] {
            check(DocumentEvidence(type: type, licence: licence), .fail, ["wrongKind"])
        }
    }

    @Test("a document is good on its last day, and expired on the next, where the policy minds")
    func expiry() throws {
        let evidence = DocumentEvidence(type: .drivingLicense, licence: try EvidenceSample.licence { $0.expiryDate = EvidenceSample.today })
        check(evidence, .pass, [])
        check(evidence, .fail, ["expired"], DocumentJudge(today: EvidenceSample.day(2026, 11, 29)))
        check(evidence, .pass, [], DocumentJudge(today: EvidenceSample.day(2026, 11, 29), failsExpired: false))
    }

    @Test("dates that can't be are negative")
    func dates() throws {
        let late = try EvidenceSample.licence { $0.issueDate = EvidenceSample.day(2026, 11, 29) }
        check(DocumentEvidence(type: .drivingLicense, licence: late), .fail, ["notYetIssued"])
        let unborn = try EvidenceSample.licence { $0.birthDate = EvidenceSample.day(2026, 11, 29) }
        check(DocumentEvidence(type: .drivingLicense, licence: unborn), .fail, ["bornLater"])
        let turned = try EvidenceSample.licence { ($0.issueDate, $0.expiryDate) = ($0.expiryDate, $0.issueDate) }
        check(DocumentEvidence(type: .drivingLicense, licence: turned), .fail, ["expired", "notYetIssued", "expiredBeforeIssue"])
    }

    @Test("an expiry that wasn't read is no result, where the policy minds")
    func unknownExpiry() throws {
        let evidence = DocumentEvidence(type: .drivingLicense, licence: try EvidenceSample.licence { $0.expiryDate = nil })
        check(evidence, .unavailable, ["expiryUnknown"])
        check(evidence, .pass, [], DocumentJudge(today: EvidenceSample.today, failsExpired: false))
    }

    @Test("a wrong check digit, a specimen and a date on no calendar are negative")
    func zones() throws {
        let lines = try EvidenceSample.zone().lines
        // The digit of the birth date, so that no look-alike makes it right.
        let digit = lines[1].utf8.dropFirst(19).prefix(1).map { $0 == UInt8(ascii: "9") ? UInt8(ascii: "0") : $0 + 1 }
        let second = Array(lines[1].utf8.prefix(19)) + digit + Array(lines[1].utf8.dropFirst(20))
        let wrong = try MachineReadableZone(parsing: Array(lines[0].utf8) + [10] + second, today: EvidenceSample.today)
        let judgement = judge.judge(DocumentEvidence(type: .passport, zone: wrong))
        #expect(judgement.result == .fail && judgement.messages["checkDigits"] != nil)
        let utopia = try EvidenceSample.zone { content in
            guard let state = ZoneStateCode("UTO") else { return }
            (content.issuingState, content.nationality) = (state, state)
        }
        check(DocumentEvidence(type: .passport, zone: utopia), .fail, ["specimen"])
    }

    @Test("barcode and zone of one card that differ in a day are negative")
    func contradictory() throws {
        let card = try EvidenceSample.licence { $0.kind = .identificationCard }
        let same = try EvidenceSample.zone { ($0.format, $0.documentCode) = (.td1, "I") }
        check(DocumentEvidence(type: .idCard, licence: card, zone: same), .pass, [])
        let other = try EvidenceSample.zone {
            ($0.format, $0.documentCode, $0.birthDate) = (.td1, "I", ZoneDate(EvidenceSample.day(1990, 3, 16)))
        }
        check(DocumentEvidence(type: .idCard, licence: card, zone: other), .fail, ["contradictory"])
    }

    @Test("printed words are told and decide nothing")
    func words() throws {
        let licence = try EvidenceSample.licence()
        check(DocumentEvidence(type: .drivingLicense, licence: licence, words: ["DL", "D123-", "4567"]), .pass, [])
        check(DocumentEvidence(type: .drivingLicense, licence: licence, words: ["d1234567"]), .pass, [])
        for words in [[], ["D123"], ["D999-4567", "AUSTIN"]] {
            check(DocumentEvidence(type: .drivingLicense, licence: licence, words: words), .pass, ["numberNotPrinted"])
        }
    }

    @Test("fields have their documented names")
    func fields() throws {
        let passport = DocumentEvidence(type: .passport, zone: try EvidenceSample.zone()).fields
        #expect(passport[.lastName] == "MUELLER" && passport[.firstName] == "ANNA MARIA" && passport[.birthDate] == "1990-03-15")
        #expect(passport[.idNumber] == "C01X00T47" && passport[.issuingCountry] == "DEU" && passport[.idType] == "PASSPORT")
        let licence = DocumentEvidence(type: .drivingLicense, licence: try EvidenceSample.licence()).fields
        #expect(licence[.expirationDate] == "2030-01-31" && licence[.addressCity] == "Austin" && licence[.addressZip] == "73301")
    }
}
