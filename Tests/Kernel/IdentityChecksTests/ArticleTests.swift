import IdentityChecks
import IdentityDocuments
import Testing
import VerificationMessages

@Suite("What the module's article says is so")
struct ArticleTests {
    @Test("a passport")
    func passport() throws {
        let (zone, today) = (try EvidenceSample.zone(), EvidenceSample.today)
        let evidence = DocumentEvidence(type: .passport, zone: zone)
        let judgement = DocumentJudge(today: today).judge(evidence)
        #expect(judgement.result == .pass)
    }
}
