import Foundation
import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages
import Store
import DevicePolicies
import Directory

/// `/templates` and their contents (`docs/protocols/platform.md` 2.13): what notifications say.
enum NotificationTemplateResource {
    private static let form = Form<NotificationContent>.resource(.object.renamed(.notificationContent))
    private static let template = "templates/{templateName}"
    private static let contents = template + "/contents"
    private static let one = contents + "/{contentID}"

    static let routes: [PlatformRoute] = [
        .get(
            .api("templates"), "List the notification templates", .readConfiguration, query: [.filter, .order, .limit, .cursor],
            gives: PlatformCollection.shape("templates", shape)
        ) { turn in
            try PlatformPage.of("templates", NotificationTemplate.allCases.map { json($0, turn) }, turn).json(turn)
        },
        .get(.api(template), "Read a notification template", .readConfiguration, gives: shape) { json(try name($0), $0) },
        .get(
            .api(contents), "List the contents of a notification template", .readConfiguration,
            query: [.filter, .order, .limit, .cursor], gives: PlatformCollection.shape("contents", form.shape)
        ) { turn in
            let template = try name(turn)
            let all = try await turn.services.factors.devicePolicies.notificationContents.all(of: template, in: turn.realm.id)
            return try PlatformPage.of("contents", all.map { json($0, of: template, turn) }, turn).json(turn)
        },
        .post(
            .api(contents), "Add a content to a notification template", .changeConfiguration,
            .json(form, .created, changes: .administration, gives: form.shape) { turn, content in
                let template = try name(turn)
                let made = try await turn.services.factors.devicePolicies.notificationContents.create(
                    content, of: template, in: turn.realm.id)
                return json(made, of: template, turn)
            }),
        .get(.api(one), "Read a content of a notification template", .readConfiguration, gives: form.shape) { turn in
            let (template, id) = (try name(turn), try turn.id("contentID"))
            guard
                let content = try await turn.services.factors.devicePolicies.notificationContents.content(
                    id, of: template, in: turn.realm.id)
            else {
                throw PlatformError.notFound
            }
            return json(content, of: template, turn)
        },
        .put(
            .api(one), "Replace a content of a notification template", .changeConfiguration,
            .json(form, changes: .administration, gives: form.shape) { turn, content in
                let template = try name(turn)
                var replaced = content
                replaced.id = try turn.id("contentID")
                let changed = try await turn.services.factors.devicePolicies.notificationContents.replace(
                    replaced, of: template, in: turn.realm.id)
                return json(changed, of: template, turn)
            }),
        .delete(.api(one), "Remove a content of a notification template", .changeConfiguration, changes: .administration) { turn in
            let (template, id) = (try name(turn), try turn.id("contentID"))
            try await turn.services.factors.devicePolicies.notificationContents.delete(id, of: template, in: turn.realm.id)
        },
    ]

    /// The template that the path names.
    /// - Throws: a 404; a 400 for one of the platform's that nothing of this server sends.
    private static func name(_ turn: PlatformTurn) throws -> NotificationTemplate {
        let name = turn.parameters["templateName"] ?? ""
        if let template = NotificationTemplate(exactly: name) { return template }
        guard NotificationTemplate.idle.contains(name) else { throw PlatformError.notFound }
        throw ShapeError(
            .invalid, at: "templateName", "nothing sends messages of the template \(name) here; a text for it would do nothing")
    }

    private static func json(_ template: NotificationTemplate, _ turn: PlatformTurn) -> JSONObject {
        let json: JSONObject = [
            "id": .string(template.rawValue), "displayName": .string(template.title),
            "deliveryMethods": .array(template.methods.map { .string($0.rawValue) }),
            "variables": .array(template.variables.map(JSONValue.string)),
        ]
        let url = turn.url("templates/\(template.rawValue)")
        return turn.resource(json, at: url, links: [("contents", url + "/contents")])
    }

    private static func json(_ content: NotificationContent, of template: NotificationTemplate, _ turn: PlatformTurn) -> JSONObject {
        let url = turn.url("templates/\(template.rawValue)")
        return turn.resource(form.json(content), at: "\(url)/contents/\(content.id.text)", links: [("template", url)])
    }

    private static let shape = PlatformShape.told(
        "NotificationTemplate",
        [
            ("displayName", PlatformShape.text),
            ("deliveryMethods", .list(.choice(DeliveryMethod.allCases.map(\.rawValue)), count: 1...4)),
            ("variables", .list(PlatformShape.text, count: 0...32)),
        ])
}
