#if canImport(UIKit)
import AVFoundation
import Foundation
import Primitives
import UIKit

extension RunningMachine {
    func description() async -> SystemDescription? { await Self.described() }

    @MainActor
    private static func described() -> SystemDescription {
        let (device, screen) = (UIDevice.current, UIScreen.main)
        let size = screen.bounds.size
        return SystemDescription(
            platform: device.systemName, version: device.systemVersion, kind: device.model, name: device.name,
            model: ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"],
            display: .init(width: Int(size.width), height: Int(size.height), isPortrait: size.height >= size.width), cameras: cameras,
            multitasks: device.isMultitaskingSupported)
    }

    /// The number of cameras, which the system tells without asking the user.
    private static var cameras: Int {
        let kinds: [AVCaptureDevice.DeviceType] = [
            .builtInWideAngleCamera, .builtInUltraWideCamera, .builtInTelephotoCamera, .builtInTrueDepthCamera,
        ]
        return AVCaptureDevice.DiscoverySession(deviceTypes: kinds, mediaType: .video, position: .unspecified).devices.count
    }
}
#endif
