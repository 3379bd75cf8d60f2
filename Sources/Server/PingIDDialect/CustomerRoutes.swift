import DialectBase
import DevicePolicies
import Hummingbird
import Services

/// The API of customers' servers, below `/pingid/v1/accounts/{account}/applications/{application}` (`docs/pingid.md`). An account
/// is a realm.
struct CustomerRoutes: Sendable {
    private static let family = RouteFamily(
        ["/pingid/v1/accounts/:accountID/applications/:applicationID"], sharing: .never, proofs: [.client], errors: CustomerErrors())

    private let reader: CustomerReader

    init(reader: RequestReader) { self.reader = CustomerReader(reader: reader) }

    var routes: [Route] { Self.family.routes(users + authentications + registrations + messaged + devices + tokens) }

    private var users: [RouteDeclaration] {
        let resource = CustomerUserResource()
        return [
            .get("", use: reader.signed(resource.application)),
            .post("users", changes: .administration, use: reader.signed(resource.add)),
            .get("users/:username", use: reader.signed(resource.read)),
            .patch("users/:username", changes: .administration, use: reader.signed(resource.change)),
            .delete("users/:username", changes: .administration, use: reader.signed(resource.remove)),
        ]
    }

    private var authentications: [RouteDeclaration] {
        let resource = CustomerAuthenticationResource()
        return [
            .post("users/:username/authentications", changes: [.signIns, .administration], use: reader.signed(resource.begin)),
            .get("users/:username/authentications/:id", use: reader.signed(resource.read)),
            .patch("users/:username/authentications/:id", changes: [.signIns, .administration], use: reader.signed(resource.take)),
            .delete("users/:username/authentications/:id", changes: .signIns, use: reader.signed(resource.cancel)),
        ]
    }

    private var registrations: [RouteDeclaration] {
        let resource = CustomerRegistrationResource()
        return [
            .post("users/:username/registrationtokens", changes: .administration, use: reader.signed(resource.begin)),
            .get("users/:username/registrationtokens/:id", use: reader.signed(resource.read)),
            .post("pairingkeys", changes: .administration, use: reader.signed(resource.makeKey)),
            .get("pairingkeys/:id", use: reader.signed(resource.readKey)),
            .post("users/:username/pairingkeys", changes: .administration, use: reader.signed(resource.makeUserKey)),
            .get("users/:username/pairingkeys/:id", use: reader.signed(resource.readUserKey)),
        ]
    }

    private var messaged: [RouteDeclaration] {
        [("smspairings", DeviceKind.sms), ("voicepairings", .voice), ("emailpairings", .email)].flatMap { name, kind in
            let resource = CustomerMessagedResource(kind: kind)
            return [
                RouteDeclaration.post("users/:username/\(name)", changes: .administration, use: reader.signed(resource.begin)),
                .patch("users/:username/\(name)/:id", changes: .administration, use: reader.signed(resource.take)),
            ]
        }
    }

    private var devices: [RouteDeclaration] {
        let resource = CustomerDeviceResource(devices: reader.reader.domain.devices)
        return [
            .get("users/:username/devices", use: reader.signed(resource.list)),
            .get("users/:username/devices/:id", use: reader.signed(resource.read)),
            .patch("users/:username/devices/:id", changes: .administration, use: reader.signed(resource.change)),
            .delete("users/:username/devices/:id", changes: .administration, use: reader.signed(resource.remove)),
            .get("users/:username/seendevices", use: reader.signed(resource.listSeen)),
            .delete("users/:username/seendevices/:id", changes: .administration, use: reader.signed(resource.forgetSeen)),
        ]
    }

    private var tokens: [RouteDeclaration] {
        let resource = CustomerTokenResource()
        return [
            .post("authenticationtokens", changes: .signIns, use: reader.signed(resource.make)),
            .get("authenticationtokens/:id", use: reader.signed(resource.read)),
            .patch("authenticationtokens/:id", changes: .signIns, use: reader.signed(resource.choose)),
            .delete("authenticationtokens/:id", changes: .signIns, use: reader.signed(resource.cancel)),
        ]
    }
}
