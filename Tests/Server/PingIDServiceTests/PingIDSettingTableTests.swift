import PingIDService
import SettingTesting
import Testing

@testable import PingIDDialect

@Suite("What customers' servers may send, and the rules of their applications")
struct PingIDSettingTableTests {
    @Test("each member and parameter has a row that names the test of its effect, and each row is one")
    func whole() throws {
        let bodies = CustomerRoutes.all.compactMap(\.body) + [PingIDRules.form.shape]
        let expansions = CustomerRoutes.all.flatMap(\.expansions).map { "expand." + $0 }
        let declared = SettingTable.members(of: bodies).union(expansions)
        let rows = try SettingTable.rows("pingid")
        #expect(declared.subtracting(rows).sorted() == [], "they have no row in Tests/Settings/pingid.tsv")
        #expect(Set(rows).subtracting(declared).sorted() == [], "no call has them")
        #expect(rows.count == Set(rows).count, "a member has two rows")
    }
}
