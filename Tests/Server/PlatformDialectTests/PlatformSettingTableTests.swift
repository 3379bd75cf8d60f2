@testable import HTTPBase
import ResourceMessages
import SettingTesting
import Testing

@testable import PlatformDialect

@Suite("The members that the platform's routes take")
struct PlatformSettingTableTests {
    @Test("each has a row that names the test of its effect, and each row is a member")
    func whole() throws {
        let members = SettingTable.members(of: PlatformRoutes.all.flatMap(\.actions).compactMap(\.body))
        #expect(try SettingTable.complaints(about: "platform", declared: members) == [])
    }
}
