import DeviceFoundation
import DeviceMessages
import PingIDMessages
import Primitives

extension PingIDDevice {
    private static let installation = StoreKey(MigrationPlaces.service, MigrationPlaces.installation)
    private static let keep = StoreKey(MigrationPlaces.service, MigrationPlaces.keep)
    private static let mark = StoreKey(MigrationPlaces.mark.service, MigrationPlaces.mark.name)

    /// Says whether the device stays trusted when the app is removed and installed again; it doesn't unless told so. Its trust can be
    /// moved over to the product's successor by an app that was installed again, too.
    /// - Throws: ``PingIDError/Code/storage`` when the store fails.
    public func setKeepsTrustAfterReinstall(_ keeps: Bool) async throws(PingIDError) {
        try await records.set(keeps ? Secret("1") : nil, for: Self.keep)
    }

    /// Forgets everything on this side alone: keys, users, passcodes, and what could be moved over. The server isn't told.
    /// - Throws: ``PingIDError`` when the store or the keys fail.
    public func removeLocalData() async throws(PingIDError) {
        try await book.remove()
        try await settleMigration()
        try await forgetRealmKeys()
        try await forgetCursor()
        try await records.set(nil, for: Self.keep)
    }

    /// Sends the latest log messages, which hold nothing secret, to the server's operators.
    ///
    /// - Returns: the support id, by which they find them.
    /// - Throws: ``PingIDError`` when the server can't be reached or refuses.
    public func sendLogs() async throws(PingIDError) -> String {
        let content = try await exchange(.logs, LogLines(journal.text).json)
        return try reading(try LogReceipt(json: content)).supportID
    }

    /// Brings the record that the product's successor reads in line with the state: it is there while the device is trusted. Without a
    /// state the keys go, too, which a crash may have left.
    func settleMigration() async throws(PingIDError) {
        let state = try await book.state()
        if let state, state.isTrusted {
            guard try await records.get(Self.installation)?.reveal() != state.id else { return }
            try await records.set(Secret(state.id), for: Self.installation)
        } else {
            try await records.set(nil, for: Self.installation)
            if state == nil { try await keys.delete() }
        }
    }

    /// Begins again where a move to another server ended half-way, so that the state names keys that aren't there. A trusted device whose
    /// keys are lost isn't touched: its calls say so.
    func noticeLostKeys() async throws(PingIDError) {
        guard let state = try await book.state(), state.users.isEmpty else { return }
        if try await keys.thumbprint != state.id { try await book.remove() }
    }

    /// A store that outlived the app's own data belongs to an app that was removed.
    func noticeReinstallation() async throws(PingIDError) {
        guard let appData = configuration.appData else { return }
        let marks = Records(store: appData)
        guard try await marks.get(Self.mark) == nil else { return }
        let keeps = try await records.get(Self.keep) != nil
        if !keeps, try await book.state() != nil {
            journal.note(.info, "the app was installed anew; what it kept is forgotten")
            try await removeLocalData()
        }
        try await marks.set(Secret("1"), for: Self.mark)
    }
}
