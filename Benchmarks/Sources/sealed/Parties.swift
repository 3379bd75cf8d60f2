import CommandChannel
import Crypto
import Foundation
import Primitives

/// A device and its server, both of the kernel alone.
struct Parties {
    let random = SystemRandom()
    let keys: ActivationServerKeys
    let user: ChannelUser
    let terms: ActivationTerms
    let now = Date(timeIntervalSince1970: 1_767_225_600)

    init() throws {
        keys = ActivationServerKeys(pair: try AgreementPair(random: random), root: Secret(bytes: random.bytes(32)))
        user = try ChannelUser("tom", domain: "bank")
        terms = try ActivationTerms(serial: "GTH0000001", time: now)
    }

    /// An activation, with the processor time that each side took for it, in milliseconds.
    struct Activated {
        var instance: ServerInstance
        let secrets: InstanceSecrets
        var device = 0.0
        var server = 0.0
    }

    func activate() throws -> Activated {
        var (device, server) = (0.0, 0.0)
        func measured<Value>(_ side: inout Double, _ body: () throws -> Value) rethrows -> Value {
            let begun = threadMicroseconds()
            defer { side += (threadMicroseconds() - begun) / 1e3 }
            return try body()
        }
        let password = ActivationPassword(random: random)
        var registration = try measured(&server) {
            try ActivationRegistration(user, password: password, keys: keys, expires: now.addingTimeInterval(900), random: random)
        }
        let start = try measured(&device) { try DeviceActivation(user, password: password, random: random) }
        var (first, session) = try measured(&server) {
            try registration.answer(start.command, keys: keys, at: now, random: random)
        }
        let evidence = try measured(&device) { try start.evidence(first, device: Array("{}".utf8)) }
        first = try measured(&server) { try session.takeEvidence(evidence.command, terms: terms).reply }
        let sent = try measured(&device) {
            let termed = try evidence.terms(first)
            let (signing, agreement) = (P256.Signing.PrivateKey(), try AgreementPair(random: random))
            return try termed.keys(
                signingKey: Array(signing.publicKey.x963Representation),
                signature: Array(signing.signature(for: termed.statement).rawRepresentation), agreementKey: agreement.publicKey,
                agreed: try agreement.agree(with: termed.serverKey))
        }
        let third = try measured(&server) { try session.takeKeys(sent.command, keys: keys, random: random) }
        let keyed = try measured(&device) { try sent.confirmed(third) }
        var (command, waiting) = try measured(&device) { try keyed.confirmation() }
        let end = try measured(&server) { try session.takeConfirmation(command, at: now) }
        command = end.0
        _ = try measured(&device) { try waiting.open(command, kind: .activationConfirmation) }
        return Activated(instance: end.1, secrets: keyed.secrets, device: device, server: server)
    }
}
