#if canImport(Network)
import Dispatch
import Network
import Primitives

extension RunningMachine {
    func isConnected() async -> Bool? {
        let monitor = NWPathMonitor()
        let (answers, continuation) = AsyncStream.makeStream(of: Bool.self)
        monitor.pathUpdateHandler = { continuation.yield($0.status == .satisfied) }
        monitor.start(queue: DispatchQueue(label: "DeviceProfile.network"))
        defer { monitor.cancel() }
        return await answers.first { _ in true }
    }
}
#endif
