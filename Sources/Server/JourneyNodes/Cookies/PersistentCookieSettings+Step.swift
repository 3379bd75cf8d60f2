import Foundation
import JourneyEngine
import JourneyModel

extension PersistentCookieSettings {
    func plan(life: Int, ends: Date?) -> PersistentCookiePlan {
        PersistentCookiePlan(
            name: name, idleTime: idleTime, ends: ends, life: life, isSecure: isSecure, isHTTPOnly: isHTTPOnly, sameSite: sameSite)
    }
}
