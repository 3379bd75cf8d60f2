import DeviceFoundation
import DeviceMessages
import Foundation
import JOSE
import Primitives

/// Sends an installation's requests with their proofs (`docs/protocols/device-protocol.md` 2).
struct DeviceChannel: Sendable {
    let device: Device
    let keys: KeyRing
    let clock: ServerClock
    let journal: Journal

    /// The signer of a proof.
    struct Signer: Sendable {
        var installation: String
        var keyName: String
        var key: DeviceProof.Key
    }

    /// The installation's current key.
    func signer(_ installation: RealmInstallation) -> Signer {
        Signer(installation: installation.id, keyName: installation.keys.signing, key: .current(thumbprint: installation.keys.thumbprint))
    }

    /// The installation as one that the server needn't know: with its first key in the proof; the current one once that is another.
    func introduction(_ installation: RealmInstallation) async throws(MFAError) -> Signer {
        guard !installation.isRotated else { return signer(installation) }
        let key = try await keys.publicKey(installation.keys.signing)
        return Signer(installation: installation.id, keyName: installation.keys.signing, key: .embedded(key))
    }

    /// Calls the server; a wrong clock is put right and the call made once more.
    func call(
        _ method: HTTPMethod, _ path: String, at issuer: DeviceIssuer, as signer: Signer, body: [UInt8] = []
    ) async throws(MFAError) -> HTTPResponse {
        do {
            return try await attempt(method, path, at: issuer, as: signer, body: body)
        } catch {
            guard try await learned(from: error, at: issuer) else { throw error }
        }
        return try await attempt(method, path, at: issuer, as: signer, body: body)
    }

    /// Calls like ``call(_:_:at:as:body:)``, for JSON both ways.
    func call(
        _ method: HTTPMethod, _ path: String, at issuer: DeviceIssuer, as signer: Signer, json: JSONValue
    ) async throws(MFAError) -> JSONValue {
        try Self.json(try await call(method, path, at: issuer, as: signer, body: json.encoded))
    }

    /// Opens the stream of pushes.
    func stream(_ path: String, at issuer: DeviceIssuer, as signer: Signer, after event: String?) async throws(MFAError) -> HTTPStream {
        do {
            return try await open(path, at: issuer, as: signer, after: event)
        } catch {
            guard try await learned(from: error, at: issuer) else { throw error }
        }
        return try await open(path, at: issuer, as: signer, after: event)
    }

    static func json(_ response: HTTPResponse) throws(MFAError) -> JSONValue { try json(response.body) }

    static func json(_ body: [UInt8]) throws(MFAError) -> JSONValue {
        do { return try JSONValue(body: body) } catch { throw MFAError(.server, "the server's answer is no JSON: \(error.reason)") }
    }

    /// Whether an error told the server's time.
    private func learned(from error: MFAError, at issuer: DeviceIssuer) async throws(MFAError) -> Bool {
        guard let serverTime = error.refusal?.serverTime else { return false }
        journal.note(.warning, "this device's clock differs from the server's; the difference is kept")
        try await clock.learn(serverTime, at: issuer)
        return true
    }

    private func attempt(
        _ method: HTTPMethod, _ path: String, at issuer: DeviceIssuer, as signer: Signer, body: [UInt8]
    ) async throws(MFAError) -> HTTPResponse {
        let request = try await request(method, path, at: issuer, as: signer, body: body)
        let response: HTTPResponse
        do { response = try await device.transport.send(request) } catch {
            journal.note(.error, "\(method.rawValue) \(path.shape): \(error.code)")
            throw MFAError(error)
        }
        journal.note(.network, "\(method.rawValue) \(path.shape): status \(response.status)")
        guard response.isSuccess else { throw Self.failure(response.status, response.body) }
        return response
    }

    private func open(_ path: String, at issuer: DeviceIssuer, as signer: Signer, after event: String?) async throws(MFAError) -> HTTPStream
    {
        var request = try await request(.get, path, at: issuer, as: signer, body: [])
        request.headers["Accept"] = "text/event-stream"
        request.headers["Last-Event-ID"] = event
        let stream: HTTPStream
        do { stream = try await device.transport.stream(request) } catch { throw MFAError(error) }
        journal.note(.network, "GET \(path): status \(stream.status)")
        guard stream.status == 200 else { throw Self.failure(stream.status, await stream.firstBytes()) }
        return stream
    }

    private func request(
        _ method: HTTPMethod, _ path: String, at issuer: DeviceIssuer, as signer: Signer, body: [UInt8]
    ) async throws(MFAError) -> HTTPRequest {
        guard let url = URL(string: issuer.url(path)) else { throw MFAError(.configuration, "\(issuer) is no address") }
        var request = HTTPRequest(method, url, body: body, timeout: device.timeout)
        if !body.isEmpty { request.headers["Content-Type"] = path == "/logs" ? "application/gzip" : "application/json" }
        for interceptor in device.interceptors { request = await interceptor.intercept(request, for: RequestAction("DEVICE")) }
        // After the interceptors, since it covers the body as it is sent.
        let proof = DeviceProof(
            installation: signer.installation, key: signer.key, method: method.rawValue, url: issuer.url(path), body: request.body,
            issuedAt: try await clock.now(at: issuer), id: device.random.token(16))
        request.headers[DeviceProof.field] = proof.text(signature: try await keys.sign(proof.signingInput, with: signer.keyName))
        return request
    }

    private static func failure(_ status: Int, _ body: [UInt8]) -> MFAError {
        if let json = try? JSONValue(body: body), let refusal = DeviceError(json: json) { return MFAError(refusal) }
        return MFAError(status == 429 ? .rateLimited : .server, "the server answered with status \(status)")
    }
}

extension HTTPStream {
    /// Returns what came first of an answer that is no stream of events.
    fileprivate func firstBytes() async -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            for try await piece in body {
                bytes += piece
                guard bytes.count < 16 << 10 else { break }
            }
        } catch { return bytes }
        return bytes
    }
}

extension String {
    /// A path without the ids in it, for the log.
    fileprivate var shape: String { split(separator: "/").map { $0.count > 20 || $0.count == 8 ? "…" : $0 }.joined(separator: "/") }
}
