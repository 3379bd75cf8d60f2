import FRAuth
import FRProximity
import Testing

extension Documentation {
    @Suite("Bluetooth and location")
    struct Proximity {
        init() throws { _ = try Harness() }

        @Test("the start adds the collectors that are missing, each once, and says so in the module's log")
        func start() {
            let before = FRDeviceCollector.shared.collectors
            defer { FRDeviceCollector.shared.collectors = before }
            MyCustomLogger.messages = []
            FRLog.setCustomLogger(MyCustomLogger())
            FRPLog.setLogLevel([.info])
            defer { FRPLog.setLogLevel(.none) }
            FRDeviceCollector.shared.collectors = [PlatformCollector(), BluetoothCollector()]
            FRProximity.startProximity()
            FRProximity.startProximity()
            #expect(FRDeviceCollector.shared.collectors.map(\.name) == ["platform", "bluetooth", "location"])
            #expect(MyCustomLogger.messages.count == 2 && MyCustomLogger.messages.allSatisfy { $0.hasPrefix("info ") })
        }

        @Test("the log has levels of its own")
        func log() {
            MyCustomLogger.messages = []
            FRLog.setCustomLogger(MyCustomLogger())
            FRPLog.setLogLevel([.verbose, .error])
            defer { FRPLog.setLogLevel(.none) }
            FRPLog.v("a")
            FRPLog.i("b")
            FRPLog.w("c")
            FRPLog.e("d")
            #expect(MyCustomLogger.messages == ["verbose a", "error d"])
        }
    }
}
