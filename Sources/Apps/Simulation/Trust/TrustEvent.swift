internal import DeviceFoundation
internal import Foundation
internal import PingIDClient
internal import PingIDMessages
internal import Primitives

/// Something that happens to a phone or one of its users.
struct TrustEvent {
    let phone: TrustPhone
    let trust: TrustWorld

    private var dice: Dice { phone.dice }
    private var customer: SimulatedCustomer { trust.customer }

    func run() async {
        let user = phone.users[dice.pick(phone.users.count)]
        switch dice.roll() {
        case ..<0.45: await phone.signOn(user)
        case ..<0.75: await browse(user)
        case ..<0.88: await scan()
        case ..<0.92: await phone.signOn(user, isRegistration: true)
        default: await administer(user)
        }
    }

    /// A sign-on in a browser, which is sometimes taken back.
    private func browse(_ user: String) async {
        guard let answer = await customer.ask(.post, "/users/\(user)/authentications", JSONObject(), about: user),
            let id = answer["id"]?.string, let status = answer["status"]?.string
        else { return }
        trust.world.count("browser: \(status)")
        if dice.happens(0.05) {
            _ = await customer.ask(.delete, "/users/\(user)/authentications/\(id)", about: user)
            for phone in trust.phones(of: user) { phone.suffer("sign-on taken back") }
        } else if status == "OTP" {
            await phone.enterPasscode(for: id, user)
        } else if status == "IN_PROGRESS" {
            await phone.wait(for: id, user)
        }
    }

    /// A QR code that a browser shows, and that one or two phones claim.
    private func scan() async {
        let body: JSONObject = [
            "userApproval": .bool(dice.happens(0.5)), "pushVerification": .bool(dice.happens(0.5)),
            "userSelection": dice.happens(0.3) ? "WEB" : "MOBILE",
        ]
        guard let made = await customer.ask(.post, "/authenticationtokens", body), let token = made["token"]?.string,
            let id = made["id"]?.string
        else { return }
        if dice.happens(0.3) {
            let other = trust.phones[dice.pick(trust.phones.count)]
            trust.world.scheduler.after(dice.number(0...2)) { await claim(token, by: other) }
        }
        if body["userSelection"] == "WEB" {
            let user = phone.users[0]
            trust.world.scheduler.after(dice.number(3...20)) { [customer] in
                _ = await customer.ask(.patch, "/authenticationtokens/\(id)", ["username": .string(user)])
            }
        }
        await claim(token, by: phone)
        if let status = await customer.ask(.get, "/authenticationtokens/\(id)")?["status"]?.string { trust.world.count("token: \(status)") }
    }

    private func claim(_ token: String, by phone: TrustPhone) async {
        guard !phone.isUpdated else { return }
        let start = trust.world.scheduler.time.now
        do {
            let device = try await phone.device()
            let user = phone.users[0]
            trust.world.scheduler.after(1) { [trust] in await trust.push(to: user) }
            let report = try await device.validate(token: token)
            guard report.status.isAwaitedHere else { return }
            let chosen = report.users.first { $0.username == user } ?? report.users.first
            _ = try await device.selectForToken(
                UserSelection(action: phone.dice.happens(0.1) ? .deny : .approve, username: chosen?.username))
        } catch { phone.account(for: "claim", error, since: start) }
    }

    /// The customer's server changes something.
    private func administer(_ user: String) async {
        let resource = "/users/\(user)"
        guard let devices = await customer.ask(.get, resource + "/devices", about: user)?["devices"]?.array else { return }
        let id = devices.isEmpty ? nil : devices[dice.pick(devices.count)]["id"]?.string
        switch (dice.pick(3), id) {
        case (0, let id?): _ = await customer.ask(.delete, resource + "/devices/\(id)", about: user)
        case (1, let id?): _ = await customer.ask(.patch, resource + "/devices/\(id)", ["deviceRole": "Primary"], about: user)
        default:
            _ = await customer.ask(.patch, resource, ["status": "SUSPENDED"], about: user)
            await trust.world.scheduler.sleep(dice.number(10...60))
            _ = await customer.ask(.patch, resource, ["status": "ACTIVE"], about: user)
        }
        trust.world.count("administered")
    }
}
