import Foundation
import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages
import Directory
import Messaging

/// `/applications/{applicationID}/pushCredentials` (`docs/protocols/platform.md` 2.10). Secrets are taken and never told.
enum PushCredentialResource {
    private static let path = "applications/{applicationID}/pushCredentials"

    static let routes: [PlatformRoute] = [
        .get(
            .api(path), "List an application's push credentials", .readApplications, query: [.limit, .cursor],
            gives: PlatformCollection.shape("pushCredentials", form.shape)
        ) { turn in
            let application = try await turn.application()
            let all = try await turn.services.clients.pushCredentials.all(of: application.id, in: turn.realm.id).map { json($0, turn) }
            return try PlatformPage.of("pushCredentials", all, turn).json(turn)
        },
        .post(
            .api(path), "Give an application push credentials", .changeApplications,
            .json(form, .created, changes: .administration, gives: form.shape) { turn, body in
                let (application, content) = (try await turn.application(), try PushCredential.Content(json: body))
                return json(try await turn.services.clients.pushCredentials.create(content, of: application.id, in: turn.realm.id), turn)
            }),
        .get(.api(path + "/{pushCredentialID}"), "Read push credentials", .readApplications, gives: form.shape) { turn in
            let (application, id) = (try await turn.application(), try turn.id("pushCredentialID"))
            guard let found = try await turn.services.clients.pushCredentials.credential(id, of: application.id, in: turn.realm.id) else {
                throw PlatformError.notFound
            }
            return json(found, turn)
        },
        .put(
            .api(path + "/{pushCredentialID}"), "Replace push credentials", .changeApplications,
            .json(form, changes: .administration, gives: form.shape) { turn, body in
                let (application, id) = (try await turn.application(), try turn.id("pushCredentialID"))
                let content = try PushCredential.Content(json: body)
                return json(
                    try await turn.services.clients.pushCredentials.replace(id, by: content, of: application.id, in: turn.realm.id), turn)
            }),
        .delete(.api(path + "/{pushCredentialID}"), "Take push credentials away", .changeApplications, changes: .administration) { turn in
            let (application, id) = (try await turn.application(), try turn.id("pushCredentialID"))
            try await turn.services.clients.pushCredentials.delete(id, of: application.id, in: turn.realm.id)
        },
    ]

    private static func json(_ credential: PushCredential, _ turn: PlatformTurn) -> JSONObject {
        let id = credential.id.text
        return turn.resource(
            [
                "id": .string(id), "type": .string(credential.kind.rawValue), "createdAt": Form<Date>.time.write(credential.created),
                "updatedAt": Form<Date>.time.write(credential.updated),
            ], at: turn.url("applications/\(credential.application)/pushCredentials/\(id)"),
            links: [("application", turn.url("applications/\(credential.application)"))])
    }

    /// The members of all types; which of them a type has, the service says.
    private static let form: Form<JSONObject> = {
        let secret = Form<Secret>.secret(1...16_384).shape
        let members: [ObjectShape.Member] =
            [
                .init(name: "type", shape: .choice(PushCredential.Kind.allCases.map(\.rawValue)), presence: .required),
                .init(name: "createdAt", shape: PlatformShape.time, presence: .readOnly),
                .init(name: "updatedAt", shape: PlatformShape.time, presence: .readOnly),
            ]
            + ["key", "teamId", "token", "googleServiceAccountCredentials", "clientId", "clientSecret"].map {
                .init(name: $0, shape: secret, presence: .writeOnly)
            }
        let shape = ObjectShape(name: "PushCredentials", members: PlatformShape.around + members)
        return Form(.object(shape)) { json, reading in
            guard let object = json.object else {
                reading.refuse(.invalid, "it is an object")
                return nil
            }
            for member in object.members {
                guard let known = shape.members.first(where: { $0.name == member.name }) else {
                    reading.refuse(.unknownMember, "there is no such member", at: member.name)
                    continue
                }
                guard known.presence == .writeOnly, member.value != .null else { continue }
                _ = reading.within(member.name) { Form<Secret>.secret(1...16_384).read(member.value, &$0) }
            }
            return object
        } write: {
            .object($0)
        }
    }()
}
