package import Foundation
package import JourneyMessages
package import Primitives
import Store

/// A device as a user has had it saved, to be recognised by.
package struct DeviceProfile: Sendable, Equatable {
    /// The device's own identifier, unique among the user's.
    package let identifier: String
    /// The user's name for it.
    package var alias: String
    /// The properties of the device as its app collected them.
    package var metadata: JSONObject
    /// The place of the device when it was saved; nil when it isn't known.
    package var location: DeviceProfileDocument.Location?
    /// The time of creation.
    package let created: Date
    /// The time when it was last saved.
    package var selected: Date

    /// The profile as scripts and AM's endpoints have it (`docs/protocols/step-protocol.md` 13).
    package var json: JSONObject {
        var json: JSONObject = [
            "identifier": .string(identifier), "alias": .string(alias), "metadata": .object(metadata),
            "lastSelectedDate": .integer(selected.millisecondsSince1970), "recoveryCodes": [],
        ]
        json["location"] = location?.json
        return json
    }
}

extension DeviceProfile {
    init(_ row: Row) throws {
        identifier = try row.text("identifier")
        alias = try row.text("alias")
        metadata = try JSONValue(parsing: try row.text("metadata"), limits: .own()).object ?? [:]
        location = try row.optionalText("location").flatMap {
            DeviceProfileDocument.Location(json: try JSONValue(parsing: $0, limits: .own()))
        }
        created = try row.date("created")
        selected = try row.date("selected")
    }
}
