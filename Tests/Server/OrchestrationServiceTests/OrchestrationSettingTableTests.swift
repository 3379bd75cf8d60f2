import OrchestrationService
import SettingTesting
import Testing

@testable import OrchestrationDialect

@Suite("What customers' servers may send, and the rules of their applications")
struct OrchestrationSettingTableTests {
    @Test("each member and parameter has a row that names the test of its effect, and each row is one")
    func whole() throws {
        let bodies = OrchestrationRoutes.all.compactMap(\.body) + [OrchestrationRules.form.shape]
        let declared = SettingTable.members(of: bodies).union(OrchestrationQuery.allCases.map { "query." + $0.name })
        let rows = try SettingTable.rows("orchestration")
        #expect(declared.subtracting(rows).sorted() == [], "they have no row in Tests/Settings/orchestration.tsv")
        #expect(Set(rows).subtracting(declared).sorted() == [], "no call has them")
        #expect(rows.count == Set(rows).count, "a member has two rows")
    }
}
