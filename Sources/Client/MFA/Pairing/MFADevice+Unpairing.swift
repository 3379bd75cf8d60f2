import DeviceFoundation
import DeviceMessages
import Foundation
import Primitives

extension MFADevice {
    /// Removes a pairing, here and at the server.
    ///
    /// - Throws: ``MFAError`` `.notPaired` for an id that isn't one of this device's pairings.
    public func unpair(_ id: String) async throws(MFAError) {
        try begin(.unpairing, orThrow: .unpairingRunning)
        defer { end(.unpairing) }
        let found = try await book.all().first { $0.pairings.contains { $0.id == id } }
        guard let found else { throw MFAError(.notPaired, "there is no pairing \(id) here") }
        let installation = try await settled(found)
        do {
            let nonce = try await nonce(for: .unpairing, at: installation.issuer, as: channel.signer(installation))
            let body = JSONValue.object(["nonce": .string(nonce)]).encoded
            _ = try await channel.call(.delete, "/pairings/\(id)", at: installation.issuer, as: channel.signer(installation), body: body)
        } catch {
            // A pairing that the server has removed already is the wanted state.
            guard error.code == .notPaired else { throw error }
        }
        let left = try await book.update(installation.issuer) { $0.pairings.removeAll { $0.id == id } }
        if let left, !left.isPaired, left.pending.isEmpty { try await forget(left) }
        journal.note(.info, "unpaired")
        wakeListeners()
    }

    /// Forgets everything on this side alone: keys, pairings, settings. The servers aren't told, so this is for development and for devices
    /// that change hands offline.
    /// - Throws: ``MFAError`` when the store or the keys fail.
    public func removeLocalData() async throws(MFAError) {
        for installation in try await book.all() { try await forget(installation) }
        try await records.removeAll()
        wakeListeners()
    }

    /// Removes an installation: first the record, so that no record ever names a key that is gone.
    func forget(_ installation: RealmInstallation) async throws(MFAError) {
        try await book.remove(installation.issuer)
        try await keys.delete(installation.keys)
        if let successor = installation.successor { try await keys.delete(successor) }
        for kind in [RecordBook.Kind.inbox, .payloads, .keys, .subscriptions] {
            try await records.update(kind, installation.issuer.description) { $0 = nil }
        }
    }

    // MARK: - Reinstallation

    private static var marker: StoreKey { StoreKey("mfa.app", "installed") }

    /// Says whether the device stays paired when the app is removed and installed again; it doesn't unless told so.
    /// - Throws: ``MFAError/Code/storage`` when the store fails.
    public func setStaysPairedAfterReinstall(_ stays: Bool) async throws(MFAError) {
        try await records.update(.choices) { $0 = ["staysPaired": .bool(stays)] }
    }

    /// A store that outlived the app's own data belongs to an app that was removed.
    func noticeReinstallation() async throws(MFAError) {
        guard let appData = configuration.appData else { return }
        let marker = try await translating(storage: try await appData.get(Self.marker))
        guard marker == nil else { return }
        let stays = try await records.record(.choices)?["staysPaired"]?.bool ?? false
        if !stays, try await !book.all().isEmpty {
            journal.note(.info, "the app was installed anew; what it kept is forgotten")
            try await removeLocalData()
        }
        try await translating(storage: try await appData.set(Secret("1"), for: Self.marker))
    }
}
