package import FRAuth
import Primitives

extension DeviceBindingCallback: DeviceAnswered {
    package func answer(on screen: DeviceScreen) async {
        await withCheckedContinuation { continuation in bind(completion: { _ in continuation.resume() }) }
    }
}

extension DeviceSigningVerifierCallback: DeviceAnswered {
    package func answer(on screen: DeviceScreen) async {
        await withCheckedContinuation { continuation in sign(completion: { _ in continuation.resume() }) }
    }
}
