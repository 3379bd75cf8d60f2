import DeviceFoundation
import FRAuth
import FRDeviceBinding
import struct FRDeviceBinding.Prompt
import Foundation
import Primitives
import ServerTesting
import Synchronization
import Testing
import Services
import Directory

/// Dialogs that a test answers.
private final class AnsweringDialogs: BindingDialogs {
    private let shown = Mutex<[String]>([])
    private let pin: String?
    private let index: Int?

    init(pin: String? = nil, index: Int? = nil) {
        self.pin = pin
        self.index = index
    }

    var texts: [String] { shown.withLock { $0 } }

    func pin(_ prompt: Prompt) async -> String? {
        shown.withLock { $0.append(prompt.title) }
        return pin
    }

    func choice(among titles: [String]) async -> Int? {
        shown.withLock { $0 = titles }
        return index
    }
}

extension Documentation {
    @Suite("Against a server: what asks where the app brings nothing of its own")
    struct LiveDialogs {
        private let harness: Harness

        init() throws {
            harness = try Harness()
            var environment = BindingEnvironment.current
            environment.application = "com.example.app"
            (environment.verification, environment.pins, environment.dialogs) = (SimulatedVerification(.fingerprint), nil, nil)
            BindingEnvironment.current = environment
        }

        private func live(_ type: DeviceBindingAuthenticationType, _ body: (BindingApp) async throws -> Void) async throws {
            try await harness.live { live in
                try await live.addBindingJourneys(type)
                try FRAuth.start(options: live.options)
                try await body(BindingApp(live: live))
            }
            BindingEnvironment.current.dialogs = nil
        }

        @Test("APPLICATION_PIN: a dialog asks for the PIN; where none can, the device is unsupported")
        func pin() async throws {
            try await live(.applicationPin) { app in
                let end1 = try await app.binding { $1.bind($0) }
                #expect(end1.outcome == "Unsupported")
                let dialogs = AnsweringDialogs(pin: "1234")
                BindingEnvironment.current.dialogs = dialogs
                let end2 = try await app.binding { $1.bind($0) }
                #expect(end2.outcome == "success")
                let end3 = try await app.signing { $1.sign($0) }
                #expect(end3.outcome == "success")
                #expect(dialogs.texts == ["Authentication required", "Authentication required"])
                BindingEnvironment.current.dialogs = AnsweringDialogs()
                let end4 = try await app.signing { $1.sign($0) }
                #expect(end4.outcome == "Abort")
            }
        }

        @Test("several keys: the user is asked, and the one that was chosen signs; nobody's is taken unasked")
        func keys() async throws {
            try await live(.none) { app in
                _ = try await app.live.server.domain.directory.users.create(
                    "other", in: app.live.realm.id,
                    passwordHash: try await app.live.server.domain.directory.hasher.hash(Secret("Ch4ng3it!")))
                _ = try await app.binding { $1.bind($0) }
                let end5 = try await app.signing("Usernameless") { $1.sign($0) }
                #expect(end5.user == "demo", "one key needs no choice")
                harness.time.advance(by: 1)
                _ = try await app.binding(as: "other") { $1.bind($0) }
                let end6 = try await app.signing("Usernameless") { $1.sign($0) }
                #expect(end6.outcome == "Abort")
                let dialogs = AnsweringDialogs(index: 1)
                BindingEnvironment.current.dialogs = dialogs
                let signed = try await app.signing("Usernameless") { $1.sign($0) }
                #expect(signed.outcome == "success" && signed.user == "demo" && dialogs.texts == ["other", "demo"])
            }
        }
    }
}
