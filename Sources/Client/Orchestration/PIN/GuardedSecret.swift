import CommandChannel
import Primitives

/// A secret under a PIN, without anything by which the PIN could be checked: every PIN opens it, and each to another secret.
///
/// Only the server can tell which is the right one, and it counts.
struct GuardedSecret: Sendable, Equatable {
    let salt: [UInt8]
    private let block: [UInt8]
    private let stretching: PINStretching

    init(
        _ secret: InstanceSecret, under pin: Secret, _ stretching: PINStretching, random: any RandomSource
    ) throws(OrchestrationError) {
        salt = random.bytes(16)
        self.stretching = stretching
        block = Self.combined(secret.bytes, try stretching.stretch(pin, salt: salt))
    }

    /// The secret that a PIN opens.
    func open(with pin: Secret, user: ChannelUser, instance: [UInt8]) throws(OrchestrationError) -> InstanceSecret {
        let bytes = Self.combined(Secret(bytes: block), try stretching.stretch(pin, salt: salt))
        return try translating(command: try InstanceSecret(Secret(bytes: bytes), user: user, instance: instance), in: .storage)
    }

    private static func combined(_ left: Secret, _ right: Secret) -> [UInt8] {
        left.withBytes { left in right.withBytes { right in zip(left, right).map { $0 ^ $1 } } }
    }
}

extension GuardedSecret {
    var json: JSONValue {
        ["salt": .string(Base64URL.encode(salt)), "block": .string(Base64URL.encode(block)), "rounds": .integer(Int64(stretching.rounds))]
    }

    init?(json: JSONValue) {
        guard let salt = json["salt"]?.bytes, let block = json["block"]?.bytes, block.count == 32, let rounds = json["rounds"]?.integer,
            (2...(1 << 20)).contains(rounds), rounds & (rounds - 1) == 0
        else { return nil }
        self.salt = salt
        self.block = block
        stretching = PINStretching(rounds: Int(rounds))
    }
}

extension JSONValue {
    /// The bytes of a base64url string.
    var bytes: [UInt8]? { string.flatMap { Base64URL.decode($0) } }
}
