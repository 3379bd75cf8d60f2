public import Authenticator
import AuthenticatorMessages
public import DeviceFoundation

/// Authenticator accounts: one-time passwords, and pushes to approve.
@MainActor
public final class AccountsModel: ExampleModel {
    /// The accounts.
    public private(set) var accounts: [Account] = []
    /// The codes that are shown, by the account.
    public private(set) var codes: [Account.ID: OneTimeCode] = [:]
    /// The pushes that wait for the user.
    public private(set) var pushes: [PushNotification] = []

    private let device: Device
    private let verification: any UserVerification
    private var authenticator: Authenticator?
    private var listening: Task<Void, Never>?

    init(on device: Device, verification: any UserVerification) {
        self.device = device
        self.verification = verification
    }

    /// Opens the accounts, and listens for pushes over the servers' own push service.
    public func start() async {
        await perform {
            guard authenticator == nil else { return }
            let push = PushDevice(token: "built-in", name: "Example app", type: "ios", carrier: .builtIn)
            let opened = try await Authenticator.open(
                AuthenticatorConfiguration(verification: verification, pushDevice: push), on: device)
            authenticator = opened
            accounts = try await opened.accounts
            listening = Task { [weak self] in
                do {
                    for try await push in opened.notifications { self?.take(push) }
                } catch { await self?.perform { throw error } }
            }
        }
    }

    /// Adds an account by the address in a QR code, `otpauth://…`, `pushauth://…` or `mfauth://…`.
    public func add(_ uri: String) async {
        await perform {
            _ = try await authenticator?.add(uri)
            accounts = try await authenticator?.accounts ?? []
        }
    }

    /// Shows the code of an account.
    public func showCode(of account: Account) async { await perform { codes[account.id] = try await authenticator?.code(of: account) } }

    /// Approves a push, with the number that is shown at the sign-in, where there is one.
    public func approve(_ push: PushNotification, number: String? = nil) async {
        await perform {
            try await authenticator?.approve(push.id, number: number)
            pushes.removeAll { $0.id == push.id }
        }
    }

    /// Denies a push.
    public func deny(_ push: PushNotification) async {
        await perform {
            try await authenticator?.deny(push.id)
            pushes.removeAll { $0.id == push.id }
        }
    }

    private func take(_ push: PushNotification) {
        pushes.append(push)
        changed()
    }

    deinit { listening?.cancel() }
}
