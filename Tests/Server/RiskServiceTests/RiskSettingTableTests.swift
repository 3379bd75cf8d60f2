import RiskSignals
import SettingTesting
import Testing

@Suite("The members of registrations and payloads that instances send")
struct RiskSettingTableTests {
    @Test("each member has a row that names the test of its effect, and each row is one")
    func whole() throws {
        var declared = SettingTable.acting(["registration." + InstanceRegistration.statement])
        func declare(_ paths: [(path: String, ignored: String?)]) {
            for path in paths { declared.updateValue(path.ignored, forKey: path.path) }
        }
        declare(InstanceRegistration.Claim.allCases.map { ("registration." + $0.rawValue, $0.ignored) })
        declare(SignalPayload.Claim.allCases.map { ("payload." + $0.rawValue, $0.ignored) })
        #expect(try SettingTable.complaints(about: "risk", declared: declared) == [])
    }
}
