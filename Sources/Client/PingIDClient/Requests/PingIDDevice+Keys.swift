import DeviceFoundation
import DeviceMessages
import Foundation
import PingIDMessages
import Primitives

extension PingIDDevice {
    private static let record = StoreKey("pingid", "keys")
    /// The number of seconds that must lie between two readings of a realm's keys.
    private static let readingPause: TimeInterval = 30

    /// The number of seconds for which read keys are used without asking again: a payload sealed for a key that the server gave up is
    /// refused where this device doesn't hear of it.
    private static let freshness: TimeInterval = 86_400

    /// A realm's keys: those kept, or read from the server. Kept ones of yesterday serve only while the server can't be reached. A caller that
    /// finds that the kept ones don't verify asks for them again; how often that is done is bounded, since any sender can send what doesn't
    /// verify.
    func realmKeys(of issuer: DeviceIssuer, again: Bool = false) async throws(PingIDError) -> RealmPayloadKeys {
        let now = device.time.now
        let kept = again ? nil : try await keptKeys(of: issuer)
        if let kept, abs(now.timeIntervalSince(kept.read)) < Self.freshness { return kept.keys }
        do throws(PingIDError) { return try await read(issuer, again: again, at: now) } catch {
            guard let kept, error.isOffline else { throw error }
            return kept.keys
        }
    }

    private func read(_ issuer: DeviceIssuer, again: Bool, at now: Date) async throws(PingIDError) -> RealmPayloadKeys {
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
        let kept = JSONValue.object(["issuer": .string(issuer.description), "keys": json, "read": .number(now.timeIntervalSince1970)])
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

    private func keptKeys(of issuer: DeviceIssuer) async throws(PingIDError) -> (keys: RealmPayloadKeys, read: Date)? {
        let stored = try await records.get(Self.record)
        guard let kept = stored?.withBytes({ try? JSONValue(parsing: $0) }), kept["issuer"]?.string == issuer.description else {
            return nil
        }
        guard let keys = kept["keys"].flatMap({ try? RealmPayloadKeys(json: $0) }), let read = kept["read"]?.number else { return nil }
        return (keys, Date(timeIntervalSince1970: read))
    }

    private func readable(_ json: JSONValue) throws(PingIDError) -> RealmPayloadKeys {
        do { return try RealmPayloadKeys(json: json) } catch {
            throw PingIDError(error.code == .publicKey ? .publicKey : .serverResponse, error.message, underlying: error)
        }
    }
}
