import PingIDMessages
import PingIDService
import ResourceMessages
import SettingTesting
import Testing

@testable import PingIDDialect

@Suite("What customers' servers and devices may send, and the rules of the applications")
struct PingIDSettingTableTests {
    @Test("each member and parameter has a row that names the test of its effect, and each row is one")
    func whole() throws {
        let bodies = CustomerRoutes.all.compactMap(\.body) + [PingIDRules.form.shape]
        let expansions = SettingTable.acting(CustomerRoutes.all.flatMap(\.expansions).map { "expand." + $0 })
        let sent = SettingTable.acting(Self.deviceMembers)
        let declared = SettingTable.members(of: bodies).merging(expansions) { $1 }.merging(sent) { $1 }
        #expect(try SettingTable.complaints(about: "pingid", declared: declared) == [])
    }

    /// The members of devices' payloads, and of what they send by their own calls.
    private static var deviceMembers: [String] {
        var all = named("DevicePayload", DevicePayload.Member.self)
        all += named("Exchange", Exchange.Member.self)
        all += named("IdentityProviderStep", IdentityProviderStep.Member.self)
        all += named("LogLines", LogLines.Member.self)
        all += named("RootReport", RootReport.Member.self)
        all += named("SessionAcknowledgement", SessionAcknowledgement.Member.self)
        all += named("SessionQuery", SessionQuery.Member.self)
        all += named("SessionSelection", SessionSelection.Member.self)
        all += named("TokenClaim", TokenClaim.Member.self)
        return all + named("UserSelection", UserSelection.Member.self)
    }

    private static func named<Member: RawRepresentable<String> & CaseIterable>(_ message: String, _: Member.Type) -> [String] {
        Member.allCases.map { message + "." + $0.rawValue }
    }
}
