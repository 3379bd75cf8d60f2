package import Foundations
package import Primitives
package import ResourceMessages

/// An action of whatever type, by its description.
package struct DescribedAction: Sendable {
    /// The way in which an action is called.
    package enum Manner: Sendable {
        case take
        /// No effect.
        case dryRun
    }

    package let declaration: ActionDeclaration
    package let route: ActionRoute
    /// Whether it changes what the server keeps.
    package let isChanging: Bool
    /// The inputs besides the realm and a whole body.
    package let input: ObjectShape
    /// The shape of the input that is the whole body; nil for none.
    package let document: Shape?
    /// The shape of the output.
    package let output: Shape
    /// Whether it answers with nothing.
    package let isSilent: Bool

    /// Calls the action.
    /// - Throws: ``ShapeError`` for inputs that can't be; what the front and the action throw.
    package let call: @Sendable (_ front: Administration, _ call: ActionCall, _ manner: Manner) async throws -> JSONValue
    /// Refuses a caller without the permission, and does nothing.
    package let admit: @Sendable (_ front: Administration, _ call: ActionCall) async throws -> Void

    init<Action: ReadingAction>(reading _: Action.Type) {
        self.init(Action.self, isChanging: false) { front, action, _ in try await front.read(action) }
    }

    init<Action: ChangingAction>(changing _: Action.Type) {
        self.init(Action.self, isChanging: true) { front, action, manner in
            switch manner {
            case .take: try await front.perform(action)
            case .dryRun: try await front.preview(action)
            }
        }
    }

    private init<Action: AdministrativeAction>(
        _: Action.Type, isChanging: Bool,
        _ call: @escaping @Sendable (Administration, Action, Manner) async throws -> Action.Output
    ) {
        let interface = Action.interface
        declaration = Action.declaration
        route = interface.route
        self.isChanging = isChanging
        input = ObjectShape(
            name: Action.declaration.shapeName,
            members: interface.input.map { ObjectShape.Member(name: $0.name, shape: $0.shape, presence: $0.presence) })
        document = interface.document?.shape
        output = interface.output.shape
        isSilent = Action.Output.self == Void.self
        self.call = { front, inputs, manner in
            let action = try interface.action(in: inputs.realm, inputs.values, body: inputs.body)
            return interface.output.write(try await call(front, action, manner))
        }
        admit = { front, inputs in
            try await front.admit(try interface.action(in: inputs.realm, inputs.values, body: inputs.body))
        }
    }
}

/// The inputs of a call.
package struct ActionCall: Sendable {
    /// The realm of the path; the root for what is about the server.
    package let realm: RealmPath
    /// The inputs by their names.
    package let values: JSONObject
    /// The whole body, where an input is that.
    package let body: JSONValue?

    package init(realm: RealmPath, values: JSONObject, body: JSONValue? = nil) {
        self.realm = realm
        self.values = values
        self.body = body
    }
}

extension ActionDeclaration {
    /// The name of its inputs in documents: `UserLock`.
    fileprivate var shapeName: String {
        name.split { $0 == "." || $0 == "-" }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}

extension AdministrativeActions {
    /// The descriptions of all actions.
    package static let described: [DescribedAction] = all.compactMap { type in
        if let type = type as? any ReadingAction.Type { return reading(type) }
        return (type as? any ChangingAction.Type).map(changing)
    }

    /// The route that reads the one resource which a change is about: the change needs its entity tag. nil for a change that needs none.
    package static func reader(before route: ActionRoute) -> ActionRoute? {
        guard [.put, .patch, .delete].contains(route.method) else { return nil }
        return described.map(\.route).first {
            $0.method == .get && $0.list == nil && $0.base == route.base && $0.path == route.path
        }
    }

    private static func reading<Action: ReadingAction>(_ type: Action.Type) -> DescribedAction { DescribedAction(reading: type) }
    private static func changing(_ type: any ChangingAction.Type) -> DescribedAction { described(type) }
    private static func described<Action: ChangingAction>(_ type: Action.Type) -> DescribedAction { DescribedAction(changing: type) }
}
