import JourneyMessages
import JourneyModel
import Primitives
import Testing
import Verifications

@Suite("What nodes about verifications show", .timeLimit(.minutes(5)))
struct NodeTextTests {
    private static let kinds: [(kind: String, scan: String, waiting: String)] = [
        ("identityVerification", "message", "waitingMessage"), ("verifyEvaluation", "scanQRCodeMessage", "waitingMessage"),
        ("verifyProofing", "scanMessage", "pollWaitMessage"),
    ]

    @Test("texts are the node's, in the user's language, with the code", arguments: kinds)
    func texts(_ kind: String, _ scan: String, _ waiting: String) async throws {
        let server = try await VerifyServer()
        let settings: JSONObject = JSONObject([
            (scan, .object(["de": "Scanne {{code}}", "en": "Scan {{code}}"])), (waiting, .object(["de": "Warte", "en": "Wait there"])),
        ])
        let run = try await VerifyRun(kind, settings, on: server)
        #expect(run.message == "Scan \(try #require(run.link).suffix(12))" && run.waiting == "Wait there")
    }

    @Test("the button and the seconds between two looks are the node's")
    func own() async throws {
        let server = try await VerifyServer()
        let run = try await VerifyRun("identityVerification", ["exitMessage": "Later", "seconds": 7], on: server)
        #expect(run.buttons == ["Later"])
        #expect(run.step.callbacks.contains { $0.output("waitTime") == "7000" })
    }

    @Test("the older line's question for the way is the node's")
    func choice() async throws {
        let server = try await VerifyServer()
        let settings: JSONObject = ["userNotificationChoice": true, "deliveryMessage": "Which way?"]
        #expect(try await VerifyRun("verifyProofing", settings, on: server).message == "Which way?")
    }
}
