import AsyncHTTPTransport
import DeviceFoundation
import DeviceMessages
import Foundation
import MFA

/// A phone of a user of its own, as an app holds it.
struct Phone: Sendable {
    static let application = "org.example.authenticator"

    let user: String
    let device: MFADevice

    /// Makes a user and pairs a phone with it.
    static func paired(_ name: String, _ platform: Platform) async throws -> Phone {
        let user = try await platform.createUser(name)
        let key = try await platform.post(platform.api("users/\(user)/pairingKeys"), [:])
        let configuration = MFAConfiguration(
            issuers: [DeviceIssuer(base: platform.base, realm: platform.environment)], app: AppDescription(id: application),
            device: DeviceDescription(platform: "linux", name: name))
        let device = try await MFADevice.open(configuration, on: Device(transport: try AsyncHTTPTransport()))
        _ = try await device.pair(with: try Platform.text(key, "code"))
        return Phone(user: user, device: device)
    }

    /// Makes so many phones, some at a time.
    static func fleet(_ count: Int, _ platform: Platform, prefix: String) async throws -> [Phone] {
        try await inParallel(count, width: 16) { try await paired("\(prefix)\($0)", platform) }
    }
}

/// Runs `action` for the numbers up to `count`, `width` at a time; the results are in no order.
func inParallel<Result: Sendable>(
    _ count: Int, width: Int, _ action: @escaping @Sendable (Int) async throws -> Result
) async throws -> [Result] {
    try await withThrowingTaskGroup(of: Result.self) { group in
        var results: [Result] = []
        for index in 0..<count {
            if index >= width, let result = try await group.next() { results.append(result) }
            group.addTask { try await action(index) }
        }
        return try await group.reduce(into: results) { $0.append($1) }
    }
}
