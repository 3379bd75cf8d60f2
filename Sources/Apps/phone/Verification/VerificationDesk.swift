import DeviceFoundation
import Foundation
import Primitives
import Verification
import VerificationMessages

/// The verification of a phone that is on: what its page shows of it, and what the page's buttons do.
actor VerificationDesk {
    /// The view that is shown.
    struct View: Sendable {
        /// The transaction that was begun last; nil before the first.
        var transaction: VerificationTransaction?
        /// The report that was read last.
        var report: VerificationReport?
        /// The number of claims of earlier verifications.
        var claims = 0
    }

    private let home: VerificationHome
    private let note: @Sendable (String) async -> Void
    /// Lets one use through at a time, so that only other programs are refused by the folder's lock.
    private let gate = SerialGate()
    private(set) var view = View()

    init(_ home: VerificationHome, note: @escaping @Sendable (String) async -> Void) {
        self.home = home
        self.note = note
    }

    // MARK: - Buttons

    /// Begins the verification of a code.
    func begin(_ code: String, trusting: Bool) async {
        await attempt { home in
            let verification = try await home.begin(code, trust: trusting)
            return (verification, nil, "the verification has begun")
        }
    }

    /// Submits cards.
    func submit(_ cards: [CapturedCard]) async {
        await attempt { home in
            let verification = try await home.open()
            let report = try await verification.submit(cards)
            return (verification, report, "the photographs were submitted")
        }
    }

    /// Finishes what was interrupted, and reads the report.
    func look() async {
        guard home.place != nil else { return view = View() }
        await attempt { home in
            let verification = try await home.open()
            guard try await verification.transaction != nil else { return (verification, nil, nil) }
            if try await verification.transaction?.isPending == true { _ = try await verification.resume() }
            return (verification, try await verification.report(), nil)
        }
    }

    /// Forgets the verification, waiting photographs and earlier claims.
    func forget() async {
        await attempt { home in
            let verification = try await home.open()
            try await verification.forget()
            return (verification, nil, "the verification was forgotten")
        }
    }

    private typealias Done = (verification: IdentityVerification, report: VerificationReport?, sentence: String?)

    /// Uses the phone's verifications, and shows them as they are then. No other program uses them meanwhile.
    private func attempt(_ action: @escaping @Sendable (VerificationHome) async throws -> Done) async {
        do {
            let (view, sentence) = try await gate.run { [home] in
                let lock = try home.phone.home.lockNow()
                defer { withExtendedLifetime(lock) {} }
                let done = try await action(home)
                let view = View(
                    transaction: try await done.verification.transaction, report: done.report,
                    claims: try await done.verification.claims.count)
                return (view, done.sentence)
            }
            self.view = view
            if let sentence { await note(sentence) }
        } catch { await note(PhoneFailure(error).lines[0]) }
    }
}
