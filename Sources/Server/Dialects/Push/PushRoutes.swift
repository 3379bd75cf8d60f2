import Hummingbird

/// The push resources of the built-in push service (RFC 8030), to which anybody sends who was given one.
struct PushRoutes: Sendable {
    private let resource: PushResource

    init(reader: RequestReader) { resource = PushResource(reader: reader) }

    func add(to router: some RouterMethods<GatehouseContext>) {
        router.post("\(RouterPath(PushResource.path))/:token", use: resource.take)
    }
}
