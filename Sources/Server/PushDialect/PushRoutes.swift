import Hummingbird
package import DialectBase

/// The push resources of the built-in push service (RFC 8030), to which every sender may send that was given one.
package struct PushRoutes: Dialect {
    private static let family = RouteFamily([PushPath.messages], sharing: .never, proofs: [.possession], refusals: .none)

    private let resource: PushResource

    package init(_ parts: DialectParts) { resource = PushResource(reader: parts.reader) }

    package var routes: [Route] { Self.family.routes([.post(":token", changes: .nothing, use: resource.take)]) }
}
