public import DeviceProfile
import Primitives

extension FRDeviceCollector {
    /// The source of the location that ``LocationCollector`` tells; nil, the default, for none. An app that reads the location by itself sets
    /// its own; the module `FRProximity` sets that of the system.
    public var locationSource: (any LocationSource)? {
        get { Environment.current.location }
        set { Environment.current.location = newValue }
    }
}
