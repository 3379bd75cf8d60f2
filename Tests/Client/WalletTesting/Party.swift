package import DeviceFoundation
import Foundation
package import Primitives
import Synchronization
package import VerifiableClaims
package import Wallet

/// A wallet or a service of a test: what is needed to start it as often as a test likes over the same store.
package struct Party: Sendable {
    package let router: PretendRouter
    package let time: ManualTime
    package var store: any SecureStore = InMemoryStore()
    package var transport: any HTTPTransport
    package let random: SeededRandom
    package let inbox = RecordingInbox()
    package let consent = RecordingConsent()

    package init(_ router: PretendRouter, time: ManualTime, seed: UInt64) {
        self.router = router
        self.time = time
        transport = router
        random = SeededRandom(seed: seed)
    }

    /// Starts the process.
    package func open() async throws(WalletError) -> Wallet {
        let device = Device(transport: transport, store: store, keepsCookies: false, time: time, random: random)
        return try await Wallet.open(
            WalletClientConfiguration(address: router.service, consent: consent, osType: "iOS"), on: device)
    }
}

/// Keeps what a wallet receives.
package final class RecordingInbox: WalletInbox {
    private let kept = Mutex<(messages: [ReceivedMessage], failures: [WalletError])>(([], []))

    package init() {}

    package var messages: [ReceivedMessage] { kept.withLock { $0.messages } }
    package var failures: [WalletError] { kept.withLock { $0.failures } }

    package func receive(_ message: ReceivedMessage) async { kept.withLock { $0.messages.append(message) } }
    package func receive(failure: WalletError) async { kept.withLock { $0.failures.append(failure) } }

    /// The claims that were received, in order.
    package var claims: [SaltedClaim] { messages.compactMap { if case .claim(let claim) = $0.content { claim } else { nil } } }
    /// The shares that were received, in order.
    package var shares: [ReceivedShare] {
        messages.flatMap { message -> [ReceivedShare] in if case .shares(let shares) = message.content { shares } else { [] } }
    }
    /// The reasons for which parts of messages aren't believed, in order.
    package var errors: [WalletError.Code] { messages.flatMap { $0.errors.map(\.code) } }
}

/// Keeps what a user is asked, and answers as told.
package final class RecordingConsent: ShareConsent {
    private let state = Mutex<(questions: [ShareQuestion], allows: Bool)>(([], true))

    package init() {}

    package var questions: [ShareQuestion] { state.withLock { $0.questions } }
    /// Makes the user refuse, or agree again.
    package func refuse(_ refuses: Bool = true) { state.withLock { $0.allows = !refuses } }

    package func allows(_ question: ShareQuestion) async -> Bool {
        state.withLock { state in
            state.questions.append(question)
            return state.allows
        }
    }
}
