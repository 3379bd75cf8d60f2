#if canImport(CoreLocation)
import CoreLocation
import DeviceProfile
import Foundation
import JourneyMessages
import Primitives

/// The device's location as the system tells it, where the user has allowed that already.
@MainActor
final class SystemLocation: NSObject, LocationSource, CLLocationManagerDelegate {
    /// The source: the documented API sets its accuracy for the whole app.
    nonisolated static let shared = SystemLocation()

    /// The accuracy, in metres.
    var accuracy = kCLLocationAccuracyKilometer

    private var manager: CLLocationManager?
    private var waiting: [CheckedContinuation<DeviceProfileDocument.Location?, Never>] = []

    private nonisolated override init() {}

    func location() async -> DeviceProfileDocument.Location? {
        let manager = manager ?? CLLocationManager()
        self.manager = manager
        guard Self.allows(manager.authorizationStatus) else {
            FRPLog.w("The user hasn't allowed this app to know the location")
            return nil
        }
        manager.delegate = self
        manager.desiredAccuracy = accuracy
        return await withCheckedContinuation { continuation in
            waiting.append(continuation)
            if waiting.count == 1 { manager.requestLocation() }
        }
    }

    private static func allows(_ status: CLAuthorizationStatus) -> Bool {
        #if os(iOS)
        status == .authorizedAlways || status == .authorizedWhenInUse
        #else
        status == .authorizedAlways
        #endif
    }

    private func finish(_ place: DeviceProfileDocument.Location?) {
        let all = waiting
        waiting = []
        for continuation in all { continuation.resume(returning: place) }
    }

    nonisolated func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}

    nonisolated func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        let place = locations.last.flatMap {
            DeviceProfileDocument.Location(latitude: $0.coordinate.latitude, longitude: $0.coordinate.longitude)
        }
        Task { @MainActor in finish(place) }
    }

    nonisolated func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        FRPLog.w("The system didn't tell the location: \(error.localizedDescription)")
        Task { @MainActor in finish(nil) }
    }
}
#endif
