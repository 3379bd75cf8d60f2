import Foundation
import Primitives

/// The other half of `test_claims.py` and `test_transparency_log.py`: reads requests, one JSON object a line, and answers each with one line.
@main
struct ClaimsPeer {
    static func main() {
        while let line = readLine() {
            print(JSONValue.object(answer(line)).text)
            fflush(nil)
        }
    }

    /// The answer to a request, or an object with `error`.
    private static func answer(_ line: String) -> JSONObject {
        do { return try ClaimsRequest(JSONValue(parsing: line)).answer() } catch { return ["error": .string("\(error)")] }
    }
}
