import PingIDService
import ResourceMessages
import SettingTesting
import Testing

@testable import PingIDDialect

@Suite("What customers' servers may send, and the rules of their applications")
struct PingIDSettingTableTests {
    @Test("each member and parameter has a row that names the test of its effect, and each row is one")
    func whole() throws {
        let bodies = CustomerRoutes.all.compactMap(\.body) + [PingIDRules.form.shape]
        let expansions = SettingTable.acting(CustomerRoutes.all.flatMap(\.expansions).map { "expand." + $0 })
        let declared = SettingTable.members(of: bodies).merging(expansions) { $1 }
        #expect(try SettingTable.complaints(about: "pingid", declared: declared) == [])
    }
}
