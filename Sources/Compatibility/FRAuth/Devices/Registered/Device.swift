/// A device of the user's that the server knows. It is coded as on the wire (`docs/protocols/step-protocol.md` 13).
public protocol Device: Codable, Sendable {
    /// The device's id at the server.
    var id: String { get }
    /// The name by which the user knows it.
    var deviceName: String { get }
    /// The kind as a part of addresses, such as `devices/2fa/oath`.
    var urlSuffix: String { get }
}

/// Devices of a kind that can be listed and removed.
public protocol ImmutableDevice<T>: Sendable {
    /// The kind.
    associatedtype T: Device
    /// The user's devices of the kind.
    /// - Throws: ``NetworkError``; ``AuthApiError`` with what the server says.
    func get() async throws -> [T]
    /// Removes a device.
    /// - Throws: ``NetworkError``; ``AuthApiError`` with what the server says.
    func delete(_ device: T) async throws
}

/// Devices of a kind that can be renamed too.
public protocol MutableDevice<T>: ImmutableDevice {
    /// Gives a device the name that ``Device/deviceName`` has. The server looks at no other member.
    /// - Throws: ``NetworkError``; ``AuthApiError`` with what the server says.
    func update(_ device: T) async throws
}
