import AuthenticatorMessages
import Hummingbird
import JourneyEngine

/// The JSON endpoints of AM: `{base}/am/json/{realm}/…`.
struct AMRoutes: Sendable {
    private let authenticate: AuthenticateResource
    private let sessions: SessionsResource
    private let serverInfo: ServerInfoResource
    private let users: UsersResource
    private let policies: PoliciesResource
    private let push: AuthenticatorPushResource
    private let devices: UserDevicesResource
    private let profiles: DeviceProfilesResource

    init(reader: RequestReader, engine: JourneyEngine) {
        authenticate = AuthenticateResource(reader: reader, engine: engine)
        sessions = SessionsResource(reader: reader)
        serverInfo = ServerInfoResource(reader: reader)
        users = UsersResource(reader: reader)
        policies = PoliciesResource(reader: reader)
        push = AuthenticatorPushResource(reader: reader)
        devices = UserDevicesResource(reader: reader)
        profiles = DeviceProfilesResource(reader: reader)
    }

    /// Adds the routes under each name of the context path.
    func add(to router: some RouterMethods<GatehouseContext>) {
        for context in ContextPath.names {
            let json = router.group("\(context)/json").add(middleware: CrossSiteFilter())
            json.realms(under: "", add: addResources)
        }
    }

    private func addResources(to realm: RouterGroup<GatehouseContext>) {
        realm.post("authenticate", use: authenticate.authenticate)
        realm.post("sessions", use: sessions.act)
        realm.get("serverinfo/:id", use: serverInfo.read)
        realm.post("policies", use: policies.act)
        realm.post("users", use: users.act)
        realm.get("users/:id", use: users.read)
        realm.post("\(RouterPath(PushEndpoint.path))", use: push.act)
        realm.get("users/:id/devices/2fa/:kind", use: devices.list)
        realm.post("users/:id/devices/2fa/:kind", use: devices.act)
        realm.get("users/:id/devices/2fa/:kind/:device", use: devices.read)
        realm.put("users/:id/devices/2fa/:kind/:device", use: devices.rename)
        realm.delete("users/:id/devices/2fa/:kind/:device", use: devices.delete)
        realm.get("users/:id/devices/profile", use: profiles.list)
        realm.put("users/:id/devices/profile/:device", use: profiles.rename)
        realm.delete("users/:id/devices/profile/:device", use: profiles.delete)
    }
}
