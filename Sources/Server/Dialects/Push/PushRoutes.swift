import Hummingbird

/// The push resources of the built-in push service (RFC 8030), to which every sender may send that was given one.
struct PushRoutes: Sendable {
    private static let family = RouteFamily([PushResource.path], sharing: .never, proofs: [.possession])

    private let resource: PushResource

    init(reader: RequestReader) { resource = PushResource(reader: reader) }

    var routes: [Route] { Self.family.routes([.post(":token", changes: .nothing, use: resource.take)]) }
}
