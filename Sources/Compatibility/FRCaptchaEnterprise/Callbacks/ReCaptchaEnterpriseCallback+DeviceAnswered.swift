#if canImport(RecaptchaEnterprise)
package import FRAuth
import Primitives

extension ReCaptchaEnterpriseCallback: DeviceAnswered {
    /// A failure is the callback's client error.
    package func answer(on screen: DeviceScreen) async { try? await execute() }
}
#endif
