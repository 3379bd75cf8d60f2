import CallbackBridge
import Orchestration
import Primitives

/// The users of this device. Each call waits for the store.
public struct UserManager: Sendable {
    private let device: OrchestrationDevice

    init(_ device: OrchestrationDevice) { self.device = device }

    /// The activated users; none where the store can't be read.
    public func getUsers() -> [OrchestrationUser] {
        let device = device
        let users = Bridge.wait { (try? await device.users) ?? [] }
        return users.map { OrchestrationUserInformation($0).user }
    }

    /// Whether a user is activated on this device.
    public func isUserActivated(_ user: OrchestrationUser) -> Bool {
        let device = device
        return Bridge.wait { (try? await device.isActivated(user.userIdentifier, domain: user.domain)) ?? false }
    }

    /// The information about a user; nil for one who isn't activated.
    public func getUserInformation(_ user: OrchestrationUser) -> OrchestrationUserInformation? {
        let device = device
        let found = Bridge.wait { try? await device.information(user.userIdentifier, domain: user.domain) }
        return found.map { OrchestrationUserInformation($0) }
    }

    /// Deactivates a user on this device; the server isn't told.
    /// - Throws: ``OrchestrationError``.
    public func deleteUser(_ user: OrchestrationUser) throws {
        let device = device
        let failure = Bridge.wait { () -> DeviceFailure? in
            do throws(DeviceFailure) {
                try await device.delete(user.userIdentifier, domain: user.domain)
                return nil
            } catch { return error }
        }
        if let failure { throw OrchestrationError(errorCode: failure.code.number, exception: failure) }
    }
}

/// The methods to authenticate users.
public struct UserAuthenticationMethodManager: Sendable {
    private let orchestrator: Orchestrator

    init(_ orchestrator: Orchestrator) { self.orchestrator = orchestrator }

    /// Enrols a user's face, where the device recognises faces.
    public func enrollFace(_ parameters: FaceEnrollmentParameters) {
        let (orchestrator, held) = (orchestrator, Handoff(parameters))
        orchestrator.run {
            let (user, delegate) = (held.value.user, held.value.delegate)
            do throws(DeviceFailure) {
                try await orchestrator.device.enrollFace(user.userIdentifier, domain: user.domain)
                delegate.onFaceEnrollmentSucceed()
            } catch {
                guard error.code != .aborted else { return delegate.onFaceEnrollmentCanceled() }
                delegate.onFaceEnrollmentError(OrchestrationError(errorCode: error.code.number, exception: error))
            }
        }
    }
}
