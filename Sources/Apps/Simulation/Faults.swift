import Primitives

/// The faults and their rates: of each message, or of each time that something is written.
package struct Faults: Sendable, Equatable {
    /// A message never arrives.
    package var lost = 0.0
    /// It arrives twice.
    package var doubled = 0.0
    /// It is late, by up to so many seconds; so messages overtake each other.
    package var delayed = 0.0
    package var longestDelay = 20.0
    /// The phone's process is killed, at a request or at a write to its store.
    package var phoneCrash = 0.0
    /// The server's process is killed at a request: before or after its effect.
    package var serverCrash = 0.0
    /// The number of seconds by which phones' clocks are wrong at most, but for a few that are wrong by minutes.
    package var skew = 0.0

    package init() {}

    package static let none = Faults()

    /// All of them.
    package static var all: Faults {
        var faults = Faults()
        faults.lost = 0.03
        faults.doubled = 0.03
        faults.delayed = 0.10
        faults.phoneCrash = 0.01
        faults.serverCrash = 0.002
        faults.skew = 20
        return faults
    }

    package static let names = ["lost", "doubled", "delayed", "crashes", "skew"]

    /// Those of some names, each as in ``all``.
    package init?(names: [String]) {
        self.init()
        for name in names {
            switch name {
            case "all": self = .all
            case "none": break
            case "lost": lost = Faults.all.lost
            case "doubled": doubled = Faults.all.doubled
            case "delayed", "reordered": delayed = Faults.all.delayed
            case "crashes": (phoneCrash, serverCrash) = (Faults.all.phoneCrash, Faults.all.serverCrash)
            case "skew": skew = Faults.all.skew
            default: return nil
            }
        }
    }
}
