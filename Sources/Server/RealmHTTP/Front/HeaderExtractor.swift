import HTTPTypes
import Instrumentation
import Primitives

/// Reads the place in a trace that a client has sent. A header that comes twice isn't one value, and is none.
struct HeaderExtractor: Extractor {
    func extract(key: String, from carrier: HTTPFields) -> String? { HTTPField.Name(key).flatMap { carrier[$0] } }
}
