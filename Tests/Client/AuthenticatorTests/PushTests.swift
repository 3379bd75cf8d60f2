import Authenticator
import AuthenticatorTesting
import AuthenticatorMessages
import DeviceFoundation
import Foundation
import Primitives
import Testing

@Suite("Push accounts")
struct PushTests {
    @Test("a combined code makes both mechanisms of one scan, and the server knows the device")
    func combined() async throws {
        let phone = Phone()
        let account = try await phone.open().add(phone.server.code(withPassword: true))
        #expect(account.mechanisms.map(\.type) == ["totp", "push"] && account.push?.resourceID == "device-7")
        #expect(phone.server.known[try #require(account.push).id]?.device == Phone.pushDevice)
        let request = try #require(phone.server.requests.first)
        #expect(request.headers["Cookie"] == "amlbcookie=01" && request.headers["Accept-API-Version"] == "resource=1.0, protocol=1.0")
        #expect(request.url.query() == "_action=register")
    }

    @Test("when the registration fails nothing is added, and the same code may be scanned again")
    func failedRegistration() async throws {
        let phone = Phone()
        let authenticator = try await phone.open()
        let code = try phone.server.code(withPassword: true)
        phone.server.fail(TransportError(.cannotConnect, "the network is down"))
        await #expect(throws: AuthenticatorError(.connectivity, "")) { try await authenticator.add(code) }
        #expect(try await authenticator.accounts.isEmpty)
        phone.server.fail(nil)
        _ = try await authenticator.add(code)
        // The server takes a code once.
        try await authenticator.remove("Example-ada")
        await #expect(throws: AuthenticatorError(.refused, "")) { try await authenticator.add(code) }
    }

    @Test("without an address for pushes there is no registration")
    func noAddress() async throws {
        var phone = Phone()
        phone.configuration.pushDevice = nil
        let authenticator = try await phone.open()
        await #expect(throws: AuthenticatorError(.pushDeviceMissing, "")) { try await authenticator.add(phone.server.code()) }
        try await authenticator.setPushDevice(Phone.pushDevice)
        _ = try await authenticator.add(phone.server.code())
    }

    @Test("approved and denied, the server has it; a second answer is none", arguments: [true, false])
    func answers(isApproved: Bool) async throws {
        let phone = Phone()
        let (authenticator, notification) = try await phone.asked()
        #expect(notification.message == "Sign in?" && notification.context?.address == "203.0.113.7" && notification.answer == nil)
        if isApproved { try await authenticator.approve(notification.id) } else { try await authenticator.deny(notification.id) }
        let answer = try #require(phone.server.answers[notification.messageID])
        #expect(answer.isDenied == !isApproved && answer.number == nil)
        #expect(try await authenticator.notification(notification.id).answer == (isApproved ? .approved : .denied))
        await #expect(throws: AuthenticatorError(.answered, "")) { try await authenticator.deny(notification.id) }
        #expect(phone.server.requests.last?.headers["Cookie"] == "amlbcookie=01")
    }

    @Test("a number challenge takes one of its numbers, and sends it")
    func number() async throws {
        let phone = Phone()
        let (authenticator, notification) = try await phone.asked(.challenge, numbers: ["34", "56", "02"])
        await #expect(throws: AuthenticatorError(.number, "")) { try await authenticator.approve(notification.id) }
        await #expect(throws: AuthenticatorError(.number, "")) { try await authenticator.approve(notification.id, number: "2") }
        try await authenticator.approve(notification.id, number: "02")
        #expect(phone.server.answers[notification.messageID]?.number == "02")
    }

    @Test("a biometric push asks the user of the device, and is denied without")
    func biometric() async throws {
        var phone = Phone()
        phone.configuration.verification = SimulatedVerification(nil)
        let (authenticator, notification) = try await phone.asked(.biometric)
        await #expect(throws: AuthenticatorError(.userVerification, "")) { try await authenticator.approve(notification.id) }
        #expect(phone.server.answers.isEmpty)
        phone.configuration.verification = nil
        await #expect(throws: AuthenticatorError(.userVerification, "")) { try await phone.open().approve(notification.id) }
        phone.configuration.verification = SimulatedVerification(.fingerprint)
        try await phone.open().approve(notification.id)
        #expect(phone.server.answers.count == 1)
    }

    @Test("too late is too late, and the network's failure may be repeated")
    func late() async throws {
        let phone = Phone()
        let (authenticator, notification) = try await phone.asked()
        phone.server.fail(TransportError(.timedOut, "no answer"))
        await #expect(throws: AuthenticatorError(.connectivity, "")) { try await authenticator.approve(notification.id) }
        phone.server.fail(nil)
        phone.time.advance(by: 120)
        await #expect(throws: AuthenticatorError(.expired, "")) { try await authenticator.approve(notification.id) }
        phone.time.advance(by: -1)
        try await authenticator.approve(notification.id)
    }

    @Test("a push that comes twice is one; one of another secret, mechanism or kind is none")
    func receiving() async throws {
        let phone = Phone()
        let authenticator = try await phone.open()
        _ = try await authenticator.add(phone.server.code())
        let delivered = try phone.server.push(at: phone.time.now, userID: "user-7")
        let first = try await authenticator.receive(delivered)
        #expect(try await authenticator.receive(delivered) == first)
        #expect(try await authenticator.storedNotifications.count == 1)
        #expect(try await authenticator.accounts[0].push?.userID == "user-7")
        #expect(try await authenticator.receive(["gh": "somebody else's"]) == nil)
        let forged = PushRequest(mechanismID: try #require(first).mechanism, challenge: [1])
        for token in [
            try forged.signed(with: Secret("0123456789abcdef0123456789abcdef")), "a.b.c",
            try PushRequest(mechanismID: "other", challenge: [1]).signed(with: Secret("0123456789abcdef0123456789abcdef")),
        ] {
            await #expect(throws: AuthenticatorError(.unrecognizedPush, "")) {
                try await authenticator.receive(PushDelivery(messageID: "AUTHENTICATE:1", token: token))
            }
        }
    }

    @Test("a new device token goes to every server, and is tried again where it couldn't")
    func deviceToken() async throws {
        let phone = Phone()
        let authenticator = try await phone.open()
        let account = try await authenticator.add(phone.server.code())
        let id = try #require(account.push).id
        let new = PushDevice(token: "BEEF", name: "Ada's phone", type: "ios", carrier: .apns)
        phone.server.fail(TransportError(.cannotConnect, "the network is down"))
        #expect(try await authenticator.setPushDevice(new)[id]?.code == .connectivity)
        phone.server.fail(nil)
        #expect(phone.server.known[id]?.device.token == "0AFF")
        #expect(try await phone.open().refreshPushDevice().isEmpty)
        #expect(phone.server.known[id]?.device == new)
        let count = phone.server.requests.count
        #expect(try await authenticator.setPushDevice(new).isEmpty && phone.server.requests.count == count)
    }

    @Test("the server's own push service: what waits comes first, then what comes")
    func listening() async throws {
        var phone = Phone()
        phone.configuration.pushDevice = PushDevice(token: "none", name: "Phone", type: "linux", carrier: .builtIn)
        let authenticator = try await phone.open()
        _ = try await authenticator.add(phone.server.code())
        let first = try await authenticator.receive(phone.server.push(at: phone.time.now))
        phone.server.queue(try phone.server.push(at: phone.time.now.addingTimeInterval(1)))
        var seen: [PushNotification] = []
        for try await notification in authenticator.notifications {
            seen.append(notification)
            if seen.count == 2 { break }
        }
        #expect(seen[0] == first && seen[1].added > seen[0].added)
    }
}
