import DeviceFoundation
import DeviceMessages
import Foundation
import PingIDMessages
import Primitives

extension PingIDDevice {
    private static let record = StoreKey("pingid", "keys")
    /// The number of seconds that must lie between two readings of a realm's keys.
    private static let readingPause: TimeInterval = 30

    /// A realm's keys: those kept, or read from the server. A caller that finds that the kept ones don't verify asks for them anew; how
    /// often that is done is bounded, since any sender can send what doesn't verify.
    func realmKeys(of issuer: DeviceIssuer, again: Bool = false) async throws(PingIDError) -> RealmPayloadKeys {
        if !again, let kept = try await keptKeys(of: issuer) { return kept }
        let now = device.time.now
        if again, let last = lastKeyReading, abs(now.timeIntervalSince(last)) < Self.readingPause {
            throw PingIDError(.signature, "no key of the server made this")
        }
        guard let url = URL(string: issuer.keys) else { throw PingIDError(.application, "\(issuer) is no address") }
        let response: HTTPResponse
        do { response = try await device.transport.send(HTTPRequest(.get, url, timeout: device.timeout)) } catch {
            throw PingIDError(error)
        }
        guard response.status == 200, let json = try? response.json() else {
            throw PingIDError(
                response.status >= 500 ? .server : .serverResponse, "the realm's keys can't be read: status \(response.status)")
        }
        lastKeyReading = now
        let keys = try readable(json)
        let kept = JSONValue.object(["issuer": .string(issuer.description), "keys": json])
        try await records.set(Secret(bytes: kept.encoded), for: Self.record)
        return keys
    }

    /// Runs a verification with the kept keys, and once more with the server's present ones when a signature isn't by those.
    func verifying<Result>(
        at issuer: DeviceIssuer, _ body: (RealmPayloadKeys) throws(DeviceError) -> Result
    ) async throws(PingIDError) -> Swift.Result<Result, DeviceError> {
        let keys = try await realmKeys(of: issuer)
        do throws(DeviceError) { return .success(try body(keys)) } catch {
            guard error.code == .invalidProof else { return .failure(error) }
        }
        let renewed = try await realmKeys(of: issuer, again: true)
        do throws(DeviceError) { return .success(try body(renewed)) } catch { return .failure(error) }
    }

    func forgetRealmKeys() async throws(PingIDError) {
        try await records.set(nil, for: Self.record)
    }

    private func keptKeys(of issuer: DeviceIssuer) async throws(PingIDError) -> RealmPayloadKeys? {
        let stored = try await records.get(Self.record)
        guard let kept = stored?.withBytes({ try? JSONValue(parsing: $0) }), kept["issuer"]?.string == issuer.description else {
            return nil
        }
        return kept["keys"].flatMap { try? RealmPayloadKeys(json: $0) }
    }

    private func readable(_ json: JSONValue) throws(PingIDError) -> RealmPayloadKeys {
        do { return try RealmPayloadKeys(json: json) } catch {
            throw PingIDError(error.code == .publicKey ? .publicKey : .serverResponse, error.message, underlying: error)
        }
    }
}
