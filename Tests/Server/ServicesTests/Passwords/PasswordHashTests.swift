import Testing
@testable import Directory

@Suite("Stored password hashes")
struct PasswordHashTests {
    static let good = [
        "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQwMDAwMDAwMA$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "$pbkdf2-sha256$i=600000$c29tZXNhbHQwMDAwMDAwMA$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
    ]

    @Test("are read and written alike", arguments: good)
    func roundTrip(_ text: String) throws {
        #expect(try PasswordHash(parsing: text).text == text)
    }

    @Test(
        "of another form are refused",
        arguments: [
            "$argon2id$v=19$m=+19456,t=2,p=1$c29tZXNhbHQwMDAwMDAwMA$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=019456,t=2,p=1$c29tZXNhbHQwMDAwMDAwMA$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "", "$", "$$$$$", "plain", "$argon2id", "$argon2id$v=19$m=19456,t=2,p=1$$",
            "$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHQwMDAwMDAwMA$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=16$m=19456,t=2,p=1$c29tZXNhbHQwMDAwMDAwMA$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$t=2,m=19456,p=1$c29tZXNhbHQwMDAwMDAwMA$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=19456,t=2$c29tZXNhbHQwMDAwMDAwMA$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=x,t=2,p=1$c29tZXNhbHQwMDAwMDAwMA$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=19456,t=2,p=1$c29t$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQwMDAwMDAwMA$nf65",
            "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQwMDAwMDAwMA==$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQwMDAwMDAwMA$!!!!EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$pbkdf2-sha1$i=600000$c29tZXNhbHQwMDAwMDAwMA$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        ])
    func malformed(_ text: String) {
        #expect(throws: PasswordError(.malformedHash)) { try PasswordHash(parsing: text) }
    }

    @Test("that ask for too much are refused before any work")
    func excessive() {
        let text = "$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHQwMDAwMDAwMA$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
        #expect(throws: PasswordError(.excessiveCost)) { try PasswordHash(parsing: text) }
    }
}
