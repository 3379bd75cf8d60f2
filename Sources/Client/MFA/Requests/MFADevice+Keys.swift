import DeviceFoundation
import DeviceMessages
import Foundation
import JOSE
import Primitives

extension MFADevice {
    /// The number of seconds that must lie between two readings of a realm's keys.
    private static let readingPause: TimeInterval = 30

    /// A realm's keys: those kept, or read from the server. A caller that finds that the kept ones don't verify asks for them again; how
    /// often that is done is bounded, since any sender can send what doesn't verify.
    func realmKeys(of issuer: DeviceIssuer, again: Bool = false) async throws(MFAError) -> DeviceKeys {
        if !again, let kept = try await records.record(.keys, issuer.description), let keys = try? DeviceKeys(json: kept) { return keys }
        let now = device.time.now
        if again, let last = keyReads[issuer], abs(now.timeIntervalSince(last)) < Self.readingPause {
            throw MFAError(.untrusted, "no key of the server made this")
        }
        keyReads[issuer] = now
        guard let url = URL(string: issuer.keys) else { throw MFAError(.configuration, "\(issuer) is no address") }
        let response: HTTPResponse
        do { response = try await device.transport.send(HTTPRequest(.get, url, timeout: device.timeout)) } catch { throw MFAError(error) }
        guard response.status == 200 else { throw MFAError(.server, "the realm's keys can't be read: status \(response.status)") }
        let json = try DeviceChannel.json(response)
        let keys = try translating(message: try DeviceKeys(json: json))
        try await records.update(.keys, issuer.description) { $0 = json }
        return keys
    }
}
