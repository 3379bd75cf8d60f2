import Foundation
import OneTimePassword
import Primitives

/// The other half of `test_otp.py`: reads requests, one JSON object a line, and answers each with one line.
///
/// A request has `op` (`code` or `verify`), `secret` in Base32, `algorithm`, `digits`, and either `period` and `time` or `counter`; to verify,
/// `code` and `window` as well. A request with `uri` takes all but time and counter from there.
@main
struct OTPPeer {
    static func main() {
        while let line = readLine() {
            print(JSONValue.object(answer(line)).text)
            fflush(nil)
        }
    }

    /// The answer to a request, or an object with `error`.
    private static func answer(_ line: String) -> JSONObject {
        do { return try OTPRequest(JSONValue(parsing: line)).answer() } catch { return ["error": .string("\(error)")] }
    }
}
