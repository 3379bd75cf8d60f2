import DeviceRegistry
import Directory
import Foundation
import JourneyMessages
import JourneyModel
import MultiFactor
import Primitives
import Testing

@testable import JourneyEngine
import Foundations

@Suite("A state between two steps")
struct SealedStateTests {
    private static let expires = Date(timeIntervalSince1970: 1_900_000_000)

    private static var fresh: JourneyState {
        JourneyState(run: "r", expires: expires, frames: [.init(journey: "Login", fingerprint: "f")])
    }

    /// A state no property of which is as it was in the beginning.
    private static var whole: JourneyState {
        var state = JourneyState(
            run: "another", expires: expires.addingTimeInterval(60),
            frames: [.init(journey: "Login", fingerprint: "x", node: "ask"), .init(journey: "Inner", fingerprint: "y", node: "check")])
        (state.epoch, state.steps, state.authLevel, state.sessionTime, state.idleTime) = (3, 4, 5, 6, 7)
        state.restore(UUID(), showing: [.password, .sentCode], by: .cookie(since: Date(timeIntervalSince1970: 1_800_000_000)))
        (state.username, state.failed, state.isSuspended) = ("demo", [.passkey, .push], true)
        state.name(UUID(), "demo")
        state.shared = ["objectAttributes": ["mail": "demo@example.com"]]
        (state.secrets, state.sessionProperties) = (["password": Secret("Ch4ng3it!")], ["branch": "north"])
        (state.failureMessage, state.lockoutMessage, state.provenMail) = ("Not today.", "Locked.", "demo@example.com")
        state.ending = ending
        state.request = request
        return state
    }

    private static var ending: JourneyEnding {
        var ending = JourneyEnding()
        (ending.successURL, ending.failureURL, ending.errorMessage) = ("https://a.example", "https://b.example", "It can't go on.")
        (ending.successDetails, ending.failureDetails, ending.errorDetails) = (["a": 1], ["b": 2], ["c": 3])
        ending.successProperties = ["branch": "branch"]
        ending.cookies = [
            JourneyCookie(
                name: "seen", value: "1", maxAge: 60, domain: "a.example", path: "/", isSecure: true, isHTTPOnly: true, sameSite: .strict)
        ]
        ending.persistentCookie = PersistentCookiePlan(
            name: "stay", idleTime: 1, ends: expires, life: 2, isSecure: true, isHTTPOnly: false, sameSite: .lax)
        return ending
    }

    private static var request: JourneyState.Request {
        var request = JourneyState.Request(noSession: true, goto: "https://c.example", gotoOnFail: "https://d.example")
        request.upgrade = JourneyState.Upgrade(handle: "h", user: UUID(), isAnonymous: true)
        request.approval = JourneyState.Approval(transaction: "t", sessionToken: Secret("token"))
        request.payload = JourneyState.Payload(
            submitted: SubmittedPayload(reference: Secret("reference"), application: "app"), isPassed: true)
        request.application = RequestingApplication(id: "app", name: "An app")
        request.passkeys = .securityKeyOnly
        return request
    }

    @Test("keeps each of its properties")
    func properties() throws {
        let whole = Self.whole
        let read = try #require(JourneyState(json: .object(whole.json), expires: whole.expires))
        #expect(read == whole)
    }

    @Test("is tested with all that it has: a new property differs from the beginning in this test too")
    func complete() {
        let pairs: [(Any, Any)] = [(Self.whole, Self.fresh), (Self.ending, JourneyEnding()), (Self.request, JourneyState.Request())]
        for (whole, fresh) in pairs {
            for (property, beginning) in zip(Mirror(reflecting: whole).children, Mirror(reflecting: fresh).children) {
                #expect(String(describing: property.value) != String(describing: beginning.value), "\(property.label ?? "")")
            }
        }
    }
}
