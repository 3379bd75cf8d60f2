package import FRAuth
import Primitives

extension PingOneProtectInitializeCallback: DeviceAnswered {
    package func answer(on screen: DeviceScreen) async {
        await withCheckedContinuation { continuation in start { _ in continuation.resume() } }
    }
}

extension PingOneProtectEvaluationCallback: DeviceAnswered {
    package func answer(on screen: DeviceScreen) async {
        await withCheckedContinuation { continuation in getData { _ in continuation.resume() } }
    }
}
