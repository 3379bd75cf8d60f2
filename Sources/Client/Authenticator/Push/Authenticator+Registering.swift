public import AuthenticatorMessages
import DeviceFoundation
import OneTimePassword
import Primitives

extension Authenticator {
    /// The address to which pushes for this device go; nil while it isn't known.
    public nonisolated var pushDevice: PushDevice? {
        get async throws(AuthenticatorError) {
            try await store.pushDevice() ?? configuration.pushDevice
        }
    }

    /// Says where pushes for this device go from now on, as when the system gave the app another device token, and tells the servers.
    ///
    /// It is kept first; servers that can't be told now are told by the next call of ``refreshPushDevice()``.
    /// - Returns: the errors, by mechanism.
    @discardableResult
    public nonisolated func setPushDevice(_ new: PushDevice) async throws(AuthenticatorError) -> [Mechanism.ID: AuthenticatorError] {
        try await keepPushDevice(new)
        return try await refreshPushDevice()
    }

    /// Keeps where pushes for this device go from now on, or that it isn't known any more; tells no server yet.
    /// - Parameter isNew: whether the servers are to be told though nothing has changed.
    package nonisolated func keepPushDevice(_ new: PushDevice?, isNew: Bool = false) async throws(AuthenticatorError) {
        let known = try await pushDevice
        try await store.save(pushDevice: new)
        guard new != nil, isNew || new != known else { return }
        for account in try await store.accounts() {
            if let push = account.push { try await mark(push.id, in: account.id, isStale: true) }
        }
    }

    /// Tells one server where pushes for this device go.
    /// - Throws: `.unknown`; `.pushDeviceMissing`; `.connectivity`; `.refused`.
    package nonisolated func refreshPushDevice(of id: Mechanism.ID) async throws(AuthenticatorError) {
        guard let known = try await pushDevice else { throw Self.pushDeviceMissing }
        let account = try await account(of: id)
        guard let mechanism = account.push, mechanism.id == id, let push = mechanism.push else {
            throw AuthenticatorError(.unknown, "the mechanism takes no pushes")
        }
        try await update(known, of: mechanism, push)
        try await mark(id, in: account.id, isStale: false)
        await wakeListeners()
    }

    private static let pushDeviceMissing = AuthenticatorError(
        .pushDeviceMissing, "it isn't known where pushes for this device go; set its push device first")

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
        guard let known = try await pushDevice else { throw Self.pushDeviceMissing }
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
