import CallbackBridge
import Foundation
import Passkeys
import Primitives
import WebAuthn

/// The app's delegates as the authenticator asks them.
struct DelegatedConsent: PasskeyConsent {
    private let now: @Sendable () -> Date
    private let registration: Handoff<(any PlatformAuthenticatorRegistrationDelegate)?>
    private let authentication: Handoff<(any PlatformAuthenticatorAuthenticationDelegate)?>

    init(
        registration: (any PlatformAuthenticatorRegistrationDelegate)? = nil,
        authentication: (any PlatformAuthenticatorAuthenticationDelegate)? = nil
    ) {
        now = { [time = Environment.current.time] in time.now }
        self.registration = Handoff(registration)
        self.authentication = Handoff(authentication)
    }

    func mayCreate(for options: CreationOptions) async -> Bool {
        guard let delegate = registration.value else { return true }
        return await Self.asked { reply in
            delegate.createNewCredentialConsent(
                keyName: Self.name(options.user.displayName, now()), rpName: options.relyingPartyName, rpId: options.relyingPartyID,
                userName: options.user.name, userDisplayName: options.user.displayName
            ) { reply($0 == .allow) }
        }
    }

    /// Answers as the documentation has it mean: a user who allows is told no reason.
    func mayTellOfExisting(for options: CreationOptions) async -> Bool {
        guard let delegate = registration.value else { return true }
        return await Self.asked { reply in delegate.excludeCredentialDescriptorConsent { reply($0 == .reject) } }
    }

    func choose(among passkeys: [Passkey], for options: RequestOptions) async -> Passkey? {
        guard let delegate = authentication.value else { return passkeys.first }
        var names: [String] = []
        for passkey in passkeys {
            let name = Self.name(passkey.displayName, passkey.created)
            names.append(names.contains(name) ? "\(name) (\(names.count + 1))" : name)
        }
        let chosen = await Self.asked { [names] reply in delegate.selectCredential(keyNames: names, selectionCallback: reply) }
        return chosen.flatMap { names.firstIndex(of: $0) }.map { passkeys[$0] }
    }

    private static func name(_ displayName: String, _ registered: Date) -> String {
        "\(displayName) \(registered.formatted(.iso8601.dateTimeSeparator(.space).timeZone(separator: .colon)))"
    }

    /// Asks the app; of several answers the first counts.
    private static func asked<Answer: Sendable>(_ ask: (@escaping (Answer) -> Void) -> Void) async -> Answer {
        await withCheckedContinuation { continuation in
            let reply = Reply(waiting: continuation)
            ask { reply.give($0) }
        }
    }

    private final class Reply<Answer: Sendable>: Sendable {
        private let waiting: Lock<CheckedContinuation<Answer, Never>?>

        init(waiting: CheckedContinuation<Answer, Never>) { self.waiting = Lock(waiting) }

        func give(_ answer: Answer) {
            let first = waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            first?.resume(returning: answer)
        }
    }
}
