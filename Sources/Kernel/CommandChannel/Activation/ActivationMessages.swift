import Primitives

/// The body of the first command: who wants to be activated, with the password blinded.
struct ActivationStart: Equatable {
    let user: ChannelUser
    let blinded: [UInt8]
    let ephemeral: [UInt8]

    var bytes: [UInt8] {
        var fields = FieldWriter()
        fields.add(1, text: user.name)
        fields.add(2, text: user.domain)
        fields.add(3, blinded)
        fields.add(4, ephemeral)
        return fields.bytes
    }
}

extension ActivationStart {
    init(_ bytes: [UInt8]) throws(CommandError) {
        let fields = try FieldReader(bytes, tags: 1...4)
        user = try ChannelUser(fields, name: 1, domain: 2)
        blinded = try fields.bytes(3, exactly: BlindEvaluation.blindedLength)
        ephemeral = try fields.bytes(4, exactly: 65)
    }
}

/// The body of the first answer. Nothing in it can be compared with a guess of the password, unless the server evaluates that guess.
struct ActivationAnswer: Equatable {
    let registration: [UInt8]
    let evaluationKey: [UInt8]
    let evaluation: [UInt8]
    let nonce: [UInt8]
    let serverKey: [UInt8]
    let seal: [UInt8]
    let ephemeral: [UInt8]
    var code: [UInt8] = []

    /// The members before the code.
    var covered: [UInt8] { fields.bytes }

    var bytes: [UInt8] {
        var fields = fields
        fields.add(8, code)
        return fields.bytes
    }

    private var fields: FieldWriter {
        var fields = FieldWriter()
        for (tag, value) in [registration, evaluationKey, evaluation, nonce, serverKey, seal, ephemeral].enumerated() {
            fields.add(UInt8(tag + 1), value)
        }
        return fields
    }
}

extension ActivationAnswer {
    init(_ bytes: [UInt8]) throws(CommandError) {
        let fields = try FieldReader(bytes, tags: 1...8)
        registration = try fields.bytes(1, exactly: 16)
        evaluationKey = try fields.bytes(2, exactly: BlindEvaluation.keyLength)
        evaluation = try fields.bytes(3, exactly: BlindEvaluation.evaluationLength)
        nonce = try fields.bytes(4, exactly: 32)
        serverKey = try fields.bytes(5, exactly: 65)
        seal = try fields.bytes(6, exactly: 32)
        ephemeral = try fields.bytes(7, exactly: 65)
        code = try fields.bytes(8, exactly: 32)
    }
}

/// The second command: shows that the device has the password, and describes the device.
struct ActivationEvidence: Equatable {
    static let longestDescription = 8_192
    let code: [UInt8]
    let device: [UInt8]

    var bytes: [UInt8] {
        var fields = FieldWriter()
        fields.add(1, code)
        fields.add(2, device)
        return fields.bytes
    }
}

extension ActivationEvidence {
    init(_ bytes: [UInt8]) throws(CommandError) {
        let fields = try FieldReader(bytes, tags: 1...2)
        code = try fields.bytes(1, exactly: 32)
        device = try fields.bytes(2, Self.longestDescription)
    }
}

/// The third command: the device's public keys, with a proof for each.
struct ActivationDevice: Equatable {
    let signingKey: [UInt8]
    let agreementKey: [UInt8]
    let signature: [UInt8]
    let proof: [UInt8]

    var bytes: [UInt8] {
        var fields = FieldWriter()
        for (tag, value) in [signingKey, agreementKey, signature, proof].enumerated() { fields.add(UInt8(tag + 1), value) }
        return fields.bytes
    }
}

extension ActivationDevice {
    init(_ bytes: [UInt8]) throws(CommandError) {
        let fields = try FieldReader(bytes, tags: 1...4)
        signingKey = try fields.bytes(1, exactly: 65)
        agreementKey = try fields.bytes(2, exactly: 65)
        signature = try fields.bytes(3, exactly: 64)
        proof = try fields.bytes(4, exactly: 32)
    }
}

/// The fourth command: the first codes of both instances.
struct ActivationConfirmation: Equatable {
    let passwordCode: String
    let deviceCode: String

    var bytes: [UInt8] {
        var fields = FieldWriter()
        fields.add(1, text: passwordCode)
        fields.add(2, text: deviceCode)
        return fields.bytes
    }
}

extension ActivationConfirmation {
    init(_ bytes: [UInt8]) throws(CommandError) {
        let fields = try FieldReader(bytes, tags: 1...2)
        passwordCode = try fields.text(1, 64)
        deviceCode = try fields.text(2, 64)
    }
}
