import Primitives
import Testing
@testable import Directory

@Suite("Privileges")
struct PrivilegesTests {
    @Test("everybody covers themselves and nobody at all, and the operator covers everybody")
    func ends() {
        for role in AdministratorRole.allCases {
            let held = Privileges([role])
            #expect(held.covers(held) && held.covers(.none) && Privileges.operator.covers(held))
            #expect(!held.covers(.operator))
        }
    }

    @Test("a role covers another only when it has all that the other is made of", arguments: AdministratorRole.allCases)
    func roles(_ role: AdministratorRole) {
        for other in AdministratorRole.allCases {
            #expect(Privileges([role]).covers(Privileges([other])) == other.permissions.isSubset(of: role.permissions), "\(other)")
        }
    }

    @Test("covering is an order: what covers what covers somebody, covers them")
    func transitive() {
        let all =
            AdministratorRole.allCases.map { Privileges([$0]) }
            + ["p1:read:user", "p1:update:user", "fr:idm:*", "fr:am:*", "am-introspect-all-tokens", "p1:new"].map {
                Privileges(scopes: [$0])
            }
            + [.none, .operator]
        for first in all {
            for second in all where first.covers(second) {
                for third in all where second.covers(third) { #expect(first.covers(third), "\(first) \(second) \(third)") }
            }
        }
    }

    @Test(
        "a scope of this server is held by whoever has it, and by who may do the same without; no role has the administration of users",
        arguments: [
            ("fr:idm:*", [AdministratorRole]()), ("fr:am:*", []), ("am-introspect-all-tokens", []), ("fr:unheard:of", []),
            ("p1:update:user", [.identityDataAdmin]), ("p1:create:pairingKey", [.identityDataAdmin]),
            ("p1:read:pairingKey", [.identityDataAdmin]), ("p1:read:user", [.identityDataAdmin, .identityDataReadOnly]),
            ("openid", AdministratorRole.allCases), ("billing:write", AdministratorRole.allCases),
        ])
    func scopes(_ scope: String, _ holders: [AdministratorRole]) {
        var settings = ApplicationSettings()
        settings.scopes = [scope]
        let asked = Privileges(of: settings)
        (settings.scopes, settings.defaultScopes) = ([], [scope])
        #expect(Privileges(of: settings) == asked, "a scope that is given unasked counts as much")
        for role in AdministratorRole.allCases { #expect(Privileges([role]).covers(asked) == holders.contains(role), "\(role)") }
        #expect(Privileges(Scope(values: [scope])).covers(asked))
        #expect(Privileges.operator.covers(asked))
    }

    @Test("a scope gives nothing of the permissions that would do the same")
    func narrow() {
        #expect(!Privileges(scopes: ["p1:update:user"]).covers(Privileges([.identityDataAdmin])))
        #expect(!Privileges(scopes: ["p1:update:user"]).covers(Privileges(scopes: ["p1:create:device"])))
        #expect(!Privileges(scopes: ["fr:idm:*"]).covers(Privileges(.administer)))
    }
}
