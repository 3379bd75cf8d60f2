package import Foundations
package import Primitives
package import ResourceMessages

/// The description of an action: the route where it answers, and its inputs and its output as forms. HTTP, OpenAPI and what a console draws
/// follow from it.
package struct ActionInterface<Action: AdministrativeAction>: Sendable {
    package let route: ActionRoute
    /// The inputs besides the realm.
    package let input: [Member<Action>]
    /// The input that a whole body is; nil where each member of the body is an input by its name.
    package let document: Member<Action>?
    /// The form of the output.
    package let output: Form<Action.Output>
    private let start: @Sendable (RealmPath) -> Action

    /// - Parameter start: the action in a realm, before any input is read.
    init(
        _ route: ActionRoute, _ output: Form<Action.Output>, document: Member<Action>? = nil,
        from start: @escaping @Sendable (RealmPath) -> Action, _ input: Member<Action>...
    ) {
        self.route = route
        self.input = input
        self.document = document
        self.output = output
        self.start = start
    }

    /// The action that inputs ask for.
    ///
    /// - Parameters:
    ///   - values: the inputs by their names.
    ///   - body: the whole body, where an input is that.
    /// - Throws: ``ShapeError`` with every problem; those of the body have their places in it.
    package func action(in realm: RealmPath, _ values: JSONObject, body: JSONValue?) throws(ShapeError) -> Action {
        let action = try Form.object(Action.declaration.name, input, from: { start(realm) }).value(of: .object(values))
        guard let document else { return action }
        do {
            return try Form.object(Action.declaration.name, [document], from: { action })
                .value(of: .object([document.name: body ?? .null]))
        } catch {
            throw error.moved { place in
                let rest = place.dropFirst(document.name.count)
                return String(rest.first == "." ? rest.dropFirst() : rest)
            }
        }
    }

    /// The call that asks for an action: its inputs, without those that are as they begin.
    package func call(of action: Action) -> ActionCall {
        let beginning = start(action.place)
        var values = JSONObject()
        for member in input {
            guard let value = member.sent(action) else { continue }
            if member.presence.isRequired || value != member.sent(beginning) { values[member.name] = value }
        }
        return ActionCall(realm: action.place, values: values, body: document.flatMap { $0.sent(action) })
    }
}
