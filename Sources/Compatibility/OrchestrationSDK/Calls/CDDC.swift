import CallbackBridge
import DeviceProfile
import Foundation
import Orchestration
import Primitives

/// The device data that need a permission, and aren't collected unless the app says so.
public enum CDDCOptionalField: String, Sendable, CaseIterable {
    /// The place.
    case geolocation
    /// Bluetooth.
    case bluetooth
    /// Wi-Fi.
    case wifi
}

/// The choices about device data.
public struct CDDCParameters: Sendable, Equatable {
    /// The number of seconds for which collected data are used again; 60 unless set.
    public var refreshInterval: Int
    /// The data that need a permission; none unless set.
    public var optionalRetrievableFields: Set<CDDCOptionalField>

    /// Makes choices.
    public init(refreshInterval: Int = 60, optionalRetrievableFields: Set<CDDCOptionalField> = []) {
        self.refreshInterval = refreshInterval
        self.optionalRetrievableFields = optionalRetrievableFields
    }
}

/// The parameters of a message with device data.
public struct CDDCMessageParameters: Sendable, Equatable {
    /// The user.
    public var user: OrchestrationUser
    /// Whether only the server can read it.
    public var encrypted: Bool
    /// The event that it belongs to.
    public var eventName: String
    /// A JSON text of the app's own.
    public var applicationData: String

    /// Makes parameters.
    public init(user: OrchestrationUser, encrypted: Bool, eventName: String, applicationData: String) {
        self.user = user
        self.encrypted = encrypted
        self.eventName = eventName
        self.applicationData = applicationData
    }
}

/// A message with device data.
public struct CDDCMessage: Sendable, Equatable {
    /// 0, or one of ``OrchestrationErrorCodes``.
    public let returnCode: Int
    /// The message; nil where there is none.
    public let cddcMessage: String?
}

/// The name that Android has for ``CDDCParameters``.
public typealias CDDCParams = CDDCParameters
/// The name that Android has for ``CDDCMessageParameters``.
public typealias CDDCMessageParams = CDDCMessageParameters

/// Takes device data that the SDK can't collect, and that the app collected with the user's permission.
public final class CDDCDataFeeder: Sendable {
    private struct State {
        var fed: JSONObject = [:]
        var used: JSONObject = [:]
        var since: Date?
    }

    private let parameters: CDDCParameters
    private let collectors: [any ProfileCollector]
    private let time: any TimeSource
    private let state = Lock(State())

    init(_ parameters: CDDCParameters, collectors: [any ProfileCollector], time: any TimeSource) {
        self.parameters = parameters
        self.collectors = collectors
        self.time = time
    }

    /// Sets the time at which the app was released, in milliseconds since 1970.
    public func setApplicationReleaseDate(_ milliseconds: Int64) { feed("applicationReleaseDate", .integer(milliseconds)) }
    /// Says whether the device is rooted.
    public func setDeviceRooted(_ isRooted: Bool) { feed("deviceRooted", .bool(isRooted)) }
    /// Says whether the app protects itself at run time.
    public func setRASPProtected(_ isProtected: Bool) { feed("raspProtected", .bool(isProtected)) }
    /// Sets the place. It is passed over unless ``CDDCParameters/optionalRetrievableFields`` has it.
    public func setGeolocation(latitude: Double, longitude: Double) {
        feed(.geolocation, ["latitude": .number(latitude), "longitude": .number(longitude)])
    }
    /// Sets the name of the Bluetooth device, under the same condition.
    public func setBluetooth(_ name: String) { feed(.bluetooth, .string(name)) }
    /// Sets the name of the Wi-Fi network, under the same condition.
    public func setWiFi(_ name: String) { feed(.wifi, .string(name)) }

    private func feed(_ field: CDDCOptionalField, _ value: JSONValue) {
        if parameters.optionalRetrievableFields.contains(field) { feed(field.rawValue, value) }
    }

    private func feed(_ name: String, _ value: JSONValue) { state.withLock { $0.fed[name] = value } }

    /// The data as they were collected last, at most the refresh interval ago: what the SDK collects and what the app fed, which counts more.
    func collected() async -> JSONObject {
        let now = time.now
        let known = state.withLock { state in
            state.since.flatMap { now < $0.addingTimeInterval(Double(parameters.refreshInterval)) ? state.used : nil }
        }
        if let known { return known }
        var profile = JSONObject()
        for collector in collectors { profile[collector.name] = .object(await collector.collect()) }
        let facts = CollectedDeviceData(profile).members
        return state.withLock { state in
            var data = facts
            for member in state.fed.members { data[member.name] = member.value }
            (state.used, state.since) = (data, now)
            return data
        }
    }
}

extension Orchestrator {
    /// A message with device data, for the app to send without a command. It waits for the store.
    public func getCDDCMessage(_ parameters: CDDCMessageParameters) -> CDDCMessage {
        let (device, feeder) = (device, feeder)
        return Bridge.wait { () -> CDDCMessage in
            let data = await feeder.collected()
            do throws(DeviceFailure) {
                let message = try await device.deviceMessage(
                    parameters.user.userIdentifier, domain: parameters.user.domain, event: parameters.eventName,
                    applicationData: parameters.applicationData, data: data, isEncrypted: parameters.encrypted)
                return CDDCMessage(returnCode: 0, cddcMessage: message)
            } catch { return CDDCMessage(returnCode: error.code.number, cddcMessage: nil) }
        }
    }
}
