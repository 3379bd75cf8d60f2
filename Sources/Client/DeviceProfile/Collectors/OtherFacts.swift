public import Primitives

/// `browser`: how this app calls itself to servers.
public struct BrowserFacts: ProfileCollector {
    /// The member's name in the profile, `browser`.
    public let name = "browser"
    private let agent: String?
    private let system: any ObservedSystem

    /// - Parameter agent: the user agent; nil for one of the system's names.
    public init(agent: String? = nil) { self.init(RunningMachine(), agent: agent) }

    package init(_ system: any ObservedSystem, agent: String? = nil) {
        self.system = system
        self.agent = agent
    }

    /// Collects `userAgent`: the text that the app gave, else one of the product and the system.
    public func collect() async -> JSONObject {
        let parts = ["sysname", "release"].compactMap(system.kernel)
        return ["userAgent": .string(agent ?? "Gatehouse/1.0 (\(parts.joined(separator: " ")))")]
    }
}

/// `bluetooth`: whether there is any.
public struct BluetoothFacts: ProfileCollector {
    /// The member's name in the profile, `bluetooth`.
    public let name = "bluetooth"
    private let system: any ObservedSystem

    /// Makes a collector that looks at the machine it runs on.
    public init() { self.init(RunningMachine()) }
    package init(_ system: any ObservedSystem) { self.system = system }

    /// Collects `supported`; on Linux it is true when the kernel lists an adapter, elsewhere always.
    public func collect() async -> JSONObject {
        #if os(Linux)
        ["supported": .bool(!system.names(in: "/sys/class/bluetooth").isEmpty)]
        #else
        ["supported": true]
        #endif
    }
}

/// `network`: whether there is any but the machine's own.
public struct NetworkFacts: ProfileCollector {
    /// The member's name in the profile, `network`.
    public let name = "network"
    private let system: any ObservedSystem

    /// Makes a collector that looks at the machine it runs on.
    public init() { self.init(RunningMachine()) }
    package init(_ system: any ObservedSystem) { self.system = system }

    /// An interface of Linux without a state of its own, such as a container's, is up when it has a carrier.
    public func collect() async -> JSONObject {
        if let isConnected = await system.isConnected() { return ["connected": .bool(isConnected)] }
        let interfaces = system.names(in: "/sys/class/net").filter { $0 != "lo" }
        guard !interfaces.isEmpty else { return [:] }
        let isConnected = interfaces.contains { name in
            ["up", "unknown"].contains(system.line(of: "/sys/class/net/\(name)/operstate") ?? "down")
                && system.line(of: "/sys/class/net/\(name)/carrier") == "1"
        }
        return ["connected": .bool(isConnected)]
    }
}

/// `telephony`: nothing, unless the app brings its own: no system tells apps any more who carries their calls.
public struct TelephonyFacts: ProfileCollector {
    /// The member's name in the profile, `telephony`.
    public let name = "telephony"
    private let facts: JSONObject

    /// - Parameter facts: such as `networkCountryIso` and `carrierName`.
    public init(_ facts: JSONObject = JSONObject()) { self.facts = facts }

    /// Returns the facts that the app gave.
    public func collect() async -> JSONObject { facts }
}
