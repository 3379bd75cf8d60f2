public import AppScreens
import FRAuth
import FRDeviceBinding
import Foundation

/// Binds the device, and signs in by its key: with a PIN pad of its own, and with the module's way to choose among keys.
public final class BoundDeviceController {
    private let screen: any Screen

    public init(screen: any Screen) { self.screen = screen }

    public func run(_ journey: String, finished: @escaping () -> Void) {
        FRSession.authenticate(authIndexValue: journey) { token, node, error in self.handle(token, node, error, finished) }
    }

    public var keys: [String] { FRUserKeys().loadAll().map { "\($0.userName) \($0.authType.rawValue)" } }

    private func handle(_ token: Token?, _ node: Node?, _ error: (any Error)?, _ finished: @escaping () -> Void) {
        guard let node else {
            screen.show(token == nil ? error?.localizedDescription ?? "" : "Signed in")
            return finished()
        }
        for callback in node.callbacks {
            if let single = callback as? SingleValueCallback { single.setValue(screen.entry(for: single.prompt ?? "")) }
            if let metadata = callback as? MetadataCallback { screen.show("\(metadata.outputs["outcome"] ?? "")") }
        }
        let next = { node.next { (token: Token?, node, error) in self.handle(token, node, error, finished) } }
        if let binding = node.callbacks.lazy.compactMap({ $0 as? DeviceBindingCallback }).first {
            binding.setDeviceName("Sample phone")
            binding.bind(deviceAuthenticator: authenticator) { result in
                if case .failure(let error) = result { self.show(error) }
                next()
            }
        } else if let signing = node.callbacks.lazy.compactMap({ $0 as? DeviceSigningVerifierCallback }).first {
            signing.sign(deviceAuthenticator: authenticator, customClaims: ["app": "sample"]) { result in
                if case .failure(let error) = result { self.show(error) }
                next()
            }
        } else {
            next()
        }
    }

    private func authenticator(_ type: DeviceBindingAuthenticationType) -> any DeviceAuthenticator {
        type == .applicationPin ? ApplicationPinDeviceAuthenticator(pinCollector: PinPad(screen: screen)) : None()
    }

    private func show(_ error: DeviceBindingStatus) { screen.show("\(error.errorMessage) (\(error.localizedDescription))") }
}

private final class PinPad: PinCollector {
    private let screen: any Screen

    init(screen: any Screen) { self.screen = screen }

    func collectPin(prompt: Prompt, completion: @escaping (String?) -> Void) {
        screen.show(prompt.title)
        completion(screen.entry(for: "PIN"))
    }
}
