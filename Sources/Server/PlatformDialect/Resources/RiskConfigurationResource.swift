import Directory
import HTTPBase
import HTTPTypes
import Foundation
import Primitives
import ResourceMessages
import Risk
import RiskScoring

/// `/riskPredictors` and `/riskPolicySets` (`docs/protocols/platform.md` 9.2).
enum RiskConfigurationResource {
    static let routes: [PlatformRoute] =
        routes(.predictor, "riskPredictors", "riskPredictorID", "predictor of risk")
        + routes(.policySet, "riskPolicySets", "riskPolicySetID", "risk policy set")

    private static func routes(
        _ kind: RiskDeclarations.Kind, _ path: String, _ id: String, _ noun: String
    ) -> [PlatformRoute] {
        let form = RiskShape.resource(kind)
        let one = "\(path)/{\(id)}"
        @Sendable func json(_ declaration: RiskDeclaration, _ turn: PlatformTurn) -> JSONObject { self.json(declaration, kind, path, turn) }
        return [
            .get(
                .api(path), "List what there is of each \(noun)", .readConfiguration, query: [.filter, .order, .limit, .cursor],
                gives: PlatformCollection.shape(path, form.shape)
            ) { turn in
                let all = try await turn.services.risk.declarations.all(kind, in: turn.realm).map { json($0, turn) }
                return try PlatformPage.of(path, all, turn).json(turn)
            },
            .post(
                .api(path), "Make a \(noun)", .changeConfiguration,
                .json(form, .created, changes: .administration, gives: form.shape) { turn, body in
                    json(try await turn.services.risk.declarations.create(RiskShape.own(body), kind, in: turn.realm), turn)
                }),
            .get(.api(one), "Read a \(noun)", .readConfiguration, gives: form.shape) { turn in
                guard let found = try await turn.services.risk.declarations.declaration(try turn.id(id), kind, in: turn.realm) else {
                    throw PlatformError.notFound
                }
                return json(found, turn)
            },
            .put(
                .api(one), "Replace a \(noun)", .changeConfiguration,
                .json(form, changes: .administration, gives: form.shape) { turn, body in
                    json(
                        try await turn.services.risk.declarations.replace(try turn.id(id), by: RiskShape.own(body), kind, in: turn.realm),
                        turn)
                }),
            .delete(.api(one), "Remove a \(noun)", .changeConfiguration, changes: .administration) { turn in
                try await turn.services.risk.declarations.delete(try turn.id(id), kind, in: turn.realm)
            },
        ]
    }

    private static func json(
        _ declaration: RiskDeclaration, _ kind: RiskDeclarations.Kind, _ path: String, _ turn: PlatformTurn
    ) -> JSONObject {
        var json = declaration.members
        json["id"] = .string(declaration.id.text)
        if kind == .predictor {
            let type = PredictorType(exactly: declaration.text("type"))
            json["licensed"] = .bool(type.map(turn.services.risk.isLicensed) ?? false)
            json["deletable"] = .bool(!declaration.isBuiltIn)
        }
        json["createdAt"] = declaration.created.map(Form<Date>.time.write)
        json["updatedAt"] = declaration.updated.map(Form<Date>.time.write)
        return turn.resource(json, at: turn.url("\(path)/\(declaration.id.text)"))
    }
}
