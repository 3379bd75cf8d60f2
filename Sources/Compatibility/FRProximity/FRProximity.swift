import FRAuth
import Primitives

#if canImport(CoreLocation)
public import CoreLocation
#endif

/// Collects Bluetooth and location for device profiles.
public enum FRProximity {
    /// Adds the collectors of Bluetooth and location to `FRDeviceCollector.shared`, where they are missing, and has the system tell the
    /// location. It is collected where the user has allowed it already: the app asks for that.
    public static func startProximity() {
        let all = FRDeviceCollector.shared
        if !all.collectors.contains(where: { $0 is BluetoothCollector }) { all.collectors.append(BluetoothCollector()) }
        if !all.collectors.contains(where: { $0 is LocationCollector }) { all.collectors.append(LocationCollector()) }
        #if canImport(CoreLocation)
        Environment.current.location = SystemLocation.shared
        #endif
        FRPLog.i("Bluetooth and location are collected")
    }

    #if canImport(CoreLocation)
    /// Sets the accuracy of the location, in metres or by one of the system's constants; one kilometre by default.
    @MainActor
    public static func setLocationAccuracy(accuracy: CLLocationAccuracy) { SystemLocation.shared.accuracy = accuracy }
    #endif
}
