import Directory
import Primitives
import ResourceMessages
import Testing

@testable import PlatformDialect

/// What the platform's API stores as configuration and refers to something else (`{"id": …}`).
@Suite("References in configuration that is sent")
struct ReferenceBodyTests {
    /// What holds the id of nothing that the realm keeps, and why.
    private static let others = [
        "mdsAuthenticatorsRequirements.allowedAuthenticators": "models of authenticators, by their AAGUIDs"
    ]
    private static let permissions: Set<AdministratorRole.Permission> = [.changeConfiguration, .changeApplications]

    private static var references: [(place: String, shape: Shape)] {
        PlatformRoutes.all.filter { permissions.contains($0.access.permission) && !$0.access.isForAnyone }.flatMap { route in
            route.actions.flatMap { action in action.body.map { ids(in: $0, at: "", within: []) } ?? [] }
        }
    }

    @Test("each says of what it is the id, so that it is checked when it is saved")
    func say() {
        #expect(Self.references.count > 4)
        for (place, shape) in Self.references where Self.others[place] == nil {
            #expect(shape.refers, "\(place) doesn't say of what it is the id; see Form.naming(_:)")
        }
    }

    /// The references in a shape: objects that have an id to be sent and nothing else.
    private static func ids(in shape: Shape, at place: String, within outer: Set<String>) -> [(place: String, shape: Shape)] {
        switch shape {
        case .object(let object):
            let sent = object.members.filter(\.presence.isSent)
            if sent.count == 1, sent[0].name == "id" { return [(place, sent[0].shape)] }
            return sent.flatMap { ids(in: $0.shape, at: place.isEmpty ? $0.name : "\(place).\($0.name)", within: outer) }
        case .variants(let variants):
            guard !outer.contains(variants.name) else { return [] }
            return variants.objects.flatMap { ids(in: .object($0), at: place, within: outer.union([variants.name])) }
        case .list(let element, _), .map(let element, _): return ids(in: element, at: place, within: outer)
        case .called(_, let inner), .nullable(let inner), .naming(_, let inner): return ids(in: inner, at: place, within: outer)
        default: return []
        }
    }
}
