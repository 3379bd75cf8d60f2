import HTTPBase
import Primitives
import ResourceMessages

extension Renaming {
    /// A span of time: `{"duration": 30, "timeUnit": "SECONDS"}`. Spans with other bounds have other names in the document.
    static func span(_ name: String) -> Renaming { Renaming(name, ["count": "duration", "unit": "timeUnit"]) }
}

extension Form {
    /// A value as the platform writes it.
    func json(_ value: Value) -> JSONObject { write(value).object ?? JSONObject() }
}
