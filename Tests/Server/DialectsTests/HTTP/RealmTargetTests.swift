@testable import HTTPBase
import Testing

import Foundations

@Suite("The realm that a path names")
struct RealmTargetTests {
    @Test(
        "every documented form of a path names the same realm",
        arguments: [
            "/am/json/realms/alpha/sessions", "/am/json/realms/root/realms/alpha/sessions", "/openam/json/realms/alpha/sessions",
            "/am/json/realms/alpha/sessions/", "//am//json/realms/alpha/sessions", "/realms/alpha/sessions",
            "/realms/root/realms/alpha/sessions",
        ])
    func alpha(path: String) throws {
        let target = try #require(RealmTarget(path: path))
        #expect(target.realm == RealmPath("/alpha"))
        #expect(target.resource == ["sessions"])
    }

    @Test("no realm and root are the root", arguments: ["/am/json/sessions", "/am/json/realms/root/sessions", "/am/json/sessions/"])
    func root(path: String) throws {
        let target = try #require(RealmTarget(path: path))
        #expect(target.realm == .root)
        #expect(target.resource == ["sessions"])
    }

    @Test(
        "managed objects name their realm in either way",
        arguments: [
            ("/openidm/managed/user", "/"), ("/openidm/managed/alpha_user", "/alpha"), ("/openidm/realms/alpha/managed/user", "/alpha"),
            ("/openidm/realms/root/realms/a/realms/b/managed/user", "/a/b"), ("/openidm/managed/a_b_user", "/a_b"),
        ])
    func managed(path: String, realm: String) throws {
        let target = try #require(RealmTarget(path: path + "/42"))
        #expect(target.realm == RealmPath(realm))
        #expect(target.resource == ["managed", "user", "42"])
    }

    @Test("realms nest")
    func nested() throws {
        let target = try #require(RealmTarget(path: "/am/json/realms/root/realms/a/realms/b/serverinfo/*"))
        #expect(target.realm == RealmPath("/a/b"))
        #expect(target.resource == ["serverinfo", "*"])
    }

    @Test(
        "an impossible name is no realm",
        arguments: [
            "/am/json/realms/../sessions", "/am/json/realms/a%2Fb/sessions", "/openidm/managed/.._user", "/openidm/managed/a%2Fb_user",
        ])
    func impossible(path: String) { #expect(RealmTarget(path: path) == nil) }
}
