import ArgumentParser
import Primitives
import ScriptMessages

/// The bindings that a script expects, as the user types them.
enum ScriptGeneration: String, ExpressibleByArgument, CaseIterable {
    case legacy, next

    var value: ScriptSource.Generation { self == .legacy ? .legacy : .next }
}
