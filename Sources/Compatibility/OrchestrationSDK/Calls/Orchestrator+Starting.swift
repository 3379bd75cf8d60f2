import CallbackBridge
import CommandChannel
import Orchestration
import Primitives

extension Orchestrator {
    /// Activates a user on this device.
    public func startActivation(_ parameters: OnlineActivationParameters) {
        let held = Handoff(parameters)
        run { [self] in
            let (user, delegate) = (held.value.user, held.value.delegate)
            func told(_ error: DeviceFailure) {
                delegate.onActivationInputError(OnlineActivationInputError(errorCode: error.code.number, activationInputException: error))
            }
            do throws(DeviceFailure) {
                guard held.value.cryptoAppIndex == 1 else { throw DeviceFailure(.application, "activations are signed by application 1") }
                try await device.activate(
                    user.userIdentifier, domain: user.domain, password: held.value.activationPassword,
                    through: relay { delegate.onActivationStepComplete($0) },
                    prompts: prompts(fault: { told(DeviceFailure($0, "the input wasn't taken")) }))
                delegate.onActivationSuccess()
            } catch {
                switch error.code {
                case .aborted: delegate.onActivationAborted()
                case let code where code.isInput: told(error)
                default: tell(error)
                }
            }
        }
    }

    /// Registers the identifier of the notification service.
    public func startNotificationRegistration(_ parameters: NotificationRegistrationParameters) {
        let held = Handoff(parameters)
        run { [self] in
            let (user, delegate) = (held.value.user, held.value.delegate)
            do throws(DeviceFailure) {
                try await device.registerNotifications(
                    user.userIdentifier, domain: user.domain, identifier: held.value.notificationIdentifier,
                    through: relay { delegate.onNotificationRegistrationStepComplete($0) })
                delegate.onNotificationRegistrationSuccess(user, held.value.notificationIdentifier)
            } catch { tell(error) }
        }
    }

    /// Makes a one-time password. Without the network, as ``startLocalTransaction(_:)``.
    public func startLocalAuthentication(_ parameters: LocalAuthenticationParameters) {
        let held = Handoff(parameters)
        run { [self] in
            let (parameters, delegate) = (held.value, held.value.delegate)
            do throws(DeviceFailure) {
                let made = try await device.oneTimePassword(
                    parameters.user.userIdentifier, domain: parameters.user.domain, application: parameters.cryptoAppIndex,
                    challenge: parameters.challenge, method: parameters.protectionType.method,
                    prompts: prompts(fault: { delegate.onLocalAuthenticationPasswordError(PasswordError(errorCode: $0.number)) }))
                delegate.onLocalAuthenticationSuccess(made.code, made.hostCode)
            } catch {
                switch error.code {
                case .aborted: delegate.onLocalAuthenticationAborted()
                case let code where code.isPassword || code.isInput:
                    delegate.onLocalAuthenticationPasswordError(PasswordError(errorCode: code.number))
                default: tell(error)
                }
            }
        }
    }

    /// Signs data fields.
    public func startLocalTransaction(_ parameters: LocalTransactionParameters) {
        let held = Handoff(parameters)
        run { [self] in
            let (parameters, delegate) = (held.value, held.value.delegate)
            do throws(DeviceFailure) {
                let made = try await device.signature(
                    parameters.user.userIdentifier, domain: parameters.user.domain, application: parameters.cryptoAppIndex,
                    fields: parameters.dataFields, method: parameters.protectionType.method,
                    prompts: prompts(fault: { delegate.onLocalTransactionPasswordError(PasswordError(errorCode: $0.number)) }))
                delegate.onLocalTransactionSuccess(made.code, made.hostCode)
            } catch {
                switch error.code {
                case .aborted: delegate.onLocalTransactionAborted()
                case let code where code.isPassword || code.isInput:
                    delegate.onLocalTransactionPasswordError(PasswordError(errorCode: code.number))
                default: tell(error)
                }
            }
        }
    }

    /// Changes a user's password.
    public func startChangePassword(_ parameters: ChangePasswordParameters) {
        let held = Handoff(parameters)
        run { [self] in
            let (user, delegate) = (held.value.user, held.value.delegate)
            func told(_ error: DeviceFailure) {
                delegate.onChangePasswordInputError(InputError(errorCode: error.code.number, inputException: error))
            }
            do throws(DeviceFailure) {
                try await device.changePassword(
                    user.userIdentifier, domain: user.domain, application: held.value.cryptoAppIndex,
                    through: relay { delegate.onChangePasswordStepComplete($0) },
                    prompts: prompts(fault: { told(DeviceFailure($0, "the input wasn't taken")) }))
                delegate.onChangePasswordSuccess()
            } catch {
                switch error.code {
                case .aborted: delegate.onChangePasswordAborted()
                case let code where code.isPassword || code.isInput: told(error)
                default: tell(error)
                }
            }
        }
    }
}
