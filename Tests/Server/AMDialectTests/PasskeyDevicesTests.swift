import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import Primitives
import Testing
import WebAuthn

import Services
import DeviceRegistry
import Directory
import Foundations

@Suite("…/devices/2fa/webauthn")
struct PasskeyDevicesTests {
    private static let json: HTTPFields = [.contentType: "application/json", .acceptAPIVersion: "resource=1.0"]
    private let server: ServerHarness
    private let path = "/am/json/realms/alpha/users/demo/devices/2fa/webauthn"

    init() async throws { server = try await ServerHarness() }

    /// A passkey of a user's; its credential's id in base64url.
    private func passkey(of name: String = TestDomain.username, seed: UInt64 = 3) async throws -> String {
        let (random, challenge) = (SeededRandom(seed: seed), [UInt8](repeating: 1, count: 32))
        let realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        let user = try #require(try await server.domain.directory.users.user(named: name, in: realm.id))
        let options = CreationOptions(
            relyingPartyID: "example.com", relyingPartyName: "", user: .init(id: [1], name: "", displayName: ""), challenge: challenge)
        let response = try AuthenticatorModel().create(
            for: options, origin: "https://example.com", key: try SoftwareCredentialKey(.es256, random: random), id: random.bytes(32),
            userVerified: true)
        let registered = try await RegistrationCeremony(relyingParty: RelyingParty(id: "example.com"), challenge: challenge).verify(
            response, at: server.time.now)
        let new = NewPasskey(registered, for: "example.com", name: "A key")
        guard try await server.domain.deviceRegistry.devices.keep(new, for: user.id, most: 0, in: realm, spending: { _ in }) == .kept else {
            throw DomainError(.conflict, "the passkey was not kept")
        }
        return Base64URL.encode(registered.record.id)
    }

    private func headers() async throws -> HTTPFields {
        server.presenting(try await server.sessionToken()).merging(Self.json)
    }

    @Test("a user's passkeys are listed, found by the credential, renamed and deleted")
    func life() async throws {
        let (credential, headers) = (try await passkey(), try await headers())
        let list = try await server.send(.get, path + "?_queryFilter=true", headers: headers)
        let item = try #require(list.json["result"]?.array?.first)
        #expect(list.json["resultCount"] == 1 && item["credentialId"]?.string == credential && item["deviceName"] == "A key")
        #expect(item["algorithm"] == "ES256" && item["signCount"] == 0 && item["_id"] == item["uuid"])
        let id = try #require(item["_id"]?.string)
        for name in [id, credential] {
            #expect(try await server.send(.get, "\(path)/\(name)", headers: headers).json == item)
        }
        let named = try await server.send(.put, "\(path)/\(id)", headers: headers, body: #"{"deviceName":"My laptop","uuid":"x"}"#)
        #expect(named.status == .ok && named.json["deviceName"] == "My laptop" && named.json["uuid"]?.string == id)
        #expect(try await server.send(.delete, "\(path)/\(id)", headers: headers).json["credentialId"]?.string == credential)
        #expect(try await server.send(.get, path + "?_queryFilter=true", headers: headers).json["resultCount"] == 0)
        #expect(try await server.send(.get, "\(path)/\(credential)", headers: headers).status == .notFound)
    }

    @Test("nobody else's, and nothing that isn't one", arguments: [HTTPRequest.Method.get, .put, .delete])
    func others(_ method: HTTPRequest.Method) async throws {
        let alpha = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        _ = try await server.domain.directory.users.create("other", in: alpha.id)
        let (theirs, headers) = (try await passkey(of: "other"), try await headers())
        for name in [theirs, UUID().uuidString, "%2E%2E", "AAAA"] {
            let answer = try await server.send(method, "\(path)/\(name)", headers: headers, body: #"{"deviceName":"x"}"#)
            #expect(answer.status == .notFound)
        }
        let foreign = path.replacing("users/demo", with: "users/other") + "/" + theirs
        #expect(try await server.send(method, foreign, headers: headers, body: #"{"deviceName":"x"}"#).status == .forbidden)
        #expect(try await server.send(method, "\(path)/\(theirs)", headers: Self.json, body: "{}").status == .unauthorized)
    }

    @Test("a name that is none is refused", arguments: [#"{}"#, #"{"deviceName":1}"#, "{\"deviceName\":\"a\\u0000b\"}"])
    func names(_ body: String) async throws {
        let (credential, headers) = (try await passkey(), try await headers())
        #expect(try await server.send(.put, "\(path)/\(credential)", headers: headers, body: body).status == .badRequest)
    }
}
