import DeviceFoundation
import AuthenticatorMessages
import Foundation
public import OneTimePassword
import Primitives

extension Authenticator {
    /// Adds what a QR code says: an `otpauth`, `pushauth` or `mfauth` URI. For push, the server is told of this device.
    ///
    /// All of it is added, or nothing: when the registration for push fails, or the device isn't what the issuer asks for, no trace is left.
    /// - Returns: the account, with the new mechanisms among its own.
    /// - Throws: `.uri`; `.duplicate`; `.policy`; for push `.pushDeviceMissing`, `.connectivity` and `.refused`; `.storage`.
    public nonisolated func add(_ text: String) async throws(AuthenticatorError) -> Account {
        let uri: AuthenticatorURI
        do { uri = try AuthenticatorURI(text) } catch { throw AuthenticatorError(error) }
        return try await add(uri)
    }

    /// Adds like ``add(_:)-(String)``, for a URI that has been read.
    /// - Throws: ``AuthenticatorError/Code/policy`` when the device doesn't meet a policy of the issuer;
    ///   ``AuthenticatorError/Code/storage`` when the store fails; other codes as the account is refused.
    public nonisolated func add(_ uri: AuthenticatorURI) async throws(AuthenticatorError) -> Account {
        let new = try account(of: uri)
        if let failed = await failed(new.policies) {
            throw AuthenticatorError(.policy, "this device doesn't meet the policy \(failed) of the account's issuer", subject: failed)
        }
        // Of two scans of one code, the second finds the account. Other accounts make their codes meanwhile.
        let account = try await adding.run { () async throws(AuthenticatorError) -> Account in
            _ = try await merged(new)
            if let push = uri.push, let mechanism = new.push { try await register(mechanism, by: push, userID: uri.userID) }
            return try await gate.run { () async throws(AuthenticatorError) -> Account in
                let account = try await merged(new)
                try await store.save(account)
                return account
            }
        }
        await wakeListeners()
        return account
    }

    /// Puts new mechanisms into the account that there is, if there is one.
    nonisolated func merged(_ new: Account) async throws(AuthenticatorError) -> Account {
        guard var known = try await store.account(new.id) else { return new }
        guard known.issuer == new.issuer, known.name == new.name else {
            throw AuthenticatorError(.duplicate, "the account's names make the identity of another one, \(known.id)")
        }
        for mechanism in new.mechanisms {
            guard !known.mechanisms.contains(where: { $0.type == mechanism.type }) else {
                throw AuthenticatorError(
                    .duplicate, "the account \(known.id) has a mechanism of the type \(mechanism.type) already",
                    subject: "\(known.id)-\(mechanism.type)")
            }
            known.mechanisms.append(mechanism)
        }
        known.image = new.image ?? known.image
        known.backgroundColor = new.backgroundColor ?? known.backgroundColor
        known.policies = new.policies ?? known.policies
        return known
    }

    /// Returns the account that a URI describes. An issuer or an account that has no name gets the other's, as the documented clients do
    /// it.
    nonisolated func account(of uri: AuthenticatorURI) throws(AuthenticatorError) -> Account {
        let now = device.time.now.rounded
        var account = Account(
            issuer: uri.issuer.isEmpty ? uri.account : uri.issuer, name: uri.account.isEmpty ? "Untitled" : uri.account, image: uri.image,
            backgroundColor: uri.backgroundColor, added: now)
        if let text = uri.policies {
            do { account.policies = try DevicePolicies(text) } catch { throw AuthenticatorError(.uri, error.reason, underlying: error) }
        }
        if let password = uri.password {
            let kind = Mechanism.Kind.password(
                .init(password.kind, secret: password.secret, algorithm: password.algorithm, digits: password.digits))
            account.mechanisms.append(
                Mechanism(id: newID(), added: now, kind, userID: uri.userID, resourceID: password.deviceID))
        }
        if let push = uri.push {
            let kind = Mechanism.Kind.push(
                .init(secret: push.secret, registrationURL: push.registrationURL, authenticationURL: push.authenticationURL))
            account.mechanisms.append(Mechanism(id: newID(), added: now, kind, userID: uri.userID, resourceID: push.deviceID))
        }
        return account
    }

    /// A random UUID (RFC 9562 §5.4).
    private nonisolated func newID() -> String {
        var bytes = device.random.bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
    }
}
