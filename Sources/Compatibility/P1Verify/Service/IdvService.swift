import CallbackBridge
import DeviceFoundation
import DistributedID
import Foundation
import Primitives
import VerifiableClaims
import Verification
import VerificationMessages

/// The service that verifies the user's identity: submits cards and reads the result.
///
/// Calls return at once; handlers and completions are called on threads of their own.
public final class IdvService: Sendable {
    let verification: IdentityVerification
    private let handler: Lock<Handoff<(any NotificationHandler)?>>
    private let push: Lock<PushSettings>

    init(_ verification: IdentityVerification, _ handler: (any NotificationHandler)?, _ push: PushSettings) {
        self.verification = verification
        self.handler = Lock(Handoff(handler))
        self.push = Lock(push)
    }

    /// Sets the handler of results, in place of the one before.
    public func setNotificationHandler(_ handler: any NotificationHandler) {
        let handler: Handoff<(any NotificationHandler)?> = Handoff(handler)
        self.handler.withLock { $0 = handler }
    }

    /// Whether pushes come by Apple's sandbox, as ``setPushSandbox(_:)`` was told. The document says the contrary, against both names.
    public func isSandbox() -> Bool { push.withLock { $0.isSandbox } }

    /// Sets whether pushes come by Apple's sandbox, and tells the server.
    public func setPushSandbox(_ pushSandbox: Bool) {
        let address = push.withLock { push in
            push.isSandbox = pushSandbox
            return push.address
        }
        guard let address else { return }
        let verification = verification
        Task.shared { _ = try? await verification.resume(push: address) }
    }

    /// Submits cards: a document, perhaps with a selfie. The cards are kept until they have arrived, over the end of the process as well; claims
    /// of earlier verifications of the same cards go along.
    /// - Parameter onComplete: called once, with the state after the submission.
    public func submitDataForVerification(data: [IdCard], onComplete: @escaping (Result<VerifyStatus, IdvError>) -> Void) {
        let (verification, cards, complete) = (verification, data.map(\.captured), Handoff(onComplete))
        Task.shared {
            let result: Result<VerifyStatus, IdvError>
            do throws(VerificationError) {
                result = .success(VerifyStatus(try await verification.submit(cards).status))
            } catch {
                result = .failure(IdvError(submitting: error))
            }
            let told = result
            try? await Bridge.blocking { complete.value(told) }
        }
    }

    /// The other name of ``submitDataForVerification(data:onComplete:)``.
    public func submitDataForValidation(data: [IdCard], onComplete: @escaping (Result<VerifyStatus, IdvError>) -> Void) {
        submitDataForVerification(data: data, onComplete: onComplete)
    }

    /// Reads the state. The handler gets it, or the registered one where none is given.
    public func checkVerificationStatus(handler: (any NotificationHandler)? = nil) {
        let receiver = receiver(handler)
        read { result in
            switch result {
            case .success(let result): receiver.value?.handleResult(result)
            case .failure(let error): receiver.value?.handleError(error)
            }
        }
    }

    func receiver(_ given: (any NotificationHandler)?) -> Handoff<(any NotificationHandler)?> {
        given.map { Handoff($0) } ?? handler.withLock { $0 }
    }

    /// Reads the state, and tells it on a thread of its own.
    func read(_ completion: @escaping (Result<VerificationResult, IdvError>) -> Void) {
        let (verification, complete) = (verification, Handoff(completion))
        Task.shared {
            let result: Result<VerificationResult, IdvError>
            do throws(VerificationError) {
                let report = try await verification.report()
                let tokens = Set(report.claims.map(\.text))
                let claims = try await verification.claims.filter { tokens.contains($0.token.text) }.map { Claim($0.claim) }
                result = .success(VerificationResult(report, claims))
            } catch { result = .failure(IdvError(reading: error)) }
            let told = result
            try? await Bridge.blocking { complete.value(told) }
        }
    }
}
