import CommandChannel
import Crypto
import CryptoExtras
import Foundation
import Primitives
import Testing

@Suite("Activation in four trips")
struct ActivationTests {
    @Test("both sides have the same secrets, whichever the password's strength", arguments: ActivationPassword.Strength.allCases)
    func activates(_ strength: ActivationPassword.Strength) throws {
        var parties = try Parties(strength: strength)
        var activated = try parties.activate()
        #expect(activated.commands.map(\.step) == [0, 1, 2, 3, 4, 5, 6, 7])
        let application = try activated.instance.terms.application(2, [.oneTimePassword])
        let code = try activated.secrets.password.key(of: application).code(at: Parties.now).code
        #expect(try activated.instance.verify(code, application: 2, at: Parties.now) == FlowOutcome(.accepted))
        #expect(try activated.instance.verify(code, application: 2, at: Parties.now).status == .wrongPassword, "a code is good once")
        let other = try activated.secrets.device.key(of: application).code(at: Parties.now).code
        #expect(other != code)
        #expect(try activated.instance.verify(other, application: 2, at: Parties.now).status == .wrongPassword)
        #expect(try activated.instance.verify(other, application: 2, allowsWithoutPIN: true, at: Parties.now).status == .accepted)
    }

    @Test("the password is in no command, and none of them depends on it in a way that its hash shows")
    func neverSent() throws {
        var parties = try Parties()
        let activated = try parties.activate()
        let password = Array(parties.password.text.utf8)
        for command in activated.commands {
            #expect(!command.bytes.containsRun(password))
            #expect(!command.bytes.containsRun(SHA256.hash(data: password).bytes))
        }
        #expect(!parties.registration.record.containsRun(password))
    }

    @Test("a wrong password is noticed on the device, costs an attempt, and five attempts are all there are")
    func wrongPassword() throws {
        var parties = try Parties()
        let wrong = ActivationPassword(random: SeededRandom(seed: 99))
        for left in (0..<5).reversed() {
            #expect(code { _ = try parties.activate(wrong) } == .password)
            #expect(parties.registration.attemptsLeft == left)
        }
        #expect(code { _ = try parties.activate() } == .locked)
    }

    @Test("what a database has says nothing of the password without the key beside it: another key makes another server of the same record")
    func databaseReader() throws {
        var parties = try Parties()
        // The reader has the record and the right password, and still can't see that it is right.
        let guessed = ActivationServerKeys(
            pair: parties.keys.pair, root: Secret(bytes: [UInt8](repeating: 7, count: 32)), rounds: Parties.rounds)
        var copy = try ActivationRegistration(record: parties.registration.record)
        #expect(copy == parties.registration)
        let device = try DeviceActivation(parties.user, password: parties.password, random: parties.random)
        let (reply, _) = try copy.answer(device.command, keys: guessed, at: Parties.now, random: parties.random)
        #expect(code { _ = try device.evidence(reply, device: [], rounds: Parties.rounds) } == .password)
        _ = try parties.activate()
    }

    @Test("a relay that answers by itself learns nothing that a guess could be compared with: the blinded password is another each time")
    func relayAnswers() throws {
        let parties = try Parties()
        let commands = try (0..<3).map { _ in try DeviceActivation(parties.user, password: parties.password, random: SeededRandom(seed: 5))
        }
        // All but the blinded element is the same, as the generator is.
        #expect(Set(commands.map(\.command.bytes)).count == 3)
        // A server of the relay's own, with its own guess of the password, which is wrong.
        let random = SeededRandom(seed: 6)
        let own = ActivationServerKeys(
            pair: try AgreementPair(random: random), root: Secret(bytes: random.bytes(32)), rounds: Parties.rounds)
        var registration = try ActivationRegistration(
            parties.user, password: ActivationPassword(random: random), keys: own, expires: Parties.now + 900, random: random)
        let (reply, _) = try registration.answer(commands[0].command, keys: own, at: Parties.now, random: random)
        #expect(code { _ = try commands[0].evidence(reply, device: [], rounds: Parties.rounds) } == .password)
    }

    @Test("a relay that changes a bit of any command is noticed")
    func altered() throws {
        var parties = try Parties()
        let device = try DeviceActivation(parties.user, password: parties.password, random: parties.random)
        var (reply, server) = try parties.registration.answer(device.command, keys: parties.keys, at: Parties.now, random: parties.random)
        // A sample of places: the registration, the key, the evaluation, its proof, the nonce, the server's key, the seal, the ephemeral key, the code.
        for byte in [40, 60, 110, 160, 250, 290, 340, 380, 420, reply.bytes.count - 1] {
            guard let turned = reply.turned(byte * 8) else { continue }
            #expect(code { _ = try device.evidence(turned, device: [], rounds: Parties.rounds) } != nil, "byte \(byte)")
        }
        let evidence = try device.evidence(reply, device: [1, 2, 3], rounds: Parties.rounds)
        for bit in stride(from: 0, to: evidence.command.bytes.count * 8, by: 37) {
            guard let turned = evidence.command.turned(bit) else { continue }
            #expect(code { _ = try server.takeEvidence(turned, terms: parties.terms) } != nil, "bit \(bit)")
        }
        let second = try server.takeEvidence(evidence.command, terms: parties.terms).reply
        for bit in stride(from: 0, to: second.bytes.count * 8, by: 37) {
            guard let turned = second.turned(bit) else { continue }
            #expect(code { _ = try evidence.terms(turned) } != nil, "bit \(bit)")
        }
    }

    @Test("trips out of order, of another activation or of another user are refused, and change nothing")
    func order() throws {
        var parties = try Parties()
        let first = try parties.activate()
        let device = try DeviceActivation(parties.user, password: parties.password, random: parties.random)
        var (reply, server) = try parties.registration.answer(device.command, keys: parties.keys, at: Parties.now, random: parties.random)
        let before = server
        #expect(code { _ = try server.takeKeys(first.commands[4], keys: parties.keys, random: parties.random) } == .order)
        #expect(code { _ = try server.takeConfirmation(first.commands[6], at: Parties.now) } == .order)
        #expect(code { _ = try server.takeEvidence(first.commands[2], terms: parties.terms) } == .order, "another flow's")
        #expect(code { _ = try device.evidence(first.commands[1], device: [], rounds: Parties.rounds) } == .order)
        #expect(server == before)
        let evidence = try device.evidence(reply, device: [], rounds: Parties.rounds)
        #expect(code { _ = try evidence.terms(first.commands[3]) } == .order)
        let foreign = try DeviceActivation(try ChannelUser("tim", domain: "bank"), password: parties.password, random: parties.random)
        #expect(
            code { _ = try parties.registration.answer(foreign.command, keys: parties.keys, at: Parties.now, random: parties.random) }
                == .order)
        reply = try server.takeEvidence(evidence.command, terms: parties.terms).reply
        #expect(server.exchange.repeated(evidence.command) == reply, "a lost answer is given again")
        #expect(server.exchange.repeated(first.commands[2]) == nil)
    }

    @Test("keys without proof are refused")
    func possession() throws {
        var parties = try Parties()
        let device = try DeviceActivation(parties.user, password: parties.password, random: parties.random)
        var (reply, server) = try parties.registration.answer(device.command, keys: parties.keys, at: Parties.now, random: parties.random)
        let evidence = try device.evidence(reply, device: [], rounds: Parties.rounds)
        reply = try server.takeEvidence(evidence.command, terms: parties.terms).reply
        let termed = try evidence.terms(reply)
        let other = P256.Signing.PrivateKey()
        let unsigned = try termed.keys(
            signingKey: Array(parties.signing.publicKey.x963Representation),
            signature: Array(other.signature(for: termed.statement).rawRepresentation), agreementKey: parties.agreement.publicKey,
            agreed: try parties.agreement.agree(with: termed.serverKey))
        #expect(code { _ = try server.takeKeys(unsigned.command, keys: parties.keys, random: parties.random) } == .key)
        let unagreed = try termed.keys(
            signingKey: Array(parties.signing.publicKey.x963Representation),
            signature: Array(parties.signing.signature(for: termed.statement).rawRepresentation),
            agreementKey: parties.agreement.publicKey, agreed: Secret(bytes: [UInt8](repeating: 1, count: 32)))
        #expect(code { _ = try server.takeKeys(unagreed.command, keys: parties.keys, random: parties.random) } == .key)
        _ = try server.takeKeys(try parties.sendKeys(termed).command, keys: parties.keys, random: parties.random)
    }

    @Test("a registration ends by time, and a decoy answers like one that nobody can finish")
    func ends() throws {
        var parties = try Parties()
        let device = try DeviceActivation(parties.user, password: parties.password, random: parties.random)
        let late = Parties.now + 900
        #expect(
            code { _ = try parties.registration.answer(device.command, keys: parties.keys, at: late, random: parties.random) } == .expired)
        var decoy = try ActivationRegistration.decoy(parties.user, keys: parties.keys, expires: late)
        #expect(try decoy.id == ActivationRegistration.decoy(parties.user, keys: parties.keys, expires: late).id)
        let (reply, _) = try decoy.answer(device.command, keys: parties.keys, at: Parties.now, random: parties.random)
        let (real, _) = try parties.registration.answer(device.command, keys: parties.keys, at: Parties.now, random: parties.random)
        #expect(reply.bytes.count == real.bytes.count)
        #expect(code { _ = try device.evidence(reply, device: [], rounds: Parties.rounds) } == .password)
    }

    @Test("an evaluation whose proof adds up to the point at infinity is refused, and doesn't end the process")
    func infinity() throws {
        var parties = try Parties()
        let device = try DeviceActivation(parties.user, password: parties.password, random: parties.random)
        let (reply, _) = try parties.registration.answer(device.command, keys: parties.keys, at: Parties.now, random: parties.random)
        // The key 1 (so that the server's point is the generator), the challenge 1 and the response -1: s·G + c·B is no point.
        let one = [UInt8](repeating: 0, count: 47) + [1]
        let minusOne = try #require(
            Array(
                hexadecimal: "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52972"))
        let generator = try P384.KeyAgreement.PrivateKey(rawRepresentation: one).publicKey.compressedRepresentation
        var body = reply.body
        let key = 3 + 16 + 3
        body.replaceSubrange(key..<(key + 49), with: generator)
        let evaluation = key + 49 + 3
        body.replaceSubrange((evaluation + 49)..<(evaluation + 97), with: one)
        body.replaceSubrange((evaluation + 97)..<(evaluation + 145), with: minusOne)
        let bytes = Array(reply.bytes.dropLast(reply.body.count)) + body
        #expect(code { _ = try device.evidence(try CommandEnvelope(bytes: bytes), device: [], rounds: Parties.rounds) } == .key)
    }

    @Test("passwords are read as people write them, and checked before anything is sent")
    func passwords() throws {
        for seed in UInt64(0)..<50 {
            let password = ActivationPassword(seed.isMultiple(of: 2) ? .short : .long, random: SeededRandom(seed: seed))
            let text = password.text
            #expect(try ActivationPassword(text.lowercased()) == password)
            #expect(
                try ActivationPassword("\(text.prefix(4))-\(text.dropFirst(4))".replacing("0", with: "o").replacing("1", with: "l"))
                    == password)
            // One wrong character is noticed, whichever it is.
            for index in 0..<8 {
                var characters = Array(text.utf8)
                characters[index] = characters[index] == UInt8(ascii: "7") ? UInt8(ascii: "8") : UInt8(ascii: "7")
                #expect(throws: ActivationPassword.Fault.checksum) { try ActivationPassword(String(decoding: characters, as: UTF8.self)) }
            }
        }
        #expect(throws: ActivationPassword.Fault.empty) { try ActivationPassword(" - ") }
        #expect(throws: ActivationPassword.Fault.length) { try ActivationPassword("1234567890") }
        #expect(throws: ActivationPassword.Fault.checksum) { try ActivationPassword("ÄÄÄÄx") }
    }
}

extension Array<UInt8> {
    func containsRun(_ other: [UInt8]) -> Bool {
        count >= other.count && indices.dropLast(Swift.max(0, other.count - 1)).contains { self[$0...].starts(with: other) }
    }

    init?(hexadecimal text: String) {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
