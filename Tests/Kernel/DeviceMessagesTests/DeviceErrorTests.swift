import DeviceMessages
import Foundation
import Primitives
import Testing

@Suite("Errors of the device protocol")
struct DeviceErrorTests {
    @Test(
        "have a status and the number that the documented SDK gives",
        arguments: [
            (DeviceError.Code.pairingKey, 404, 10_005), (.application, 403, 10_006), (.notPaired, 410, 10_008), (.expired, 410, 10_009),
            (.authenticationCode, 404, 10_011), (.policy, 403, 10_012), (.deviceMismatch, 403, 10_023), (.alreadyDecided, 409, 10_020),
            (.server, 500, 10_003), (.rateLimited, 429, 10_003), (DeviceError.Code(rawValue: "tomorrow's"), 400, 10_003),
        ])
    func numbers(code: DeviceError.Code, status: Int, number: Int) {
        let error = DeviceError(code, "why")
        #expect(error.status == status && error.documentedNumber == number)
    }

    @Test("go out and come back; another body is none")
    func wire() throws {
        let error = DeviceError(.clockSkew, "off", details: ["serverTime": 1])
        let read = try #require(DeviceError(json: error.json))
        #expect(read.code == error.code && read.message == "off" && read.details == error.details)
        #expect(error.json == ["code": "clock_skew", "message": "off", "details": ["serverTime": 1]])
        #expect(DeviceError(json: ["error": "x"]) == nil)
    }

    @Test("the server's time is told by a refusal for the clock alone, and only between 1970 and the year 9999")
    func serverTime() {
        let details: JSONObject = ["serverTime": 1_763_700_000]
        #expect(DeviceError(.clockSkew, "off", details: details).serverTime == Date(timeIntervalSince1970: 1_763_700_000))
        #expect(DeviceError(.replayed, "old", details: details).serverTime == nil && DeviceError(.clockSkew, "off").serverTime == nil)
        for time in [.number(1e300), -1, 253_402_300_800, "now", .null, .number(1.5)] as [JSONValue] {
            #expect(DeviceError(.clockSkew, "off", details: ["serverTime": time]).serverTime == nil)
        }
    }
}
