import Foundation
import Foundations
import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages
import Directory

/// `/applications` (`docs/protocols/platform.md` 4).
enum ApplicationResource {
    private static let form: Form<PlatformApplication> = .resource(
        Form.object(
            PlatformApplication.shapeName,
            [Member(told: "clientId", .text(1...128)) { _ in nil }, Member(told: "createdAt", .time) { _ in nil }]
                + PlatformApplication.members,
            from: { PlatformApplication() }
        ) { $0.check(&$1) })

    static let routes: [PlatformRoute] = [
        .get(
            .api("applications"), "List applications", .readApplications, query: [.filter, .order, .limit, .cursor],
            gives: PlatformCollection.shape("applications", form.shape)
        ) { turn in
            let all = try await turn.services.clients.applications.all(in: turn.realm.id).map { json($0, turn) }
            return try PlatformPage.of("applications", all, turn).json(turn)
        },
        .post(
            .api("applications"), "Make an application", .changeApplications,
            .json(form, .created, changes: .administration, gives: form.shape) { turn, body in
                let settings = body.settings(replacing: nil)
                try turn.caller.check(covers: Privileges(of: settings))
                let application = Application(
                    id: turn.services.random.uuid().text, realm: turn.realm.id, settings: settings,
                    secret: secret(for: body, turn))
                try await turn.services.clients.applications.create(application)
                return json(
                    try await turn.services.clients.applications.application(application.id, in: turn.realm.id) ?? application, turn)
            }),
        .get(.api("applications/{applicationID}"), "Read an application", .readApplications, gives: form.shape) { turn in
            json(try await turn.application(), turn)
        },
        .put(
            .api("applications/{applicationID}"), "Replace an application", .changeApplications,
            .json(form, changes: .administration, gives: form.shape, replace)),
        .delete(.api("applications/{applicationID}"), "Remove an application", .changeApplications, changes: .administration) { turn in
            try await turn.services.clients.applications.delete(try await turn.application().id, in: turn.realm.id)
        },
        .get(.api("applications/{applicationID}/secret"), "Read an application's secret", .changeApplications, gives: secretShape) { turn in
            try secretJSON(try await turn.application(), turn)
        }.reading(.secret),
        .post(
            .api("applications/{applicationID}/secret"), "Give an application a new secret", .changeApplications,
            PlatformAction(mediaType: nil, body: nil, status: .ok, changes: .administration, gives: secretShape) { turn, _ in
                var application = try await turn.application()
                guard application.secret != nil else { throw PlatformError.notFound }
                application.secret = Secret(turn.services.random.token())
                try await turn.services.clients.applications.update(application)
                return .json(try secretJSON(application, turn))
            }
        ).reading(.secret),
    ]

    private static func replace(_ turn: PlatformTurn, _ body: PlatformApplication) async throws -> JSONObject {
        var application = try await turn.application()
        application.settings = body.settings(replacing: application.settings)
        try turn.caller.check(covers: Privileges(of: application.settings))
        application.secret = body.authentication == .none ? nil : application.secret ?? secret(for: body, turn)
        try await turn.services.clients.applications.update(application)
        return json(application, turn)
    }

    private static func secret(for body: PlatformApplication, _ turn: PlatformTurn) -> Secret? {
        body.authentication == .none ? nil : Secret(turn.services.random.token())
    }

    private static func json(_ application: Application, _ turn: PlatformTurn) -> JSONObject {
        var json: JSONObject = ["id": .string(application.id), "clientId": .string(application.id)]
        json["createdAt"] = application.created.map(Form<Date>.time.write)
        for member in PlatformApplication(application).json.members { json[member.name] = member.value }
        let url = url(application, turn)
        return turn.resource(
            json, at: url,
            links: [
                ("secret", url + "/secret"), ("pushCredentials", url + "/pushCredentials"),
                ("signOnPolicyAssignments", url + "/signOnPolicyAssignments"),
            ])
    }

    private static func secretJSON(_ application: Application, _ turn: PlatformTurn) throws -> JSONObject {
        guard let secret = application.secret else { throw PlatformError.notFound }
        return turn.resource(["secret": .string(secret.reveal())], at: url(application, turn) + "/secret")
    }

    private static func url(_ application: Application, _ turn: PlatformTurn) -> String { turn.url("applications/" + application.id) }

    private static let secretShape = PlatformShape.told("ApplicationSecret", [("secret", PlatformShape.text)])
}
