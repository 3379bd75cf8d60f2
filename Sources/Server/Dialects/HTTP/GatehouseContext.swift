package import Hummingbird
import NIOCore

/// What accompanies a request on its way through the dialects.
package struct GatehouseContext: RequestContext, Sendable {
    package var coreContext: CoreRequestContextStorage
    private let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// The address at the other end of the connection; nil when it isn't an Internet connection.
    package var peerAddress: String? { channel.remoteAddress?.ipAddress }
}
