import Testing
import VerificationMessages

@Suite("The state that follows from checks")
struct OutcomeTests {
    private func status(_ required: [CheckResult], optional: [CheckResult] = []) -> VerificationStatus {
        let all = required.map { ($0, true) } + optional.map { ($0, false) }
        return VerificationStatus(
            of: all.map { CheckFinding(check: .documentAuthentication, provider: "p", isRequired: $0.1, result: $0.0) })
    }

    @Test("in progress until one has answered, partial until all have")
    func waiting() {
        #expect(status([]) == .inProgress && status([.pending, .pending]) == .inProgress)
        for result in [CheckResult.pass, .fail, .unavailable] { #expect(status([result, .pending]) == .partial) }
        #expect(status([.pass], optional: [.pending]) == .partial)
    }

    @Test("one required check that is negative fails it, whatever the others say")
    func negative() {
        #expect(status([.fail]) == .fail && status([.pass, .fail, .unavailable]) == .fail && status([.pass, .pass]) == .success)
    }

    @Test("an optional check that is negative fails nothing")
    func optional() { #expect(status([.pass], optional: [.fail, .unavailable]) == .success) }

    @Test("no success without a positive result, and none while a required check can't be made")
    func unavailable() {
        #expect(status([.unavailable]) == .partial && status([.pass, .unavailable]) == .partial)
        #expect(status([], optional: [.unavailable]) == .partial && status([], optional: [.fail]) == .partial)
        #expect(status([], optional: [.pass]) == .success)
    }
}
