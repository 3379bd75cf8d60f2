import Directory
package import HTTPBase
import Primitives
import Store

/// The origins that realms share with, by their settings.
package struct RealmOrigins: OriginSharing {
    private let realms: RealmResolver

    package init(_ realms: RealmResolver) { self.realms = realms }

    /// An unreadable path or an unknown realm allows no origin.
    package func fields(sharedWith origin: String, at route: Route, _ arrival: Arrival) async throws -> SharedFields? {
        guard isShareable(origin, at: route.sharing) else { return nil }
        do {
            let settings = try await realms.realm(of: arrival.request, arrival.context(at: route)).settings
            guard settings[CrossOriginSettings.self].corsOrigins.contains(origin) else { return nil }
            return SharedFields(
                accepted: settings[CrossOriginSettings.self].corsHeaders, exposed: settings[CrossOriginSettings.self].corsExposedHeaders)
        } catch let error as DatabaseError { throw error } catch { return nil }
    }

    /// Whether an origin may be let in at a route. Any page in a sandbox has `null`, which no realm's settings let in but where a redirect
    /// is all that is told.
    private func isShareable(_ origin: String, at sharing: CrossOriginSharing) -> Bool {
        origin.utf8.elementsEqual(CrossOriginSettings.opaqueOrigin.utf8) ? sharing.mayTakeOpaqueOrigin : true
    }
}
