import HTTPBase
import Primitives
import ResourceMessages
import RiskScoring

/// The shapes of the resources about risk. ``/RiskScoring/DeclaredPart`` declares the members of a type or a condition, which are checked when it is
/// made or replaced.
enum RiskShape {
    private static func text(_ length: ClosedRange<Int>) -> Shape { .text(.init(length: length)) }

    private static func object(_ name: String, _ members: [(String, Shape)], required: [String] = []) -> Shape {
        .object(
            ObjectShape(
                name: name,
                members: members.map { .init(name: $0.0, shape: $0.1, presence: required.contains($0.0) ? .required : .optional) }))
    }

    static let reference = object("RiskPolicySetReference", [("id", text(1...256)), ("name", text(1...256))])

    static let predictor: Shape = .object(
        ObjectShape(
            name: "RiskPredictor",
            members: [
                .init(name: "name", shape: text(1...256), presence: .required),
                .init(name: "compactName", shape: .text(.init(length: 1...64, pattern: "^[A-Za-z0-9]+$")), presence: .required),
                .init(name: "type", shape: .choice(PredictorType.allCases.map(\.rawValue)), presence: .required),
            ] + ofTypes + told))

    /// The members that predictors of some types have.
    private static let ofTypes: [ObjectShape.Member] = {
        let lists = ["whiteList", "domainWhiteList", "by"].map { ($0, Shape.list(text(1...256), count: 0...1000)) }
        let objects = ["default", "radius", "predictionModel", "use", "fallback", "every", "slidingWindow", "map"]
            .map { ($0, Shape.open) }
        let flags = ["includeRepeatedEventsWithoutSdk", "shouldValidatePayloadSignature"].map { ($0, Shape.flag) }
        let others: [(String, Shape)] = [
            ("description", text(0...1024)), ("detect", .choice(["NEW_DEVICE", "SUSPICIOUS_DEVICE"])),
            ("activationAt", .integer(0...253_402_300_799)), ("rules", .list(.open, count: 0...8)), ("days", .integer(1...365)),
            ("of", text(1...131)), ("measure", .choice(["DISTINCT_COUNT"])), ("compositions", .list(.open, count: 1...3)),
        ]
        return (lists + objects + flags + others).map { .init(name: $0.0, shape: $0.1, presence: .optional) }
    }()

    static let policySet: Shape = .object(
        ObjectShape(
            name: "RiskPolicySet",
            members: [
                .init(name: "name", shape: text(1...256), presence: .required),
                .init(name: "description", shape: text(0...1024), presence: .optional),
                .init(name: "default", shape: .flag, presence: .optional),
                .init(name: "defaultResult", shape: .open, presence: .optional),
                .init(name: "evaluatedPredictors", shape: .list(.open, count: 0...100), presence: .optional),
                .init(name: "riskPolicies", shape: .list(.open, count: 0...100), presence: .optional),
                .init(name: "triggers", shape: .list(.open, count: 0...1), presence: .optional),
            ] + told))

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
