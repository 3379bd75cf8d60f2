import Directory
import Foundation
import HTTPBase
import HTTPTypes
import OAuthMessages
import Primitives
import ResourceMessages
import VerificationMessages
import Verifications

/// `…/verifyTransactions/{id}/verifiedData` and `…/metaData`: what a verification has collected and found (`docs/protocols/verify.md` 11).
enum VerifiedDataResource {
    static let routes: [PlatformRoute] = VerifyTransactionResource.names.flatMap { name in
        let one = "users/{userID}/\(name)/{verifyTransactionID}"
        return data(of: one) + metadata(of: one)
    }

    private static let form = Form<VerifiedDatum>.resource(.object)
    private static let type = PlatformParameter(
        name: "type", shape: .choice(VerifiedDataType.allCases.map(\.rawValue)), summary: "The kind of data; all kinds without it.")
    private static let attempts = PlatformParameter(
        name: "attempts", shape: .choice(["ALL", "LATEST", "1", "2", "3", "4"]),
        summary: "The submissions: all of them, the latest (unless sent), or one by its number.")

    /// Documents are for those who decide.
    private static func data(of one: String) -> [PlatformRoute] {
        [
            .get(
                .api(one + "/verifiedData"), "List what a verification has collected", VerifyTransactionResource.decide,
                query: [type, attempts, .limit, .cursor], gives: PlatformCollection.shape("verifiedData", form.shape)
            ) { turn in
                let (user, id) = (try await turn.user().id, try turn.id("verifyTransactionID"))
                let wanted = try wantedAttempts(turn)
                let all = try await turn.services.verifications.verifiedData(
                    of: id, of: user, type: try wantedType(turn), attempts: wanted == .latest ? .last : .all, at: turn.verificationSite
                ).filter { wanted.has($0.attempt) }
                return try PlatformPage.of("verifiedData", all.map { json(form.json($0), turn) }, turn).json(turn)
            },
            .get(
                .api(one + "/verifiedData/{verifiedDataID}"), "Read a piece of collected data: a document, a face, a barcode",
                VerifyTransactionResource.decide, gives: form.shape
            ) { turn in
                let (user, id) = (try await turn.user().id, try turn.id("verifyTransactionID"))
                let datum = try await turn.services.verifications.verifiedDatum(
                    try turn.id("verifiedDataID"), of: id, of: user, at: turn.verificationSite)
                return json(form.json(datum), turn)
            },
        ]
    }

    private static let metaForm = Form<VerificationMetadatum>.resource(.object)

    private static func metadata(of one: String) -> [PlatformRoute] {
        [
            .get(
                .api(one + "/metaData"), "List a verification's checks and their results", VerifyTransactionResource.read,
                query: [.limit, .cursor], gives: PlatformCollection.shape("metaData", metaForm.shape)
            ) { turn in
                let (user, id) = (try await turn.user().id, try turn.id("verifyTransactionID"))
                let all = try await turn.services.verifications.metaData(of: id, of: user, at: turn.verificationSite)
                return try PlatformPage.of("metaData", all.map { json(metaForm.json($0), turn) }, turn).json(turn)
            },
            .get(.api(one + "/metaData/{metaDataID}"), "Read a check and its result", VerifyTransactionResource.read, gives: metaForm.shape)
            { turn in
                let (user, id) = (try await turn.user().id, try turn.id("verifyTransactionID"))
                let datum = try await turn.services.verifications.metaDatum(
                    try turn.id("metaDataID"), of: id, of: user, at: turn.verificationSite)
                return json(metaForm.json(datum), turn)
            },
        ]
    }

    /// The submissions whose data are listed.
    private enum Attempts: Equatable {
        case latest, all, one(Int)

        func has(_ number: Int) -> Bool {
            guard case .one(let wanted) = self else { return true }
            return number == wanted
        }
    }

    private static func wantedType(_ turn: PlatformTurn) throws -> VerifiedDataType? {
        guard let text = try turn.query.value("type") else { return nil }
        guard let type = VerifiedDataType(exactly: text) else {
            throw ShapeError(.invalid, at: "type", "it is one of \(VerifiedDataType.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return type
    }

    private static func wantedAttempts(_ turn: PlatformTurn) throws -> Attempts {
        switch try turn.query.value("attempts") {
        case nil, "LATEST": return .latest
        case "ALL": return .all
        case let text?:
            guard let number = Int(decimal: text, in: 1...4) else {
                throw ShapeError(.invalid, at: "attempts", "it is ALL, LATEST or a number from 1 to 4")
            }
            return .one(number)
        }
    }

    private static func json(_ json: JSONObject, _ turn: PlatformTurn) -> JSONObject {
        let path = turn.address.url(turn.path)
        let id = json["id"]?.string ?? ""
        return turn.resource(json, at: path.hasSuffix(id) ? path : "\(path)/\(id)")
    }
}
