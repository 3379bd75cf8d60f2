import DeviceFoundation
import Synchronization

/// A network that can be switched off while the phone is on.
final class SwitchableNetwork: HTTPTransport {
    private let network: any HTTPTransport
    private let off = Mutex(false)

    init(_ network: any HTTPTransport, isOff: Bool) {
        self.network = network
        off.withLock { $0 = isOff }
    }

    var isOff: Bool {
        get { off.withLock { $0 } }
        set { off.withLock { $0 = newValue } }
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try check()
        return try await network.send(request)
    }

    func stream(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        try check()
        return try await network.stream(request)
    }

    private func check() throws(TransportError) {
        if isOff { throw TransportError(.cannotConnect, "the phone is offline") }
    }
}
