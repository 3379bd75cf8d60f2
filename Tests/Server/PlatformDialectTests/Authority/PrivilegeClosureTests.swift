import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import Primitives
@testable import RealmHTTP
import ResourceMessages
import Testing

import Services
import Directory
@testable import PlatformDialect

@Suite("Nobody grants what they don't hold")
struct PrivilegeClosureTests {
    private typealias Atom = PrivilegeStage.Atom

    /// Every role by itself, all together, and each scope of the platform.
    private static let callers: [[Atom]] =
        AdministratorRole.allCases.map { [.role($0)] } + [AdministratorRole.allCases.map(Atom.role)]
        + [[.scope("fr:idm:*")], [.role(.clientApplicationDeveloper), .scope("p1:update:user")]]

    private static func privileges(_ atoms: some Sequence<Atom>) -> Privileges {
        atoms.reduce(.none) { $0.union($1.privileges) }
    }

    /// The writes of the table that are about a holder, those that remove it last.
    private static func writes(about atom: Atom) -> [(PlatformRoute, PlatformAction)] {
        let routes = PlatformRoutes.all.filter { !$0.access.isForAnyone && $0.isWrite && $0.isAbout(atom) }
        let sorted = routes.filter { $0.method != .delete } + routes.filter { $0.method == .delete }
        return sorted.flatMap { route in route.actions.map { (route, $0) } }
    }

    @Test("the matrix: each caller × each write of the table × each privilege")
    func matrix() async throws {
        var stage = try await PrivilegeStage()
        var refused = 0
        for caller in Self.callers {
            let (held, token) = (Self.privileges(caller), try await stage.token(caller))
            for atom in Atom.all {
                for (route, action) in Self.writes(about: atom) {
                    let answer = try await stage.send(route, action, about: atom, token: token)
                    let mayUse = held.permissions.contains(route.access.permission) || route.access.scope.map(held.scopes.contains) ?? false
                    let isAllowed = mayUse && held.covers(atom.privileges)
                    #expect(
                        (answer.status != .forbidden) == isAllowed,
                        "\(caller): \(route.method) \(route.path) \(action.mediaType ?? "") about \(atom): \(answer.status)")
                    refused += answer.status == .forbidden ? 1 : 0
                }
                try await stage.renew(atom)
            }
        }
        #expect(refused > 500)
    }

    @Test("the closure: whatever a caller does with what they have reached, they hold nothing more than at first")
    func closure() async throws {
        var stage = try await PrivilegeStage()
        for caller in Self.callers {
            var held = Set(caller)
            var isGrowing = true
            while isGrowing {
                let (before, token) = (held, try await stage.token(held))
                for atom in Atom.all where !held.contains(atom) {
                    if try await Self.reaches(atom, stage, token: token) { held.insert(atom) }
                    try await stage.renew(atom)
                }
                isGrowing = held != before
            }
            let beyond = held.filter { !Self.privileges(caller).covers($0.privileges) }
            #expect(beyond.isEmpty, "\(caller) reaches \(beyond)")
        }
    }

    /// Whether a caller comes to hold a privilege in one step: gives it to an application of their own, or gets at what has it.
    private static func reaches(_ atom: Atom, _ stage: PrivilegeStage, token: String) async throws -> Bool {
        for answer in try await stage.grant(atom, token: token) where answer.status.kind == .successful { return true }
        for (route, action) in writes(about: atom) {
            let answer = try await stage.send(route, action, about: atom, token: token)
            // Anything but a refusal means that only the body was in the way.
            if ![.forbidden, .unauthorized].contains(answer.status) { return true }
        }
        return false
    }

    @Test("privileges come in by no other body: a route that takes roles or scopes is one of those that are tried")
    func bodies() {
        let granting = PlatformRoutes.all.filter { route in route.actions.contains { $0.body?.hasMember(["roles", "scopes"]) ?? false } }
        #expect(Set(granting.map { "\($0.method) \($0.path.pattern.split(separator: "/").last ?? "")" }).count == 2)
        #expect(granting.allSatisfy { $0.path.description.hasSuffix("/applications") || $0.path.description.hasSuffix("/{applicationID}") })
        #expect(granting.allSatisfy { [.post, .put].contains($0.method) })
    }

    @Test("a write names whom it is about in its path, or is about nobody who holds anything")
    func subjects() {
        // What these change holds no privileges: where somebody signs in, and how, gives nobody a role or a scope.
        let configuration: Set = [
            "riskEvaluations", "riskPredictors", "riskPolicySets",
            "populations", "deviceAuthenticationPolicies", "fido2Policies", "mfaSettings", "signOnPolicies", "applications", "users",
            "deviceAuthentications", "authenticationCodes", "templates", "notificationsPolicies",
            "verifyPolicies",
            // The routes of a token look at the user whom it is paired with: `OATHTokenTests.covered`.
            "oathTokens",
        ]
        for route in PlatformRoutes.all where route.isWrite && !route.access.isForAnyone {
            let names = Set(route.path.parameters)
            guard names.isDisjoint(with: ["userID", "applicationID"]) else { continue }
            #expect(
                route.path.description.split(separator: "/").contains { configuration.contains(String($0)) },
                "\(route.method) \(route.path) is new: say in its path whom it is about, or why it is about nobody")
        }
    }

    @Test("a pairing key's code is told to those who could make one, not to those who only read")
    func pairingCodes() async throws {
        let stage = try await PrivilegeStage()
        let path = "/users/\(stage.platform.user.id.uuidString.lowercased())/pairingKeys"
        let native = try await stage.platform.send(.post, "/applications", PlatformHarness.native)
        let made = try await stage.platform.send(.post, path, ["applications": [["id": native.json["id"] ?? .null]]])
        #expect(made.status == .created && made.json["code"]?.string?.isEmpty == false, "\(made.text)")
        let one = path + "/" + (made.json["id"]?.string ?? "")
        let reader = try await stage.token([.role(.identityDataReadOnly)])
        let read = try await stage.platform.send(.get, one, token: reader)
        #expect(read.status == .ok && read.json["code"] == nil)
        #expect(try await stage.platform.send(.get, one).json["code"] == made.json["code"])
    }

    @Test(
        "a client that administers users is not the administrator: it changes anybody but those who hold more",
        arguments: [HTTPRequest.Method.patch, .put, .delete])
    func managed(_ method: HTTPRequest.Method) async throws {
        let stage = try await PrivilegeStage()
        let token = try await stage.token([.scope("fr:idm:*")])
        func send(_ user: User) async throws -> ServerResponse {
            let patch: JSONValue = [["operation": "replace", "field": "password", "value": "a password of the attacker's"]]
            let whole: JSONValue = [
                "userName": .string(user.username), "givenName": "G", "sn": "S", "mail": "m@example.com", "password": "a password of mine",
            ]
            let body: JSONValue? = method == .patch ? patch : method == .put ? whole : nil
            return try await stage.platform.server.send(
                method, "/openidm/managed/alpha_user/\(user.id.uuidString.lowercased())",
                headers: [.authorization: "Bearer " + token, .contentType: "application/json"], body: body?.text)
        }
        let refused = try await send(stage.administrator)
        #expect(refused.status == .forbidden, "\(refused.text)")
        let kept = try #require(try await stage.platform.domain.directory.users.user(stage.administrator.id, in: stage.platform.realm.id))
        #expect(kept == stage.administrator)
        let allowed = try await send(stage.platform.user)
        #expect(allowed.status == .ok, "\(allowed.text)")
    }
}

extension Shape {
    /// Whether an object of this shape has one of some members, at whatever depth.
    fileprivate func hasMember(_ names: Set<String>) -> Bool {
        switch self {
        case .object(let object): object.members.contains { names.contains($0.name) || $0.shape.hasMember(names) }
        case .list(let element, count: _): element.hasMember(names)
        default: false
        }
    }
}
