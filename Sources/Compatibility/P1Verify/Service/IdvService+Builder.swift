import CallbackBridge
import DeviceFoundation
import DeviceMessages
public import Foundation
import Primitives
import Verification
import VerificationMessages

#if canImport(UIKit)
public import UIKit
#endif

extension IdvService {
    /// Makes an ``IdvService`` from a code, a QR code or what is saved on the device.
    ///
    /// Codes of 12 digits name no server: the app's property list has its origin as `p1v_server` and the realm's id as `p1v_realm`, or
    /// ``setService(origin:realm:)`` says both.
    public final class Builder {
        enum Source: Sendable {
            case code(String)
            case saved
        }

        private let source: Source
        private var handler: (any NotificationHandler)?
        private var push = PushSettings()
        private var application = Environment.current.properties("p1v_app_id")
        private var place: VerificationCodeText.Place?

        private init(_ source: Source) { self.source = source }

        /// A builder with the 12 digits of a code.
        public static func initWithNewConfig(for shortcode: String) -> Builder { Builder(.code(shortcode)) }
        /// A builder with the 12 digits of a code, by Android's name.
        public static func initWithNewConfigFor(_ verificationCode: String) -> Builder { Builder(.code(verificationCode)) }
        /// A builder with the text of a QR code.
        public static func initWithNewConfigFromQr(_ qrUrl: String) -> Builder { Builder(.code(qrUrl)) }
        /// A builder with the text of a QR code, as the document's example has it.
        public static func initWithNewConfigFromQr(for qrUrl: String) -> Builder { Builder(.code(qrUrl)) }
        /// A builder with the transaction that is saved on the device.
        public static func initWithSavedConfig() -> Builder { Builder(.saved) }

        /// Sets the handler of results.
        @discardableResult
        public func setNotificationHandler(_ handler: any NotificationHandler) -> Builder {
            self.handler = handler
            return self
        }

        /// Sets the token of Apple's push service.
        @discardableResult
        public func setPushNotificationToken(_ pnToken: Data) -> Builder {
            push.token = .apns(Hexadecimal.encode(pnToken))
            return self
        }

        /// Sets the token of Google's push service, as on Android.
        @discardableResult
        public func setPushNotificationToken(_ pushToken: String) -> Builder {
            push.token = .fcm(pushToken)
            return self
        }

        /// Sets whether pushes come by Apple's sandbox; false by default.
        @discardableResult
        public func setPushSandbox(_ pushSandbox: Bool) -> Builder {
            push.isSandbox = pushSandbox
            return self
        }

        /// Sets the application's client id, as on Android; by default the property list's `p1v_app_id`.
        @discardableResult
        public func setApplicationId(_ applicationId: String) -> Builder {
            application = applicationId
            return self
        }

        /// Sets the server and the realm, which the document has no call for.
        /// - Parameter origin: the scheme and the host, such as `https://id.example.com`.
        @discardableResult
        public func setService(origin: String, realm: UUID) -> Builder {
            place = VerificationCodeText.Place(origin: origin, realm: realm)
            return self
        }

        /// Makes the service: opens the sealed storage, makes the keys and begins with the code. It returns at once; `onComplete` is called on a
        /// thread of its own.
        /// - Parameter onComplete: called once, with an ``IdvError`` for a failure.
        public func create(onComplete: @escaping (Result<IdvService, any Error>) -> Void) {
            let (make, complete) = (maker(), Handoff(onComplete))
            Task.shared {
                let result: Result<IdvService, any Error>
                do { result = .success(try await make()) } catch { result = .failure(IdvError(starting: error)) }
                let told = result
                try? await Bridge.blocking { complete.value(told) }
            }
        }

        /// Makes the service as on Android, once the user was recognised by the device.
        /// - Parameters:
        ///   - owner: taken for the documented call's sake: the system's dialog needs no view of the app's.
        ///   - errorHandler: gets ``EncryptedStorageInitializationError`` where the user wasn't recognised, else ``IdvError``.
        public func create(
            _ owner: UIViewController, _ resultHandler: @escaping (IdvService) -> Void, _ errorHandler: @escaping (any Error) -> Void
        ) {
            let (make, complete, fail) = (maker(), Handoff(resultHandler), Handoff(errorHandler))
            Task.shared {
                do {
                    try await EncryptedPreferences.recognise()
                    let service = try await make()
                    try? await Bridge.blocking { complete.value(service) }
                } catch {
                    let told: any Error = error is EncryptedStorageInitializationError ? error : IdvError(starting: error)
                    try? await Bridge.blocking { fail.value(told) }
                }
            }
        }

        private func maker() -> @Sendable () async throws -> IdvService {
            let (source, handler, push, application, place) = (source, Handoff(handler), push, application, place)
            return {
                let verification = try await IdvService.open(place, application)
                switch source {
                case .code(let code): try await verification.start(code, push: push.address)
                case .saved: try await verification.resume(push: push.address)
                }
                return IdvService(verification, handler.value, push)
            }
        }
    }

    private static func open(_ place: VerificationCodeText.Place?, _ application: String?) async throws -> IdentityVerification {
        let environment = Environment.current
        guard let place = place ?? Self.place(environment) else { throw IdvError.cannotInitializeIdvService }
        let store = try environment.store()
        let device = Device(
            transport: try environment.transport(), store: store, keepsCookies: false, time: environment.time, random: environment.random)
        return try await IdentityVerification.open(
            VerificationClientConfiguration(place: place, application: application), on: device, keys: environment.keys(store),
            images: environment.images)
    }

    private static func place(_ environment: Environment) -> VerificationCodeText.Place? {
        guard let origin = environment.properties("p1v_server"),
            let realm = environment.properties("p1v_realm").flatMap(UUID.init(uuidString:))
        else { return nil }
        return VerificationCodeText.Place(origin: origin, realm: realm)
    }
}
