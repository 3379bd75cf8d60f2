import CallbackBridge
import DeviceFoundation
public import FRCore
import Foundation

/// Sends an app's own requests as the SDK sends its own: with its cookies, pins and headers.
public final class FRRestClient {
    private init() {}

    /// Sends a request, and waits for the answer. With an action it passes the registered interceptors before.
    ///
    /// Before ``FRAuth/start(options:)`` there are no cookies, and it is as ``RestClient/invokeSync(request:action:)``.
    public static func invokeSync(request: Request, action: Action? = nil) -> RestClient.Result {
        guard let device = try? SDK.runtime().device.withoutInterceptors else {
            return RestClient.shared.invokeSync(request: request, action: action)
        }
        let exchange = Handoff((request, action))
        return Bridge.wait { Handoff(await device.result(of: exchange.value.0, for: exchange.value.1)) }.value
    }
}
