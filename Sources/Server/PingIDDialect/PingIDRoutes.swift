package import DialectBase

/// PingID: what customers' servers ask, and what their users' devices do.
package struct PingIDRoutes: Dialect {
    private let reader: RequestReader

    package init(_ parts: DialectParts) { reader = parts.reader }

    package var routes: [Route] { CustomerRoutes(reader: reader).routes + PingIDDeviceRoutes(reader: reader).routes }
}
