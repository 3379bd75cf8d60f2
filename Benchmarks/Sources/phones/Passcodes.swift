import BenchSupport
import Foundation
import OneTimePassword
import Primitives

/// Device authentications that wait for a passcode, each with one that is right and not used yet.
struct Passcodes {
    let platform: Platform

    /// Writes so many to a file, a line each: the path and the passcode. Each is of a device of its own, since a device's passcode counts once.
    func prepare(_ count: Int, file: String) async throws {
        let ready = try await inParallel(count, width: 32) { index in
            let user = try await platform.createUser("passcode\(index)")
            let device = try await platform.post(platform.api("users/\(user)/devices"), ["type": "TOTP", "status": "ACTIVE"])
            let made = try await platform.post(platform.authentications, ["user": ["id": .string(user)]])
            guard let secret = Base32.decode(try Platform.text(device, "secret")) else { throw Failure("no secret: \(device.text)") }
            return (try Platform.text(made, "id"), try TOTP(Secret(bytes: secret)))
        }
        let now = Date.now
        let lines = ready.map { "/\(platform.environment)/deviceAuthentications/\($0) \($1.code(at: now))" }
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: file))
    }
}
