import CallbackBridge
import DeviceBinding
import FRAuth
import Primitives

/// The keys on this device ("Unbind devices by deleting keys").
public struct FRUserKeys: UserKeyService {
    /// Makes one, which has no settings.
    public init() {}

    /// All of them, the newest first; none when the SDK isn't started.
    public func loadAll() -> [UserKey] {
        guard let binding = try? BindingEnvironment.binding() else { return [] }
        let keys = Bridge.wait { try? await binding.keys() }
        return (keys ?? []).map(UserKey.init)
    }

    /// The same as ``loadAll()``.
    public func getAll() -> [UserKey] { loadAll() }

    /// Deletes a key at the server, and then on this device. It waits for the server.
    ///
    /// - Parameter forceDelete: whether the key is deleted on this device also where the server didn't delete it.
    /// - Throws: when the server didn't.
    public func delete(userKey: UserKey, forceDelete: Bool = false) throws {
        let binding = try BindingEnvironment.binding()
        try Bridge.wait {
            guard let key = try await binding.keys().first(where: { $0.keyID == userKey.kid }) else { return }
            try await binding.delete(key, force: forceDelete)
        }
    }
}
