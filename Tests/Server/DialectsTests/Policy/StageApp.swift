import Crypto
import DeviceRegistry
import DialectTesting
import Directory
import Foundation
import Foundations
import IntegrityTesting
import Primitives
import Services
import Store

/// The app of the stage at which one shows that it is genuine. The server knows its key by an earlier attestation.
enum StageApp {
    static let application = "genuine-app"
    private static let (bundle, team) = ("org.example.genuine", "ABCDE12345")

    static func settle(_ domain: Services) async throws {
        let (realm, now) = (try await domain.directory.realms.realm(at: TestDomain.alpha), domain.platform.time.now)
        let apple = try PretendAppAttest(at: now)
        var settings = ApplicationSettings()
        (settings.kind, settings.mobile) = (.native, MobileSettings())
        settings.mobile?.bundleID = bundle
        var attest = IntegrityDetection.AppAttest()
        (attest.team, attest.trustedRoots) = (team, try apple.rootPEM)
        settings.mobile?.integrityDetection = IntegrityDetection()
        settings.mobile?.integrityDetection?.appAttest = attest
        let application = Application(id: Self.application, realm: realm.id, settings: settings, secret: nil)
        try await domain.directory.applications.create(application)
        guard let app = AttestedApp(application) else { throw DomainError(.invalid, "an application without App Attest") }
        let object = try apple.attest(try key, appID: "\(team).\(bundle)", clientDataHash: hash(Array("challenge".utf8)))
        let known = try await AttestedApps.key(
            attestedBy: object, id: PretendAppAttest.id(of: try key), challenge: "challenge", of: app, at: now)
        try await domain.platform.database.write { try AttestedApps.keep(known, of: app, realm: realm.id, at: now, in: $0) }
    }

    /// The inputs with a proof for a step.
    /// - Parameter count: the times that the key has signed, this one included.
    static func proof(for step: JSONValue, count: UInt32) throws -> [(name: String, value: JSONValue)] {
        let clientData = JSONValue.object([
            "challenge": .string(step.output("challenge")?.string ?? ""), "bundleId": .string(bundle), "payload": "",
        ]).encoded
        let key = try key
        let assertion = try PretendAppAttest.assert(key, appID: "\(team).\(bundle)", clientDataHash: hash(clientData), counter: count)
        func base64(_ bytes: [UInt8]) -> JSONValue { .string(Data(bytes).base64EncodedString()) }
        return [
            ("IDToken1token", base64(assertion)), ("IDToken1clientData", base64(clientData)),
            ("IDToken1keyId", base64(PretendAppAttest.id(of: key))),
        ]
    }

    private static var key: P256.Signing.PrivateKey {
        get throws { try P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 7, count: 32)) }
    }

    private static func hash(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}
