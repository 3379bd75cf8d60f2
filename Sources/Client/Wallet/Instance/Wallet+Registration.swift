import DeviceFoundation
public import Primitives
public import WalletMessages

extension Wallet {
    /// Introduces the instance to the server, which binds its id to its keys for ever, and keeps what the server says of its log. An instance
    /// that is registered already tells the server the way to reach it, if that is another.
    ///
    /// - Parameters:
    ///   - reach: the way in which the instance learns of mail: a push for a wallet, a callback for a service. nil leaves it as it was; an
    ///     instance without one asks by itself.
    ///   - accessToken: an access token of a user of the realm, to whom the instance belongs from then on: when the server erases the user, it
    ///     erases the instance, too. nil, the default, changes nothing.
    /// - Throws: ``WalletError/Code/refused(_:)`` with `conflict` when the id is another's or the instance another user's, with `policy` for a
    ///   callback that the realm doesn't allow, and with `invalidProof` for an access token that isn't good; ``WalletError`` when key store,
    ///   store or server fail.
    public func register(reach: WalletReach? = nil, accessToken: Secret? = nil) async throws(WalletError) {
        var record = try await record()
        guard record.revision == nil else {
            if let reach, reach != record.reach { try await setReach(reach) }
            if let accessToken { _ = try await introduce(try await settled(try await self.record()), accessToken) }
            return
        }
        if let reach {
            record.reach = reach
            try await update { $0.reach = reach }
        }
        try await book.write([:], .issued, OwnEntry.key(record.keys.thumbprint))
        let receipt = try await introduce(record, accessToken)
        try await channel.learn(receipt.configuration.serverTime)
        try await update { record in
            record.revision = Int64(receipt.revision)
            record.log = record.log ?? receipt.configuration.log.json.object
        }
        journal.note(.info, "the instance is registered")
    }

    private func introduce(_ record: InstanceRecord, _ accessToken: Secret?) async throws(WalletError) -> InstanceReceipt {
        let registration = WalletRegistration(
            id: id, signing: try await keys.publicKey(record.keys.signing), agreement: try await keys.publicKey(record.keys.agreement),
            osType: record.osType, reach: record.reach)
        let response = try await channel.call(
            .post, channel.service.instances, as: .introduced(record.keys, accessToken: accessToken), body: registration.json)
        return try WalletChannel.read(response, InstanceReceipt.init(json:))
    }

    /// Changes the way in which the instance learns of mail.
    /// - Throws: ``WalletError/Code/refused(_:)`` with `policy` for a callback that the realm doesn't allow.
    public func setReach(_ reach: WalletReach) async throws(WalletError) {
        guard let revision = try await registered().revision else { return }
        let change = InstanceReachChange(revision: Int(clamping: revision), reach: reach)
        let response = try await call(.patch, channel.service.instance(id), body: change.json)
        let receipt = try WalletChannel.read(response, InstanceReceipt.init(json:))
        try await update { record in
            record.reach = reach
            record.revision = Int64(receipt.revision)
        }
    }

    /// The stored instance; one that the server doesn't know is introduced first.
    nonisolated func registered() async throws(WalletError) -> InstanceRecord {
        let record = try await record()
        guard record.revision == nil else { return record }
        try await register()
        return try await self.record()
    }

    /// Calls the server as the registered instance.
    nonisolated func call(
        _ method: HTTPMethod, _ url: String, body: JSONValue? = nil, limit: Int = 4 << 20
    ) async throws(WalletError) -> HTTPResponse {
        let record = try await settled(try await registered())
        return try await channel.call(method, url, as: .current(record.keys), body: body, limit: limit)
    }
}
