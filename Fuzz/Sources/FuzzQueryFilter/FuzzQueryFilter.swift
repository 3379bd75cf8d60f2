import Primitives
import ResourceMessages

/// A query filter as a client sends it: one that is read is written so that the same is read again, its bounds hold, and it says
/// the opposite of its negation about any object.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzQueryFilter(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    guard let filter = try? QueryFilter(parsing: text) else { return 0 }
    let roomy = QueryFilterLimits(bytes: 1 << 20, depth: 64, clauses: 64)
    guard let again = try? QueryFilter(parsing: filter.description, limits: roomy) else {
        fatalError("a filter that was written is not read")
    }
    precondition(again == filter, "what is read differs from what was written")
    precondition(filter.matches(user) != QueryFilter.not(filter).matches(user), "neither a filter nor its negation holds")
    return 0
}

private let user: JSONObject = [
    "userName": "Zoë", "mail": "zoe@example.com", "age": 41, "aliasList": ["first", "second"], "preferences": ["marketing": true],
]
