import Primitives
import ResourceMessages
import Testing
import DevicePolicies
import Directory
import SignIn

@testable import PlatformDialect

@Suite("The platform's names for what is configured")
struct PlatformNamesTests {
    private static let tables: [(Shape, Renaming)] = [
        (MFASettings.form.shape, .mfaSettings), (Population.form.shape, .population), (MobileSettings.form.shape, .mobileSettings),
        (DeviceAuthenticationPolicy.form.shape, .deviceAuthenticationPolicy), (FIDO2Policy.form.shape, .fido2Policy),
        (NotificationPolicy.form.shape, .notificationPolicy), (NotificationContent.form.shape, .notificationContent),
        (SignOnPolicy.form.shape, .signOnPolicy), (SignOnAction.form.shape, .signOnAction),
        (SignOnAssignment.form.shape, .signOnAssignment),
    ]

    @Test("each name in the tables is one of a member that there is", arguments: tables.indices)
    func known(_ index: Int) {
        let (shape, names) = Self.tables[index]
        #expect(Self.stale(shape, names) == [])
    }

    /// The names in a table that no member has.
    private static func stale(_ shape: Shape, _ names: Renaming) -> [String] {
        switch shape {
        case .object(let object):
            let unknown = names.members.keys.filter { name in !object.members.contains { $0.name == name } }
            let inside = object.members.flatMap { member in
                (names.members[member.name]?.inside).map { stale(member.shape, $0) } ?? []
            }
            return unknown.sorted().map { names.name + "." + $0 } + inside
        case .list(let element, _), .map(let element, _): return stale(element, names)
        default: return names.members.isEmpty ? [] : [names.name]
        }
    }

    @Test("a member that has another name there is not taken by ours")
    func ours() {
        let form = Form<MFASettings>.object.renamed(.mfaSettings)
        let error = #expect(throws: ShapeError.self) { try form.value(of: ["pairing": ["keyFormat": "NUMERIC"]]) }
        #expect(Set(error?.problems.map(\.target) ?? []) == ["pairing.pairingKeyFormat", "pairing.keyFormat"])
    }
}
