import Crypto
public import Foundation
import Primitives

/// The user's decision.
public enum Decision: UInt8, Sendable, CaseIterable {
    /// The user approves.
    case approve = 1
    /// The user rejects.
    case reject = 2
}

/// The statement that is signed about a request: the decision over exactly that request, by exactly that instance.
public struct AnswerStatement: Sendable, Hashable {
    /// The kind of the request.
    public let kind: CommandKind
    /// The decision.
    public let decision: Decision
    /// The way in which the user was verified.
    public let method: AuthenticationMethod
    /// The device instance's id, 16 bytes.
    public let instance: [UInt8]
    /// SHA-256 of the request's bytes, with all that was shown.
    public let request: [UInt8]
    /// The device's time.
    public let time: Date

    /// The statement about a request's bytes.
    public init(kind: CommandKind, decision: Decision, method: AuthenticationMethod, instance: [UInt8], request: [UInt8], time: Date) {
        self.init(
            kind: kind, decision: decision, method: method, instance: instance, digest: SHA256.hash(data: request).bytes, time: time)
    }

    init(kind: CommandKind, decision: Decision, method: AuthenticationMethod, instance: [UInt8], digest: [UInt8], time: Date) {
        self.kind = kind
        self.decision = decision
        self.method = method
        self.instance = instance
        request = digest
        self.time = time
    }

    /// The bytes that are signed: by the instance's secret, and by the device's key (ES256).
    public var bytes: [UInt8] {
        Array("OC1 answer".utf8) + [kind.rawValue, decision.rawValue, method.rawValue] + instance + request
            + UInt64(time.timeIntervalSince1970.clamped).bigEndianBytes
    }
}

/// The device's answer to a request.
public struct RemoteAnswer: Sendable, Equatable {
    /// The statement that is signed.
    public let statement: AnswerStatement
    /// The code of the instance's secret: the one behind the PIN where the PIN was asked for.
    public let proof: String
    /// The signature of the device's key (ES256), 64 bytes.
    public let signature: [UInt8]

    /// Makes an answer of its members.
    public init(_ statement: AnswerStatement, proof: String, signature: [UInt8]) {
        self.statement = statement
        self.proof = proof
        self.signature = signature
    }

    /// The answer as it travels.
    public var bytes: [UInt8] {
        var fields = FieldWriter()
        fields.add(1, byte: statement.decision.rawValue)
        fields.add(2, byte: statement.method.rawValue)
        fields.add(3, statement.request)
        fields.add(4, number: UInt64(statement.time.timeIntervalSince1970.clamped))
        fields.add(5, text: proof)
        fields.add(6, signature)
        return fields.bytes
    }

    /// Reads an answer to a request of a kind, by an instance.
    /// - Throws: ``CommandError``.
    public init(bytes: [UInt8], kind: CommandKind, instance: [UInt8]) throws(CommandError) {
        let fields = try FieldReader(bytes, tags: 1...6)
        guard let decision = Decision(rawValue: try fields.byte(1)), let method = AuthenticationMethod(rawValue: try fields.byte(2)) else {
            throw CommandError(.malformed, "an unknown decision or method")
        }
        let time = try fields.time(4)
        statement = AnswerStatement(
            kind: kind, decision: decision, method: method, instance: instance, digest: try fields.bytes(3, exactly: 32), time: time)
        proof = try fields.text(5, 64)
        signature = try fields.bytes(6, exactly: 64)
    }
}
