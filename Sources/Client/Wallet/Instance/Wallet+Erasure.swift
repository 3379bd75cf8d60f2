import DeviceFoundation
import DeviceMessages
import Primitives
import WalletMessages

extension Wallet {
    /// Erases the instance on the server with its keys and mail, then everything that this wallet keeps: claims, messages, history, keys. The log
    /// keeps thumbprints of keys and salted hashes of claims. The wallet can't be used afterwards; opening it again makes another instance.
    /// - Throws: ``WalletError`` of the server, before anything is removed here; of the store.
    public func erase() async throws(WalletError) {
        let record = try await record()
        if record.revision != nil {
            do { _ = try await call(.delete, channel.service.instance(id)) } catch {
                // An earlier call may have erased it, whose answer was lost.
                guard error.code == .refused(.invalidProof) || error.code == .refused(.notFound) else { throw error }
            }
        }
        for kind in WalletBook.Kind.allCases where kind != .instance {
            for key in try await book.keys(kind) { try await book.delete(kind, key) }
        }
        for names in [record.keys, record.successor].compactMap(\.self) + record.earlier.map(\.keys) {
            try await keys.delete(names.signing)
            try await keys.delete(names.agreement)
        }
        try await book.delete(.instance)
    }
}
