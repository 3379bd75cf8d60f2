import AuthenticatorMessages
package import HTTPBase
import Hummingbird
package import JourneyEngine
package import RealmHTTP

/// The JSON endpoints of AM: `{base}/am/json/{realm}/…`.
package struct AMRoutes: Dialect {
    private static let prefixes = ContextPath.prefixes("json")
    private static let sessions = RouteFamily(prefixes, sharing: .realmOrigins, proofs: [.session], refusals: .written, refusesForms: true)
    private static let policies = RouteFamily(
        prefixes, sharing: .realmOrigins, proofs: [.session, .accessToken], refusals: .written, refusesForms: true)
    private static let authenticators = RouteFamily(
        prefixes, sharing: .realmOrigins, proofs: [.deviceKey], refusals: .written, refusesForms: true)

    private let authenticate: AuthenticateResource
    private let sessions: SessionsResource
    private let serverInfo: ServerInfoResource
    private let users: UsersResource
    private let policies: PoliciesResource
    private let push: AuthenticatorPushResource
    private let devices: UserDevicesResource
    private let profiles: DeviceProfilesResource
    private let pages: AMPages

    /// - Parameter errors: the form of errors at the addresses of AM's pages.
    package init(reader: RequestReader, engine: JourneyEngine, services: AMServices, pages errors: any ErrorForm) {
        authenticate = AuthenticateResource(reader: reader, engine: engine, services: services)
        sessions = SessionsResource(reader: reader, services: services)
        serverInfo = ServerInfoResource(reader: reader)
        users = UsersResource(reader: reader, services: services)
        policies = PoliciesResource(reader: reader, services: services)
        push = AuthenticatorPushResource(reader: reader, authenticators: services.authenticators)
        devices = UserDevicesResource(reader: reader, services: services)
        profiles = DeviceProfilesResource(reader: reader, deviceProfiles: services.deviceProfiles)
        self.pages = AMPages(reader: reader, errors: errors)
    }

    /// The routes, under each name of the context path.
    package var routes: [Route] {
        Self.sessions.routes(signIn + ownDevices)
            + Self.policies.routes([.post("policies", changes: .nothing, use: policies.act)])
            + Self.authenticators.routes([.post(PushEndpoint.path, changes: [.ownCredentials, .signIns], use: push.act)])
            + pages.routes
    }

    private var signIn: [RouteDeclaration] {
        [
            // Journeys write failed logins themselves.
            .post("authenticate", changes: .signIns, use: authenticate.authenticate).refusing(.byService),
            .post("sessions", changes: .signIns, use: sessions.act),
            .get("serverinfo/:id", use: serverInfo.read),
            .post("users", changes: .nothing, use: users.act),
            .get("users/:id", use: users.read),
        ]
    }

    private var ownDevices: [RouteDeclaration] {
        let kind = "users/:id/devices/2fa/:kind"
        let device = "users/:id/devices/2fa/:kind/:device"
        let profile = "users/:id/devices/profile"
        return [
            .get(kind, use: devices.list),
            .post(kind, changes: .ownCredentials, use: devices.act),
            .get(device, use: devices.read),
            .put(device, changes: .ownCredentials, use: devices.rename),
            .delete(device, changes: .ownCredentials, use: devices.delete),
            .get(profile, use: profiles.list),
            .put(profile + "/:device", changes: .ownData, use: profiles.rename),
            .delete(profile + "/:device", changes: .ownCredentials, use: profiles.delete),
        ]
    }
}
