public import AuthenticatorMessages
import DeviceFoundation
import OneTimePassword
import Primitives

extension Authenticator {
    private static let pushDeviceKey = StoreKey("authenticator.device", "push")

    /// The address to which pushes for this device go; nil while it isn't known.
    public nonisolated var pushDevice: PushDevice? {
        get async throws(AuthenticatorError) {
            let stored: Secret?
            do { stored = try await device.store.get(Self.pushDeviceKey) } catch { throw AuthenticatorError(error) }
            guard let stored else { return configuration.pushDevice }
            guard let json = stored.withBytes({ try? JSONValue(parsing: $0) }), let known = try? PushDevice(json: json) else {
                throw AuthenticatorError(.storage, "where pushes go can't be read")
            }
            return known
        }
    }

    /// Says where pushes for this device go from now on, as when the system gave the app another device token, and tells the servers.
    ///
    /// It is kept first; servers that can't be told now are told by the next call of ``refreshPushDevice()``.
    /// - Returns: the errors, by mechanism.
    @discardableResult
    public nonisolated func setPushDevice(_ new: PushDevice) async throws(AuthenticatorError) -> [Mechanism.ID: AuthenticatorError] {
        let known = try await pushDevice
        do { try await device.store.set(Secret(bytes: new.json.encoded), for: Self.pushDeviceKey) } catch {
            throw AuthenticatorError(error)
        }
        for account in try await store.accounts() {
            guard new != known, let push = account.push else { continue }
            try await mark(push.id, in: account.id, isStale: true)
        }
        return try await refreshPushDevice()
    }

    /// Tells the servers that don't know it yet where pushes for this device go.
    /// - Returns: the errors, by mechanism.
    @discardableResult
    public nonisolated func refreshPushDevice() async throws(AuthenticatorError) -> [Mechanism.ID: AuthenticatorError] {
        guard let known = try await pushDevice else { return [:] }
        var failures: [Mechanism.ID: AuthenticatorError] = [:]
        for account in try await store.accounts() {
            guard let mechanism = account.push, let push = mechanism.push, push.isStale else { continue }
            do throws(AuthenticatorError) {
                try await update(known, of: mechanism, push)
                try await mark(mechanism.id, in: account.id, isStale: false)
            } catch { failures[mechanism.id] = error }
        }
        await wakeListeners()
        return failures
    }

    /// Tells a server of this device, as the answer to a code.
    nonisolated func register(
        _ mechanism: Mechanism, by code: AuthenticatorURI.Push, userID: String?
    ) async throws(AuthenticatorError) {
        guard let known = try await pushDevice else {
            throw AuthenticatorError(.pushDeviceMissing, "it isn't known where pushes for this device go; set its push device first")
        }
        let registration = PushRegistration(
            response: ChallengeResponse(to: code.challenge, with: code.secret), mechanismID: mechanism.id, device: known)
        let token = try translating(message: try registration.signed(with: code.secret), as: .uri)
        try await PushChannel(device: device).post(
            MessageBody(messageID: code.messageID, token: token, userID: userID).json, to: code.registrationURL,
            cookie: code.loadBalancerCookie, as: RequestAction("PUSH_REGISTER"))
    }

    private nonisolated func update(
        _ known: PushDevice, of mechanism: Mechanism, _ push: Mechanism.Push
    ) async throws(AuthenticatorError) {
        guard let address = PushEndpoint.address(push.registrationURL, for: .refresh) else {
            throw AuthenticatorError(.refused, "the account's server takes no other device")
        }
        let update = DeviceTokenUpdate(mechanismID: mechanism.id, device: known)
        let token = try translating(message: try update.signed(with: push.secret), as: .storage)
        try await PushChannel(device: device).post(
            MechanismBody(mechanismID: mechanism.id, token: token, userID: mechanism.userID).json, to: address,
            as: RequestAction("PUSH_UPDATE"))
    }

    private nonisolated func mark(_ mechanism: Mechanism.ID, in account: Account.ID, isStale: Bool) async throws(AuthenticatorError) {
        try await update(account) { account in
            guard let index = account.mechanisms.firstIndex(where: { $0.id == mechanism }), var push = account.mechanisms[index].push else {
                return
            }
            push.isStale = isStale
            account.mechanisms[index].kind = .push(push)
        }
    }
}

extension PushDevice {
    fileprivate var json: JSONValue {
        ["token": .string(token), "name": .string(name), "type": .string(type), "carrier": .string(carrier.rawValue)]
    }

    fileprivate init(json: JSONValue) throws(AuthenticatorError) {
        let reader = RecordReader(json: json, what: "the push device")
        guard let carrier = Carrier(exactly: try reader.text("carrier")) else { throw reader.unreadable("carrier") }
        self.init(token: try reader.text("token"), name: try reader.text("name"), type: try reader.text("type"), carrier: carrier)
    }
}
