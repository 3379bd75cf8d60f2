import JourneyEngine
import JourneyModel
import Primitives

extension RequestField {
    static func copy(
        _ fields: [RequestFacts.Field], _ names: [String: String], _ delimited: [String], _ state: inout JourneyState,
        isSame: (String, String) -> Bool
    ) {
        for (name, key) in names.sorted(by: { $0.key < $1.key }) {
            var values = fields.filter { isSame($0.name, name) }.map(\.value)
            if delimited.contains(where: { isSame($0, name) }) {
                values = values.flatMap { $0.split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }.map(String.init) }
            }
            StateKey.set(key, .array(values.map(JSONValue.string)), &state)
        }
    }
}
