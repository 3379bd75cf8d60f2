import Directory
import Foundation
import HTTPBase
import HTTPTypes
import Messaging
import Primitives
import QRImages
import ResourceMessages
import VerificationMessages
import Verifications

/// `/users/{userID}/verifyTransactions`, and the older name `validationTransactions` (`docs/protocols/verify.md` 11).
enum VerifyTransactionResource {
    static let read = PlatformAccess.worker(.readIdentities)
    /// Access to what decides about users, and to the documents that a decision is based on.
    static let decide = PlatformAccess.worker(.changeIdentities)
    static let names = ["verifyTransactions", "validationTransactions"]

    static let routes: [PlatformRoute] = names.flatMap { routes(of: "users/{userID}/\($0)", $0) }

    private static func routes(of all: String, _ name: String) -> [PlatformRoute] {
        let one = all + "/{verifyTransactionID}"
        return [
            .get(
                .api(all), "List a user's verifications, the latest 100", read, query: [.limit, .cursor],
                gives: PlatformCollection.shape(name, shape)
            ) { turn in
                let user = try await turn.user().id
                let all = try await turn.services.verifications.transactions(of: user, at: turn.verificationSite)
                return try PlatformPage.of(name, all.map { json($0, name, turn) }, turn).json(turn)
            },
            .post(.api(all), "Begin a verification", decide, creation(name)),
            .get(.api(one), "Read a verification", read, gives: shape) { turn in
                let (user, id) = (try await turn.user().id, try turn.id("verifyTransactionID"))
                return json(try await turn.services.verifications.transaction(id, of: user, at: turn.verificationSite), name, turn)
            },
            .put(.api(one), "Decide on a verification", decide, decision(name)),
            PlatformRoute(
                method: .delete, path: .api(one), summary: "Delete a verification and its documents", access: decide, query: [],
                actions: [deletion(name)]),
        ]
    }

    private static func creation(_ name: String) -> PlatformAction {
        .json(Form<VerifyTransactionOrder>.object, .created, changes: .administration, gives: createdShape) { turn, order in
            let (user, site, recipients) = (try await turn.user().id, turn.verificationSite, try recipients(of: order.notice))
            let made = try await turn.services.verifications.create(order, for: user, at: site)
            try await turn.services.verifications.send(made.code, of: made.transaction, to: recipients, by: turn.budgetAsker, at: site)
            let link = site.link(made.code)
            var json = json(made.transaction, name, turn)
            json["webVerificationCode"] = .string(made.code.reveal())
            json["webVerificationUrl"] = .string(link)
            json["qrUrl"] = .string("data:image/png;base64," + Data(try QRCode(link).png()).base64EncodedString())
            return json
        }
    }

    private static func recipients(of notice: VerifyTransactionOrder.Notice) throws(ShapeError) -> [CodeRecipient] {
        if let address = notice.email, (try? MailAddress(address)) == nil {
            throw ShapeError(.invalid, at: "sendNotification.email", "it is no e-mail address of the form name@example.com")
        }
        if let number = notice.phone, (try? PhoneNumber(number)) == nil {
            throw ShapeError(.invalid, at: "sendNotification.phone", "it is no telephone number with a plus sign and the country's code")
        }
        return [notice.email.map(CodeRecipient.email), notice.phone.map(CodeRecipient.sms)].compactMap(\.self)
    }

    private static func decision(_ name: String) -> PlatformAction {
        .json(Form<VerifyDecision>.object, changes: .administration, gives: shape) { turn, decision in
            let (user, id) = (try await turn.user().id, try turn.id("verifyTransactionID"))
            return json(try await turn.services.verifications.decide(decision, on: id, of: user, at: turn.verificationSite), name, turn)
        }
    }

    private static func deletion(_ name: String) -> PlatformAction {
        PlatformAction(mediaType: nil, body: nil, status: .ok, changes: .administration, gives: shape) { turn, _ in
            let (user, id) = (try await turn.user().id, try turn.id("verifyTransactionID"))
            return .json(json(try await turn.services.verifications.delete(id, of: user, at: turn.verificationSite), name, turn))
        }
    }
}

// The form in which a verification is told.
extension VerifyTransactionResource {
    private static let members: [(String, Shape)] = [
        ("user", PlatformShape.reference), ("verifyPolicy", PlatformShape.reference), ("transactionStatus", statusShape),
        ("reason", PlatformShape.text), ("attempts", .integer(0...4)), ("createdAt", PlatformShape.time),
        ("updatedAt", PlatformShape.time), ("dataExpiresAt", PlatformShape.time), ("expiresAt", PlatformShape.time),
    ]
    private static let shape = PlatformShape.told("VerifyTransaction", members)
    /// The members that are told once, when a verification begins.
    private static let createdShape = PlatformShape.told(
        "NewVerifyTransaction",
        members + [
            ("webVerificationCode", PlatformShape.text), ("webVerificationUrl", PlatformShape.text),
            ("qrUrl", .text(.init(length: 1...262_144))),
        ])

    private static let statusShape: Shape = .object(
        ObjectShape(
            name: "VerifyTransactionStatus",
            members: [
                .init(name: "status", shape: .choice(VerificationStatus.allCases.map(\.rawValue)), presence: .readOnly),
                .init(name: "verificationStatus", shape: .open, presence: .readOnly),
                .init(name: "providerMessagesList", shape: .list(.open, count: 0...16), presence: .readOnly),
            ]))

    private static func json(_ transaction: VerifyTransaction, _ name: String, _ turn: PlatformTurn) -> JSONObject {
        let parts = VerificationPart.allCases.compactMap { part in
            transaction.parts[part].map { (part.rawValue, JSONValue.string($0.rawValue)) }
        }
        let status: JSONObject = [
            "status": .string(transaction.status.rawValue), "verificationStatus": .object(JSONObject(parts)),
            "providerMessagesList": .array(transaction.providers.map(\.json)),
        ]
        var json: JSONObject = [
            "id": .string(transaction.id.text), "user": ["id": .string(transaction.user.text)], "transactionStatus": .object(status),
            "attempts": .integer(Int64(transaction.attempts)), "createdAt": Form<Date>.time.write(transaction.created),
            "updatedAt": Form<Date>.time.write(transaction.updated), "dataExpiresAt": Form<Date>.time.write(transaction.dataExpires),
            "expiresAt": Form<Date>.time.write(transaction.expires),
        ]
        json["verifyPolicy"] = transaction.policy.map { ["id": .string($0.text)] }
        json["reason"] = transaction.reason.map(JSONValue.string)
        let user = turn.url("users/\(transaction.user.text)")
        let url = "\(user)/\(name)/\(transaction.id.text)"
        return turn.resource(
            json, at: url, links: [("user", user), ("verifiedData", url + "/verifiedData"), ("metaData", url + "/metaData")])
    }
}

extension PlatformTurn {
    /// The turn's realm as verifications know it.
    var verificationSite: VerificationSite { VerificationSite(realm, address: address.origin) }
}
