import HTTPBase
import Primitives
import ResourceMessages
import Risk

/// The shapes of the resources about risk: those of their declarations, with the members that are only told.
enum RiskShape {
    /// The shape of the one policy set that an event names.
    static let reference: Shape = .object(
        ObjectShape(
            name: "RiskPolicySetReference",
            members: ["id", "name"].map {
                ObjectShape.Member(name: $0, shape: .text(.init(length: 1...256)), presence: .optional)
            }))

    static func resource(_ kind: RiskDeclarations.Kind) -> Form<JSONObject> { .resource(.open(of: kind.shape.adding(told))) }

    private static let told: [ObjectShape.Member] = [
        .init(name: "licensed", shape: .flag, presence: .readOnly), .init(name: "deletable", shape: .flag, presence: .readOnly),
        .init(name: "createdAt", shape: PlatformShape.time, presence: .readOnly),
        .init(name: "updatedAt", shape: PlatformShape.time, presence: .readOnly),
    ]

    /// The members that a client sent, without what is only told, and without members that say nothing.
    static func own(_ body: JSONObject) -> JSONObject {
        let passedOver = Set(told.map(\.name))
        return JSONObject(body.members.filter { !passedOver.contains($0.name) && $0.value != .null }.map { ($0.name, $0.value) })
    }
}
