import CallbackBridge
import DeviceFoundation
import FRAuth
import FRCore
import Foundation
import Primitives
import RiskSignals
import Signals

/// The one instance that the documented API requires.
package enum ProtectSDK {
    private static let current = Lock<Signals?>(nil)
    static let behaviorFeed = BehaviorFeed()

    /// The started signals.
    /// - Throws: ``PingOneProtectEvaluationException`` before ``PIProtect/start(initParams:callback:)``.
    static func signals() throws -> Signals {
        guard let signals = current.withLock({ $0 }) else {
            throw PingOneProtectEvaluationException("collecting hasn't begun; call start before")
        }
        return signals
    }

    /// Stops without a trace, as the end of the process does.
    package static func stop() {
        let former = current.withLock { current in
            defer { current = nil }
            return current
        }
        if let former { Bridge.wait { await former.stop() } }
    }

    /// Starts; for an environment that is started already, the same instance continues.
    static func start(_ params: PIInitParams) async throws {
        let made = try make(params)
        let (signals, former) = current.withLock { signals -> (Signals, Signals?) in
            if let known = signals, known.configuration.issuer == made.configuration.issuer { return (known, nil) }
            defer { signals = made }
            return (made, signals)
        }
        // The feed is one instance's alone.
        await former?.stop()
        try await signals.start()
    }

    private static func make(_ params: PIInitParams) throws -> Signals {
        guard let environment = params.envId else { throw PingOneProtectInitException("envId is missing") }
        let base = try params.customHost.flatMap { $0.isEmpty ? nil : $0 } ?? StartedSDK.parts().server.base
        guard let issuer = SignalsIssuer(base: base, environment: environment) else {
            throw PingOneProtectInitException("envId or customHost makes no sense")
        }
        if params.agentIdentification { FRLog.w("Protect: agentIdentification is for browsers on a desktop; this app asks no agent") }
        if params.enableTrust {
            FRLog.w("Protect: enableTrust is for browsers; this app's signals are signed with a key of the device anyway")
        }
        var configuration = SignalsConfiguration(issuer: issuer)
        configuration.sending = .onDemand
        configuration.bufferLimit = SignalLimits.events
        configuration.collectsBehavior = params.behavioralDataCollection
        configuration.ignoredAttributes = params.deviceAttributesToIgnore ?? []
        configuration.isMetadataLazy = params.lazyMetadata
        configuration.sources = [behaviorFeed.source()]
        return Signals(configuration, on: try device(isLogging: params.consoleLogEnabled))
    }

    /// The device of the started SDK, so that its identifier is told; another one before that.
    private static func device(isLogging: Bool) throws -> DeviceFoundation.Device {
        let environment = Environment.current
        let started = try? StartedSDK.parts().device
        return DeviceFoundation.Device(
            transport: try started?.transport ?? environment.transport(.none), store: try started?.store ?? environment.store(nil),
            log: isLogging ? Log(.all) : .off, keepsCookies: false, platform: "ios", time: environment.time, random: environment.random)
    }
}
