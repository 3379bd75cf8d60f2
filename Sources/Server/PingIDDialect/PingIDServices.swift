package import DeviceRegistry
package import Directory
package import PingIDService

/// The services of PingID's routes.
package struct PingIDServices: Sendable {
    let realms: Realms
    let installations: Installations
    let devices: Devices
    let pingID: PingID

    package init(_ directory: DirectoryServices, _ deviceRegistry: DeviceServices, _ pingID: PingID) {
        realms = directory.realms
        installations = deviceRegistry.installations
        devices = deviceRegistry.devices
        self.pingID = pingID
    }
}
