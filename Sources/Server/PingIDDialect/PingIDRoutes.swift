package import HTTPBase
package import RealmHTTP

/// PingID: what customers' servers ask, and what their users' devices do.
package struct PingIDRoutes: Dialect {
    private let reader: RequestReader

    package init(reader: RequestReader) { self.reader = reader }

    package var routes: [Route] { CustomerRoutes(reader: reader).routes + PingIDDeviceRoutes(reader: reader).routes }
}
