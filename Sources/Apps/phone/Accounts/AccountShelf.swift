import Authenticator
import Foundation
import Primitives

/// The authenticator accounts of a phone that is on: what screen and page show of them, and what their buttons do.
actor AccountShelf {
    /// An account with one of its one-time passwords, and the code that it shows; nil for one that counts until it is asked. An account
    /// that has codes of both kinds has two cards, one that has none has one.
    struct Card: Sendable {
        var account: Account
        var password: Mechanism?
        var code: OneTimeCode?
    }

    /// A push that waits, and whose it is.
    struct Waiting: Sendable {
        var notification: PushNotification
        var account: Account?
    }

    private let authenticator: Authenticator
    private let time: any TimeSource
    private let note: @Sendable (String) async -> Void
    private var shown: [Mechanism.ID: OneTimeCode] = [:]
    private var listening: Task<Void, Never>?

    init(_ authenticator: Authenticator, time: any TimeSource, note: @escaping @Sendable (String) async -> Void) {
        self.authenticator = authenticator
        self.time = time
        self.note = note
    }

    func start() {
        listening?.cancel()
        listening = Task { [authenticator, note] in
            // Each is kept as it comes; what waits is read from there.
            do { for try await _ in authenticator.notifications {} } catch { await note(PhoneFailure(error).lines[0]) }
        }
    }

    func stop() { listening?.cancel() }

    var cards: [Card] {
        get async {
            var cards: [Card] = []
            for account in (try? await authenticator.accounts) ?? [] {
                if account.passwords.isEmpty { cards.append(Card(account: account)) }
                for password in account.passwords {
                    var code = shown[password.id]
                    if password.type == "totp", !account.isLocked {
                        code = try? await authenticator.code(of: account.id, by: password.id)
                    }
                    cards.append(Card(account: account, password: password, code: code))
                }
            }
            return cards
        }
    }

    var waiting: [Waiting] {
        get async {
            var waiting: [Waiting] = []
            for notification in (try? await authenticator.storedNotifications) ?? [] where notification.isPending(at: time.now) {
                waiting.append(Waiting(notification: notification, account: try? await authenticator.account(of: notification.mechanism)))
            }
            return waiting
        }
    }

    // MARK: - Buttons

    func add(_ uri: String) async {
        await attempt { "the account \(try await authenticator.add(uri).title) was added" }
    }

    func remove(_ account: Account.ID) async {
        await attempt { [self] in
            try await authenticator.remove(account)
            return "the account was removed"
        }
    }

    /// The next code of an account that counts.
    func next(_ account: Account.ID) async {
        await attempt { [self] in
            guard let password = try await authenticator.account(account).passwords.first(where: { $0.type == "hotp" }) else { return nil }
            shown[password.id] = try await authenticator.code(of: account, by: password.id)
            return nil
        }
    }

    /// Approves a push, with the number that is shown at the sign-in.
    func approve(_ id: PushNotification.ID, number: Int?) async {
        await attempt { [self] in
            let notification = try await authenticator.notification(id)
            try await authenticator.approve(id, number: notification.number(number))
            return "approved"
        }
    }

    func deny(_ id: PushNotification.ID) async {
        await attempt {
            try await authenticator.deny(id)
            return "denied"
        }
    }

    private func attempt(_ action: () async throws -> String?) async {
        do { if let text = try await action() { await note(text) } } catch { await note(PhoneFailure(error).lines[0]) }
    }
}
