import Primitives

/// Fields that come from one part of a picture, each with a reason or a remark.
struct DocumentSection: Sendable {
    /// A field, its value, and what there is to know about it.
    struct Field: Sendable {
        let name: String
        let value: String
        var remarks: [String] = []

        var json: JSONObject {
            ["name": .string(name), "value": .string(value), "remarks": .array(remarks.map { .string($0) })]
        }
    }

    /// The part of the picture, such as `barcode`.
    let name: String
    /// The finding in short.
    let title: String
    var fields: [Field] = []
    /// Remarks on the whole part.
    var remarks: [String] = []

    var json: JSONObject {
        [
            "part": .string(name), "found": .string(title), "fields": .array(fields.map { .object($0.json) }),
            "remarks": .array(remarks.map { .string($0) }),
        ]
    }

    var lines: [String] {
        let width = fields.map(\.name.count).max() ?? 0
        let rows = fields.map { field in
            let padding = String(repeating: " ", count: width - field.name.count + 2)
            return "  " + field.name + padding + field.value + (field.remarks.isEmpty ? "" : "  (\(field.remarks.joined(separator: "; ")))")
        }
        return ["\(name): \(title)"] + rows + remarks.map { "  " + $0 }
    }
}
