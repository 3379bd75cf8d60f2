import Primitives

/// The other half of `test_jose.py`: reads requests, one JSON object a line, and answers each with one line.
@main
struct JOSEPeer {
    static func main() {
        while let line = readLine() {
            print(JSONValue.object(answer(line)).text)
            flushOutput()
        }
    }

    /// The answer to a request, or an object with `error`.
    private static func answer(_ line: String) -> JSONObject {
        do { return try PeerRequest(JSONValue(parsing: line)).answer() } catch { return ["error": .string("\(error)")] }
    }
}
