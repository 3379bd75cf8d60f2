import DeviceHTTP
import DeviceMessages
import Foundation
import Foundations
import HTTPBase
import HTTPTypes
import Hummingbird
import Primitives
import RealmHTTP
import DeviceRegistry
import Directory
import Messaging

/// `/installation` and what else is about one: keys, nonces, logs, pushes (`docs/protocols/device-protocol.md` 8).
struct InstallationResource: Sendable {
    let reader: DeviceReader
    let services: DeviceProtocolServices

    /// `GET /jwks`: the realm's keys, as devices know them.
    func keys(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let (realm, _) = try await reader.realm(context)
        let keys = try await services.keys.keys(of: realm.id)
        return .json(keys.deviceDocument(at: services.time.now), headers: [.cacheControl: "public, max-age=600"])
    }

    /// `GET /time`.
    func time(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        _ = try await reader.realm(context)
        return .json(["serverTime": .integer(Int64(services.time.now.timeIntervalSince1970))], headers: .noStore)
    }

    func read(_ proved: DeviceReader.Proved<Installation>, _: GatehouseContext) async throws -> Response {
        try await report(on: proved.sender, in: proved.realm)
    }

    func change(_ proved: DeviceReader.Proved<Installation>, _: GatehouseContext) async throws -> Response {
        try await services.deviceRegistry.installations.requirePaired(proved.sender, in: proved.realm)
        let change = try InstallationChange(json: try proved.json)
        let changed = try await services.deviceRegistry.installations.change(change, of: proved.sender, in: proved.realm)
        if let evidence = change.integrity {
            try await services.deviceRegistry.integrity.take(evidence, of: changed, in: proved.realm)
        }
        return try await report(on: changed, in: proved.realm)
    }

    func rotate(_ proved: DeviceReader.Proved<Installation>, _: GatehouseContext) async throws -> Response {
        try await services.deviceRegistry.installations.requirePaired(proved.sender, in: proved.realm)
        try await services.deviceRegistry.installations.rotate(
            try KeyRotation(json: try proved.json), of: proved.sender, in: proved.realm)
        return Response(status: .noContent, headers: .noStore)
    }

    func nonce(_ proved: DeviceReader.Proved<Installations.Sender>, _: GatehouseContext) async throws -> Response {
        let purpose = try ServerNonce.purpose(json: try proved.json)
        // An installation that moves over from the older product isn't known here yet.
        guard proved.sender.known != nil || purpose == .migration else {
            throw DeviceError(.notPaired, "this device isn't paired with a user here")
        }
        if proved.sender.known == nil {
            guard try await services.quotas.admits(.nonce, bytes: Quotas.row, from: proved.address, in: proved.realm) else {
                throw DeviceError(.rateLimited, "one network address asks for too many nonces")
            }
        }
        let nonce = try await services.deviceRegistry.installations.nonce(for: purpose, of: proved.sender.id, in: proved.realm)
        return .json(nonce.json, status: .created, headers: .noStore)
    }

    func logs(_ proved: DeviceReader.Proved<Installations.Sender>, _: GatehouseContext) async throws -> Response {
        guard let installation = proved.sender.known else { throw DeviceError(.notPaired, "this device isn't paired with a user here") }
        let receipt = try await services.deviceRegistry.deviceLogs.keep(
            proved.request.body, of: installation, proof: proved.sender.proof, in: proved.realm)
        return .json(receipt.json, status: .created, headers: .noStore)
    }

    /// `GET /push`: the built-in push service's stream.
    func listen(_ proved: DeviceReader.Proved<Installation>, _: GatehouseContext) async throws -> Response {
        try await services.deviceRegistry.installations.requirePaired(proved.sender, in: proved.realm)
        let stream = try await services.push.subscribe(
            proved.sender.id, realm: proved.realm.id, after: proved.headers[.known("Last-Event-ID")], documents: true)
        return .events(stream)
    }

    func testPush(_ proved: DeviceReader.Proved<Installation>, _: GatehouseContext) async throws -> Response {
        try await services.deviceRegistry.testPushes.send(to: proved.sender, in: proved.realm, issuer: proved.issuer)
        return Response(status: .accepted, headers: .noStore)
    }

    private func report(on installation: Installation, in realm: Realm) async throws -> Response {
        var report = try await services.deviceRegistry.installations.report(on: installation.id, in: realm)
        report.integrity = try await services.deviceRegistry.integrity.wanted(of: installation, in: realm)
        return .json(report.json, headers: .noStore)
    }
}
