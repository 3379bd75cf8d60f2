import Foundations
import JourneyMessages
package import JourneyModel
package import Primitives
import ResourceMessages

extension NodeDescription {
    /// Everything about a kind of node, with a JSON Schema for each setting.
    package var json: JSONObject {
        [
            "alias": .string(alias), "name": .string(name), "title": .string(title), "help": .string(help),
            "outcomes": .array(outcomes.map { .string($0) }), "standsOnPage": .bool(standsOnPage),
            "callbacks": .array(callbacks.map { .string($0.name) }), "reads": .array(reads.map { .string($0) }),
            "writes": .array(writes.map { .string($0) }), "secrets": .array(secrets.map { .string($0) }),
            "settings": .array(settings.map { .object($0.json) }),
        ]
    }
}

extension NodeDescription.Setting {
    package var json: JSONObject {
        [
            "setting": .string(name), "amName": amName.map { .string($0) } ?? .null, "form": .string(form.description),
            "schema": .object(form.schema), "default": initial ?? .null, "required": .bool(isRequired), "help": .string(help),
            "inert": inertness.map { .string($0) } ?? .null,
        ]
    }
}
