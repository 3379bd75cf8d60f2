@testable import DialectBase
import ResourceMessages
import SettingTesting
import Testing

@testable import PlatformDialect

@Suite("The members that the platform's routes take")
struct PlatformSettingTableTests {
    @Test("each has a row that names the test of its effect, and each row is a member")
    func whole() throws {
        let members = SettingTable.members(of: PlatformRoutes.all.flatMap(\.actions).compactMap(\.body))
        let rows = try SettingTable.rows("platform")
        #expect(members.subtracting(rows).sorted() == [], "they have no row in Tests/Settings/platform.tsv")
        #expect(Set(rows).subtracting(members).sorted() == [], "no body has them")
        #expect(rows.count == Set(rows).count, "a member has two rows")
    }
}
