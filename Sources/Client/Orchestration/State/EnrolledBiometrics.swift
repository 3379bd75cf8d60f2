import DeviceFoundation
import Primitives

/// The state of the device's biometrics when its user last proved to the server who they are: by an activation password or the right PIN.
///
/// Biometrics count in place of the PIN only while this is their state. Else a thief who knows the device's passcode would add a finger of their own.
struct EnrolledBiometrics: Sendable, Equatable {
    /// The values of the system's; nil where none are enrolled, and where the device doesn't tell.
    let biometrics, face: [UInt8]?

    /// No state.
    init() { (biometrics, face) = (nil, nil) }

    /// The state now.
    init(_ configuration: OrchestrationConfiguration) async {
        biometrics = await configuration.biometrics?.enrollment().state
        face = await configuration.face?.enrollment().state
    }
}

extension EnrolledBiometrics {
    var json: JSONValue {
        var object = JSONObject()
        object["biometrics"] = biometrics.map { .string(Base64URL.encode($0)) }
        object["face"] = face.map { .string(Base64URL.encode($0)) }
        return .object(object)
    }

    init(json: JSONValue) { (biometrics, face) = (json["biometrics"]?.bytes, json["face"]?.bytes) }
}
