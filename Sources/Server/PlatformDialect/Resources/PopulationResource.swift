import Foundation
import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages
import Directory

/// `/populations` (`docs/protocols/platform.md` 2.1).
enum PopulationResource {
    private static let form = Form<Population>.resource(.object.renamed(.population))
    private static let read = PlatformAccess.worker(.readIdentities)
    private static let change = PlatformAccess.worker(.changeIdentities)

    static let routes: [PlatformRoute] = [
        .get(
            .api("populations"), "List populations", read, query: [.filter, .order, .limit, .cursor],
            gives: PlatformCollection.shape("populations", form.shape)
        ) { turn in
            let all = try await turn.services.identities.populations.all(in: turn.realm).map { json($0, turn) }
            return try PlatformPage.of("populations", all, turn).json(turn)
        },
        .post(
            .api("populations"), "Make a population", change,
            .json(form, .created, changes: .administration, gives: form.shape) { turn, population in
                json(try await turn.services.identities.populations.create(population, in: turn.realm), turn)
            }),
        .get(.api("populations/{populationID}"), "Read a population", read, gives: form.shape) { turn in
            let id = try turn.id("populationID")
            guard let population = try await turn.services.identities.populations.population(id, in: turn.realm) else {
                throw PlatformError.notFound
            }
            return json(population, turn)
        },
        .put(
            .api("populations/{populationID}"), "Replace a population", change,
            .json(form, changes: .administration, gives: form.shape) { turn, population in
                var replaced = population
                replaced.id = try turn.id("populationID")
                return json(try await turn.services.identities.populations.replace(replaced, in: turn.realm), turn)
            }),
        .delete(.api("populations/{populationID}"), "Remove a population that has no users", change, changes: .administration) { turn in
            try await turn.services.identities.populations.delete(try turn.id("populationID"), in: turn.realm)
        },
    ]

    private static func json(_ population: Population, _ turn: PlatformTurn) -> JSONObject {
        turn.resource(form.json(population), at: turn.url("populations/\(population.id.text)"))
    }
}
