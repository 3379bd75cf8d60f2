import DeviceFoundation
import Primitives

/// The passkeys of a device: each a record of the secure store, and a key of the key store under the same name.
struct PasskeyBook: Sendable {
    private static let prefix = "passkey."

    let store: any SecureStore
    let keys: any KeyStore
    let service: String

    static func keyName(_ id: [UInt8]) -> String { prefix + Base64URL.encode(id) }

    func all() async throws(PasskeyError) -> [PasskeyRecord] {
        let names: [String]
        do { names = try await store.keys(in: service) } catch { throw PasskeyError(error) }
        var all: [PasskeyRecord] = []
        for name in names { if let record = try await record(name) { all.append(record) } }
        return all
    }

    func record(of id: [UInt8]) async throws(PasskeyError) -> PasskeyRecord? { try await record(Base64URL.encode(id)) }

    private func record(_ name: String) async throws(PasskeyError) -> PasskeyRecord? {
        let stored: Secret?
        do { stored = try await store.get(StoreKey(service, name)) } catch { throw PasskeyError(error) }
        guard let stored else { return nil }
        guard let json = stored.withBytes({ try? JSONValue(parsing: $0) }) else {
            throw PasskeyError(.storage, "a stored passkey can't be read")
        }
        return try PasskeyRecord(json: json)
    }

    func save(_ record: PasskeyRecord) async throws(PasskeyError) {
        let key = StoreKey(service, Base64URL.encode(record.passkey.id))
        do { try await store.set(Secret(bytes: record.json.encoded), for: key) } catch { throw PasskeyError(error) }
    }

    /// Removes the key last: a record without a key would be offered to the user, a key without a record is only clutter.
    func remove(_ id: [UInt8]) async throws(PasskeyError) {
        do { try await store.delete(StoreKey(service, Base64URL.encode(id))) } catch { throw PasskeyError(error) }
        do { try await keys.delete(Self.keyName(id)) } catch { throw PasskeyError(error) }
    }
}
