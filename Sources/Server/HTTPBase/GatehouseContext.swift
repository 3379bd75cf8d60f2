package import Hummingbird
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// The context that accompanies a request on its way through the dialects.
package struct GatehouseContext: RequestContext, Sendable {
    /// The server library's own part of the context.
    package var coreContext: CoreRequestContextStorage
    /// The route that the request takes, with the rules that hold there; nil for one that leads nowhere.
    package private(set) var route: Route?
    /// The realm that the path names; nil where the route's path names none, or an impossible one.
    package private(set) var target: RealmTarget?
    private let channel: any Channel

    /// The context of a request that has just arrived; route and realm follow.
    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Takes a route.
    package mutating func enter(_ route: Route, _ path: PathSegments, values: [Substring]) {
        self.route = route
        if route.path.hasRealm { target = RealmTarget(path) }
        coreContext.endpointPath.value = route.label
        for (name, value) in zip(route.parameters, values) { coreContext.parameters[name] = value }
    }

    /// Tells a client that waits for it to send the body (RFC 9110 §15.2.1).
    func continueRequest() async {
        // A connection that is gone shows when the body is read.
        try? await channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue))).get()
    }

    /// The address at the other end of the connection; nil when it isn't an Internet connection.
    package var peerAddress: String? {
        guard case .v4(let address)? = channel.remoteAddress else { return channel.remoteAddress?.ipAddress }
        // The library's text goes by a format string, and this is asked for at every request. The four bytes stand behind family and port.
        return withUnsafeBytes(of: address.address) { "\($0[4]).\($0[5]).\($0[6]).\($0[7])" }
    }
}
