package import HTTPBase
package import RealmHTTP

/// PingID: what customers' servers ask, and what their users' devices do.
package struct PingIDRoutes: Dialect {
    private let reader: RequestReader
    private let services: PingIDServices

    package init(reader: RequestReader, services: PingIDServices) {
        self.reader = reader
        self.services = services
    }

    package var routes: [Route] {
        CustomerRoutes(reader: reader, services: services).routes + PingIDDeviceRoutes(reader: reader, services: services).routes
    }
}
