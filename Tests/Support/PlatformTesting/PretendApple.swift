import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Primitives
import ServerTesting
import Synchronization
import Messaging
import Services
import Directory

/// Apple's push service on loopback, as far as a server sees it; what it takes, an app's process gets as the system would hand it over.
package final class PretendApple: Sendable {
    /// A notification that the service took.
    package struct Delivery: Sendable {
        package let token: String
        package let isBackground: Bool
        package let body: [UInt8]

        /// As an app delegate gets it.
        package var userInfo: [AnyHashable: Any] {
            (try? JSONSerialization.jsonObject(with: Data(body)) as? [AnyHashable: Any]) ?? [:]
        }
    }

    private struct State {
        var deliveries: [Delivery] = []
        var refusal: (status: Int, reason: String)?
    }

    private let port: Int
    private let state = Mutex(State())

    private init(port: Int) { self.port = port }

    /// What the server must be told: where the service is.
    package var settings: [String: String] {
        ["push-apns": "http://127.0.0.1:\(port)", "push-apns-sandbox": "http://127.0.0.1:\(port)"]
    }

    /// Runs `body` while it listens.
    package static func run(_ body: (PretendApple) async throws -> Void) async throws {
        let apple = PretendApple(port: try await FreePort.find())
        let router = Router()
        router.post("3/device/:token") { request, context in
            let content = try await request.body.collect(upTo: 16 << 10)
            return apple.take(
                Delivery(
                    token: try context.parameters.require("token"),
                    isBackground: request.headers.first { $0.name.canonicalName == "apns-push-type" }?.value == "background",
                    body: Array(content.readableBytesView)))
        }
        let (started, continuation) = AsyncStream<Void>.makeStream()
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: apple.port)),
            onServerRunning: { _ in continuation.finish() }, logger: Logger(label: "apple") { _ in SwiftLogNoOpLogHandler() })
        let listening = Task { try await application.runService(gracefulShutdownSignals: []) }
        for await _ in started {}
        do { try await body(apple) } catch {
            listening.cancel()
            throw error
        }
        listening.cancel()
        _ = await listening.result
    }

    /// Refuses from now on; nil takes everything again.
    package func refuse(_ status: Int?, _ reason: String = "") {
        state.withLock { $0.refusal = status.map { ($0, reason) } }
    }

    /// The next notification that the person is shown, or the next in the background.
    package func next(inBackground: Bool = false) async throws -> Delivery {
        while true {
            let found = state.withLock { state in
                state.deliveries.firstIndex { $0.isBackground == inBackground }.map { state.deliveries.remove(at: $0) }
            }
            if let found { return found }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    private func take(_ delivery: Delivery) -> Response {
        let refusal = state.withLock { state in
            if state.refusal == nil { state.deliveries.append(delivery) }
            return state.refusal
        }
        guard let refusal else { return Response(status: .ok) }
        let body = JSONValue.object(["reason": .string(refusal.reason)]).text
        return Response(status: .init(code: refusal.status), body: ResponseBody(byteBuffer: ByteBuffer(string: body)))
    }
}

extension PlatformServer {
    /// Gives the application credentials for Apple's service.
    package func addAppleCredentials() async throws {
        let key = try APNsKey(keyID: "ABC123DEFG", teamID: "DEF123GHIJ", token: Secret(Self.p8))
        _ = try await server.domain.messaging.pushCredentials.create(.apns(key), of: Self.application, in: realm.id)
    }

    /// A key that is good for nothing else.
    private static let p8 = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtIOZi54Qz3wD8LIB
        n7DgFHPBgu+QihJCTFU+zpzR5wGhRANCAAQ5VlU3hKFQJpC3L66mpAY59KfdaTKH
        SRA41fOWAD0FaDr0K6KC64TegYyCtZHjr9reKrVIRlrgn4SKdfUZ3r+3
        -----END PRIVATE KEY-----

        """
}
