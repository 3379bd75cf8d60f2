import OrchestrationService
import ResourceMessages
import SettingTesting
import Testing

@testable import OrchestrationDialect

@Suite("What customers' servers may send, and the rules of their applications")
struct OrchestrationSettingTableTests {
    @Test("each member and parameter has a row that names the test of its effect, and each row is one")
    func whole() throws {
        let bodies = OrchestrationRoutes.all.compactMap(\.body) + [OrchestrationRules.form.shape]
        let queries = SettingTable.acting(OrchestrationQuery.allCases.map { "query." + $0.name })
        let declared = SettingTable.members(of: bodies).merging(queries) { $1 }
        #expect(try SettingTable.complaints(about: "orchestration", declared: declared) == [])
    }
}
