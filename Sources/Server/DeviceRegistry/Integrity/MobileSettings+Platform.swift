import DeviceMessages
import Primitives
import Directory

extension MobileSettings {
    /// Returns the maker's system that an installation runs on, by the app's id, or else by what it says.
    func platform(of installation: Installation) -> IntegrityDetection.Platform? {
        switch (installation.app.id == bundleID, installation.app.id == packageName) {
        case (true, false): .apple
        case (false, true): .google
        default:
            switch installation.device.platform.lowercased() {
            case "ios": .apple
            case "android": .google
            default: nil
            }
        }
    }
}
