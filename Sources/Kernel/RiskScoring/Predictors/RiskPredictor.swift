public import Primitives
package import ResourceMessages
public import RiskSignals

/// A predictor as an administrator declares it: its name, its type and the settings of the type (`docs/protocols/platform.md` 9.2).
public struct RiskPredictor: Sendable, Equatable {
    /// The id by which policy sets name it.
    public private(set) var id = ""
    /// The name in results, letters and digits.
    public private(set) var compactName = ""
    private var name = ""
    private var note: String?
    private var absence = Absence()
    private var settings: any PredictorKind = BotPredictor()

    /// The type.
    public var type: PredictorType { Swift.type(of: settings).type }

    /// The level that counts when the predictor has no result, `default.result.level` on the wire; nil for none.
    public var defaultLevel: RiskLevel? { absence.result?.level }

    private init() {}

    /// Reads a declaration: `compactName`, `type`, the members of the type, and optionally `id` and `name` (the compact name by default),
    /// `description` and `default`.
    /// - Throws: ``RiskError/Code/malformed``, ``RiskError/Code/tooComplex``.
    public init(json: JSONValue) throws(RiskError) {
        var json = json
        if var object = json.object {
            let compactName = object["compactName"] ?? .null
            id = (object["id"] ?? compactName).string ?? ""
            if object["name"] == nil { object["name"] = compactName }
            object["id"] = nil
            json = .object(object)
        }
        let id = id
        do { self = try Self.form.value(of: json) } catch { throw RiskError(error) }
        self.id = id
    }

    /// Reads a declaration that was stored, now or by an older version: by its types alone, without bounds.
    /// - Throws: ``/ResourceMessages/ShapeError`` for a type that isn't known, and for conditions that can't be read.
    package init(id: String, stored json: JSONValue) throws(ShapeError) {
        self = try Self.form.value(stored: json)
        self.id = id
    }

    /// Whether it looks at other predictors' results, and so comes after them.
    var isOwn: Bool { type == .map || type == .composite }

    /// The values that it counts by windows; nil for a predictor of another type than velocity.
    package var counting: VelocityCounting? { (settings as? VelocityPredictor)?.counting }

    /// The windows in which it counts the users of a device, in seconds.
    package var deviceWindows: [Int] { (settings as? TrafficAnomalyPredictor)?.rules.map(\.interval.seconds) ?? [] }

    /// Sees to it that the predictors of a realm are bounded in their work together.
    /// - Throws: ``RiskError/Code/tooComplex``.
    package static func check(_ all: [RiskPredictor]) throws(RiskError) {
        var total = 0
        for predictor in all { try ConditionBudget.add(predictor.settings.cost, to: &total) }
    }

    func evaluate(_ facts: RiskFacts, _ values: RiskValues) -> PredictorResult {
        settings.evaluate(facts, values, name: compactName).defaulting(to: defaultLevel)
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.id == right.id && left.compactName == right.compactName && left.name == right.name && left.note == right.note
            && left.absence == right.absence && left.settings.isEqual(to: right.settings)
    }
}

extension RiskPredictor {
    /// The form of a declaration, with the members of each type.
    package static let form = Form<RiskPredictor>.variants(
        "RiskPredictor",
        common: [
            Member("name", \.name, .text(1...256), .required).saying("The label for administrators."),
            Member("compactName", \.compactName, .compactName, .required).saying("The name in results, which doesn't change."),
            Member("description", optional: \.note, .text(0...1024)).saying("A note for administrators."),
            Member("default", \.absence, .object).unless { $0.absence == Absence() }
                .saying("The result when the predictor comes to nothing."),
        ], from: { RiskPredictor() }, at: \.settings, kinds.map { $0.variant })

    /// The result when a predictor comes to nothing.
    private struct Absence: Shaped, Equatable {
        var result: RiskResult?
        var isEvaluated = true

        static let shapeName = "RiskPredictorDefault"
        static let members: [Member<Self>] = [
            Member("result", optional: \.result, .object).saying("The level that counts then."),
            Member("evaluated", \.isEvaluated, .only(true)).saying("True: a policy set names the predictors that it evaluates."),
            Member(ignored: "weight", .any, because: "a policy gives each predictor that it names its weight"),
            Member(ignored: "score", .any, because: "a policy gives each predictor that it names its score"),
        ]
    }
}

extension Form where Value == String {
    /// A name of ASCII letters and digits.
    fileprivate static var compactName: Form {
        .text(1...64, pattern: "^[A-Za-z0-9]+$") { text in
            text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
        }
    }
}
