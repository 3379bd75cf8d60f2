import Foundation
import Foundations
import HTTPBase
import HTTPTypes
import OneTimePassword
import Primitives
import ResourceMessages
import Store
import DeviceRegistry
import Directory

/// `/oathTokens`: the hardware tokens of an environment, as the platform's reference has them. Their seeds are never told.
enum OATHTokenResource {
    private static let one = "oathTokens/{tokenID}"
    private static let read = PlatformAccess.worker(.readIdentities)
    private static let change = PlatformAccess.worker(.changeIdentities)

    static let routes: [PlatformRoute] = [
        .get(
            .api("oathTokens"), "List the hardware tokens", read, query: [.filter, .order, .limit, .cursor, .expand(["devices"])],
            gives: PlatformCollection.shape("oathTokens", shape)
        ) { turn in
            let expands = try turn.expands("devices")
            let all = try await turn.services.factors.deviceRegistry.oathTokens.all(in: turn.realm).map {
                json($0.token, expands ? $0.device : nil, turn)
            }
            return try PlatformPage.of("oathTokens", all, turn).json(turn)
        },
        .post(
            .api("oathTokens"), "Import a hardware token with its seed", change,
            .json(NewOATHToken.form, .created, changes: .administration, gives: shape) { turn, body in
                let secret = try body.seed()
                let made = try await PlatformError.limiting {
                    try await turn.services.factors.deviceRegistry.oathTokens.add(
                        body.token(at: turn.services.time.now), secret: secret, in: turn.realm)
                }
                return json(made, nil, turn)
            }),
        .get(.api(one), "Read a hardware token", read, gives: shape) { turn in
            let found = try await turn.services.factors.deviceRegistry.oathTokens.token(try turn.id("tokenID"), in: turn.realm)
            return json(found.token, found.device, turn)
        },
        .post(
            .api(one), "Bring a hardware token into step by two codes that follow each other", change,
            .named("device.resync", OATHResync.form, changes: .administration, gives: shape) { turn, body in
                let found = try await covered(turn)
                let token = try await turn.services.factors.deviceRegistry.oathTokens.resynchronize(
                    found.token.id, with: body.codes.map(Secret.init), in: turn.realm)
                return json(token, found.device, turn)
            }),
        .delete(.api(one), "Revoke a hardware token; its user has it no more", change, changes: .administration) { turn in
            try await turn.services.factors.deviceRegistry.oathTokens.revoke(try await covered(turn).token.id, in: turn.realm)
        },
    ]

    /// The token of the path, if the caller may change a factor of the user who has it.
    private static func covered(_ turn: PlatformTurn) async throws -> (token: OATHToken, device: UserDevice?) {
        let found = try await turn.services.factors.deviceRegistry.oathTokens.token(try turn.id("tokenID"), in: turn.realm)
        if let owner = found.device?.user, let user = try await turn.services.identities.users.user(owner, in: turn.realm.id) {
            try turn.caller.check(covers: Privileges(of: user))
        }
        return found
    }

    private static func json(_ token: OATHToken, _ device: UserDevice?, _ turn: PlatformTurn) -> JSONObject {
        var json: JSONObject = [
            "id": .string(token.id.text), "serialNumber": .string(token.serial), "type": .string(token.period == nil ? "HOTP" : "TOTP"),
            "otpLength": .integer(Int64(token.digits)), "hashAlgorithm": .string(NewOATHToken.Algorithm(token.algorithm).rawValue),
        ]
        json["totp"] = token.period.map { ["timeStep": .integer(Int64($0))] }
        json["device"] = device.map { ["id": .string($0.id.text)] }
        json["user"] = device.map { ["id": .string($0.user.text)] }
        json["createdAt"] = Form<Date>.time.write(token.created)
        return turn.resource(json, at: turn.url("oathTokens/\(token.id.text)"))
    }

    private static let shape = PlatformShape.told(
        "OathToken",
        [
            ("serialNumber", PlatformShape.text), ("type", .choice(["HOTP", "TOTP"])), ("otpLength", .integer(6...8)),
            ("hashAlgorithm", .choice(NewOATHToken.Algorithm.allCases.map(\.rawValue))), ("totp", .open),
            ("device", PlatformShape.reference),
            ("user", PlatformShape.reference), ("createdAt", PlatformShape.time),
        ])
}

/// A hardware token that is to be imported.
private struct NewOATHToken: Shaped {
    enum Kind: String, Sendable, CaseIterable {
        case hotp = "HOTP"
        case totp = "TOTP"
    }

    enum Algorithm: String, Sendable, CaseIterable {
        case sha1 = "HmacSHA1"
        case sha256 = "HmacSHA256"
        case sha512 = "HmacSHA512"

        init(_ algorithm: HashAlgorithm) {
            self =
                switch algorithm {
                case .sha256: .sha256
                case .sha512: .sha512
                default: .sha1
                }
        }

        var hash: HashAlgorithm {
            switch self {
            case .sha1: .sha1
            case .sha256: .sha256
            case .sha512: .sha512
            }
        }
    }

    struct Counting: Shaped {
        var counter = 0
        static let shapeName = "OathTokenCounting"
        static let members: [Member<Self>] = [Member("counter", \.counter, .integer(0...2_000_000_000))]
    }

    struct Timing: Shaped {
        var step = 30
        static let shapeName = "OathTokenTiming"
        static let members: [Member<Self>] = [Member("timeStep", \.step, .integer(10...300), .required)]
    }

    var serial = ""
    var kind = Kind.totp
    var secret: Secret?
    var digits = 6
    var algorithm: Algorithm?
    var counting: Counting?
    var timing: Timing?

    static let shapeName = "NewOathToken"
    static let members: [Member<Self>] = [
        Member("serialNumber", \.serial, .text(1...64), .required), Member("type", \.kind, .choice, .required),
        Member("secret", optional: \.secret, .secret(20...256), .requiredWriteOnly),
        Member("otpLength", \.digits, .integer(6...8), .required), Member("hashAlgorithm", optional: \.algorithm, .choice),
        Member("hotp", optional: \.counting, .object), Member("totp", optional: \.timing, .object),
    ]

    func check(_ reading: inout ShapeReading) {
        if digits == 7 { reading.refuse(.invalid, "a code has 6 or 8 digits", at: "otpLength") }
        if kind == .hotp, algorithm ?? .sha1 != .sha1 { reading.refuse(.invalid, "a HOTP token has HmacSHA1", at: "hashAlgorithm") }
        if kind == .hotp, timing != nil { reading.refuse(.invalid, "a HOTP token has none", at: "totp") }
        if kind == .totp, counting != nil { reading.refuse(.invalid, "a TOTP token has none", at: "hotp") }
        if kind == .totp, timing == nil { reading.refuse(.missing, "a TOTP token needs its time step", at: "totp") }
    }

    func token(at now: Date) -> OATHToken {
        var token = OATHToken(id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), serial: serial, created: now)
        (token.digits, token.algorithm) = (digits, (algorithm ?? .sha1).hash)
        (token.period, token.counter) = (kind == .totp ? timing?.step : nil, Int64(counting?.counter ?? 0))
        return token
    }

    /// The seed, which comes in hexadecimal digits as in the lists that tokens are delivered with.
    func seed() throws(ShapeError) -> Secret {
        guard let bytes = Self.bytes(hex: secret?.reveal() ?? "") else {
            throw ShapeError(.invalid, at: "secret", "a seed is an even number of hexadecimal digits")
        }
        return Secret(bytes: bytes)
    }

    private static func bytes(hex: String) -> [UInt8]? {
        let digits = hex.utf8.map { byte in UInt8(String(UnicodeScalar(byte)), radix: 16) }
        guard !digits.isEmpty, digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        let nibbles = digits.compactMap(\.self)
        return stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
    }
}

private struct OATHResync: Shaped {
    var codes: [String] = []
    static let shapeName = "OathTokenResync"
    static let members: [Member<Self>] = [Member("otps", \.codes, .list(.text(6...8), count: 1...2), .required)]
}
