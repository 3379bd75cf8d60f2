public import DeviceFoundation
import DeviceMessages
import Foundation
public import MFA
import Primitives

/// The phone as a second factor: pairs with users, shows requests, approves and denies them.
@MainActor
public final class PhoneModel: ExampleModel {
    /// The users whom this phone can authenticate.
    public private(set) var pairings: [MFAPairing] = []
    /// The requests that wait for the user.
    public private(set) var requests: [MFARequest] = []
    /// The passcode to type in where no push arrives.
    public private(set) var passcode: Passcode?

    private let server: ExampleServer
    private let device: Device
    private let verification: any UserVerification
    private var phone: MFADevice?
    private var listening: Task<Void, Never>?

    /// The place of the realm's identifier, which the first pairing brings.
    private static let realm = StoreKey("example", "realm")

    init(_ server: ExampleServer, on device: Device, verification: any UserVerification) {
        self.server = server
        self.device = device
        self.verification = verification
    }

    /// Opens what an earlier run of the app has left, and listens for requests.
    public func start() async {
        await perform {
            guard phone == nil, let realm = try await device.store.get(Self.realm) else { return }
            try await open(realm.reveal())
        }
    }

    /// Pairs with a user, by the address in a QR code. The app talks to its own server only.
    public func pair(with text: String) async {
        await perform {
            let key = try PairingKeyText(text)
            guard key.base == server.origin, let realm = key.realm else { throw ExampleError("the code is not of \(server.origin)") }
            if phone == nil {
                try await device.store.set(Secret(realm), for: Self.realm)
                try await open(realm)
            }
            _ = try await phone?.pair(with: text)
            pairings = try await phone?.pairings ?? []
        }
    }

    /// Approves, with the number that is shown at the sign-in, where there is one.
    public func approve(_ request: MFARequest, number: String = "") async {
        await perform {
            try await request.approve(number: Int(number))
            requests.removeAll { $0.id == request.id }
        }
    }

    /// Denies.
    public func deny(_ request: MFARequest) async {
        await perform {
            try await request.deny()
            requests.removeAll { $0.id == request.id }
        }
    }

    /// Shows a passcode.
    public func showPasscode() async { await perform { passcode = try await phone?.passcode() } }

    private func open(_ realm: String) async throws {
        var configuration = MFAConfiguration(
            issuers: [DeviceIssuer(base: server.origin, realm: realm)], app: AppDescription(id: server.bundle, version: "1.0"),
            device: DeviceDescription(platform: "iOS"), client: server.phoneClient)
        configuration.verification = verification
        let opened = try await MFADevice.open(configuration, on: device)
        phone = opened
        pairings = try await opened.pairings
        listening = Task { [weak self] in
            do {
                for try await event in opened.events { self?.take(event) }
            } catch { await self?.perform { throw error } }
        }
    }

    private func take(_ event: MFAEvent) {
        switch event {
        case .request(let request): requests.append(request)
        case .cancelled(let challenge): requests.removeAll { $0.id == challenge }
        default: return
        }
        changed()
    }

    deinit { listening?.cancel() }
}
