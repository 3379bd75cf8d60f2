import OneTimePassword
import Primitives

/// URIs to test with.
enum URIFixtures {
    static let secret = Secret("12345678901234567890")
    static let base32 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

    /// A URI as an issuer writes it, and what of it is to be read.
    struct Oddity: Sendable, CustomStringConvertible {
        let description: String
        let uri: String
        var issuer = "Example"
        var account = "ada"
        var password = AuthenticatorURI.Password(secret: URIFixtures.secret)
    }

    static let oddities: [Oddity] = [
        Oddity(description: "as documented", uri: "otpauth://totp/Example:ada?secret=\(base32)&issuer=Example"),
        Oddity(description: "no issuer parameter", uri: "otpauth://totp/Example:ada?secret=\(base32)"),
        Oddity(description: "another issuer in the path", uri: "otpauth://totp/Other:ada?secret=\(base32)&issuer=Example"),
        Oddity(description: "an encoded colon", uri: "otpauth://totp/Example%3Aada?secret=\(base32)"),
        Oddity(description: "a space after the colon", uri: "otpauth://totp/Example:%20ada?secret=\(base32)"),
        Oddity(description: "raw spaces", uri: "otpauth://totp/Exa mple: ada?secret=\(base32)&issuer=Exa mple", issuer: "Exa mple"),
        Oddity(description: "form encoding", uri: "otpauth://totp/ada?secret=\(base32)&issuer=Big+Bank", issuer: "Big Bank"),
        Oddity(
            description: "a plus in an address", uri: "otpauth://totp/ada+x@example.com?secret=\(base32)&issuer=Example",
            account: "ada+x@example.com"),
        Oddity(description: "capital letters", uri: "OTPAUTH://TOTP/Example:ada?SECRET=\(base32)&Issuer=Example"),
        Oddity(description: "a small secret", uri: "otpauth://totp/Example:ada?secret=\(base32.lowercased())"),
        Oddity(
            description: "a secret in groups",
            uri: "otpauth://totp/Example:ada?secret=GEZD%20GNBV%20GY3T%20QOJQ%20GEZD%20GNBV%20GY3T%20QOJQ"),
        Oddity(description: "a padded secret", uri: "otpauth://totp/Example:ada?secret=\(base32)===="),
        Oddity(description: "a slash after the label", uri: "otpauth://totp/Example:ada/?secret=\(base32)"),
        Oddity(description: "a fragment and space around", uri: " otpauth://totp/Example:ada?secret=\(base32)#x"),
        Oddity(description: "unknown and empty parameters", uri: "otpauth://totp/Example:ada?secret=\(base32)&x=y&digits=&lock=&=&&"),
        Oddity(description: "a parameter twice", uri: "otpauth://totp/Example:ada?secret=\(base32)&secret=AAAA"),
        Oddity(description: "no account", uri: "otpauth://totp/?secret=\(base32)&issuer=Example", account: ""),
        Oddity(description: "no slash", uri: "otpauth://totp?secret=\(base32)&issuer=Example", account: ""),
        Oddity(description: "no issuer", uri: "otpauth://totp/ada?secret=\(base32)", issuer: ""),
        Oddity(
            description: "an algorithm by Java's name", uri: "otpauth://totp/Example:ada?secret=\(base32)&algorithm=HmacSHA256",
            password: .init(secret: secret, algorithm: .sha256)),
        Oddity(
            description: "an algorithm with a hyphen",
            uri: "otpauth://totp/Example:ada?secret=\(base32)&algorithm=sha-512&digits=8&period=60",
            password: .init(.totp(period: 60), secret: secret, algorithm: .sha512, digits: 8)),
        Oddity(
            description: "a counter that is missing", uri: "otpauth://hotp/Example:ada?secret=\(base32)&period=30",
            password: .init(.hotp(counter: 0), secret: secret)),
        Oddity(
            description: "another alphabet", uri: "otpauth://hotp/%E4%BE%8B:%C3%A9?secret=\(base32)&counter=9", issuer: "例", account: "é",
            password: .init(.hotp(counter: 9), secret: secret)),
    ]

    static let push = AuthenticatorURI.Push(
        registrationURL: "https://am.example/json/push/sns/message?_action=register",
        authenticationURL: "https://am.example/json/push/sns/message?_action=authenticate", secret: Secret(bytes: Array(0...31)),
        challenge: [0xFF, 0xFE, 0xFD], messageID: "REGISTER:6f1c-1736935200000", loadBalancerCookie: "amlbcookie=01", deviceID: "d/1")

    /// URIs that make no account, and the code of the reason.
    static let wrong: [(String, String)] = [
        ("", "malformed"), ("ada", "malformed"), ("https://totp/ada?secret=\(base32)", "unsupported"),
        ("otpauth-migration://offline?data=x", "unsupported"), ("otpauth://totp/ada", "missing"),
        ("otpauth://totp/ada?secret=", "missing"),
        ("otpauth://totp/ada?secret=1", "malformed"), ("otpauth://totp/ada?secret=A", "malformed"),
        ("otpauth://totp/ada?secret=ÄÄ", "malformed"),
        ("otpauth://totp/?secret=\(base32)", "missing"), ("otpauth://yaotp/ada?secret=\(base32)", "unsupported"),
        ("otpauth://totp/ada?secret=\(base32)&algorithm=MD5", "unsupported"),
        ("otpauth://totp/ada?secret=\(base32)&digits=3", "outOfRange"),
        ("otpauth://totp/ada?secret=\(base32)&digits=x", "outOfRange"), ("otpauth://totp/ada?secret=\(base32)&period=0", "outOfRange"),
        ("otpauth://totp/ada?secret=\(base32)&period=-1", "outOfRange"),
        ("otpauth://hotp/ada?secret=\(base32)&counter=99999999999999999999", "outOfRange"),
        ("otpauth://totp/ada?secret=\(base32)&encoder=steam", "unsupported"), ("otpauth://totp/a%ZZ?secret=\(base32)", "malformed"),
        ("otpauth://totp/a%FF?secret=\(base32)", "malformed"), ("otpauth://totp/ada?secret=\(base32)&oid==", "malformed"),
        ("otpauth://totp/ada?secret=\(base32)&b=red", "malformed"),
        ("pushauth://push/ada?s=AAAA", "missing"), ("pushauth://push/ada?s=AAAA&m=x&r=AAAA&a=AAAA&c=AAAA", "malformed"),
        ("mfauth://totp/ada?secret=\(base32)", "missing"), ("otpauth://totp/" + String(repeating: "a", count: 20_000), "outOfRange"),
    ]

    /// Accounts of every kind.
    static let whole = [
        AuthenticatorURI(issuer: "Example", account: "ada", password: .init(secret: secret)),
        AuthenticatorURI(issuer: "", account: "a:b", password: .init(.hotp(counter: 7), secret: secret, algorithm: .sha512, digits: 8)),
        AuthenticatorURI(issuer: "A:B & C+D/é?", account: "", password: .init(.totp(period: 60), secret: secret, deviceID: "ü")),
        AuthenticatorURI(issuer: "Example", account: "ada", push: push),
        AuthenticatorURI(issuer: "", account: "ada 100%", password: .init(secret: secret), push: push),
    ]
}
