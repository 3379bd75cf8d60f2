package import HTTPBase
import Hummingbird
package import Messaging
package import Primitives
package import RealmHTTP

/// The push resources of the built-in push service (RFC 8030), to which every sender may send that was given one.
package struct PushRoutes: Dialect {
    private static let family = RouteFamily([PushPath.messages], sharing: .never, proofs: [.possession], refusals: .none)

    private let resource: PushResource

    package init(reader: RequestReader, push: BuiltInPush, random: any RandomSource) {
        resource = PushResource(reader: reader, push: push, random: random)
    }

    package var routes: [Route] { Self.family.routes([.post(":token", changes: .nothing, use: resource.take)]) }
}
