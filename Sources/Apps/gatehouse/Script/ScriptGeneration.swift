import ArgumentParser
import Primitives
import ScriptMessages

/// Which bindings a script expects, as somebody types it.
enum ScriptGeneration: String, ExpressibleByArgument, CaseIterable {
    case legacy, next

    var value: ScriptSource.Generation { self == .legacy ? .legacy : .next }
}
