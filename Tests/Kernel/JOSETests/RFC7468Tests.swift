import JOSE
import Primitives
import Testing

@Suite("RFC 7468: private keys in PEM")
struct RFC7468Tests {
    static let p256 = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtIOZi54Qz3wD8LIB
        n7DgFHPBgu+QihJCTFU+zpzR5wGhRANCAAQ5VlU3hKFQJpC3L66mpAY59KfdaTKH
        SRA41fOWAD0FaDr0K6KC64TegYyCtZHjr9reKrVIRlrgn4SKdfUZ3r+3
        -----END PRIVATE KEY-----
        """
    static let p256SEC1 = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEILSDmYueEM98A/CyAZ+w4BRzwYLvkIoSQkxVPs6c0ecBoAoGCCqGSM49
        AwEHoUQDQgAEOVZVN4ShUCaQty+upqQGOfSn3Wkyh0kQONXzlgA9BWg69CuiguuE
        3oGMgrWR46/a3iq1SEZa4J+EinX1Gd6/tw==
        -----END EC PRIVATE KEY-----
        """
    static let rsa = """
        -----BEGIN PRIVATE KEY-----
        MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCWcepoXRmjhloq
        bl5WJSnjPbDLVgT2BmZp8k2/L9/5HdIThtKGUVkookmvYaGw8W2y0+03YilX+skV
        0cXuI8PkR4q2SReZiCg6tmb9MqJpeOvkEcYjZPz7ubk8pmS6EOsnrSw4aixMVLM4
        mlZasE/0GoanERY5L2Xp+nigArS/QDhXiQC8BsNmwR0H5YvwMSfTQHbuGRramTAY
        aeBXE8unxzW9CDYL4ivjrZpDIhxPEIhM+9bEYJ1+xIDbE87BO8WjMsfuby+8/Lev
        7fy4SNsJ4nmAZ3JUNnwqcIINl/jjCnxkxiG7W9BXY580PANj59XL3O/u6VUMeMgs
        65490O99AgMBAAECggEAG/NuKZWifc8oUVnQDRE6hw2fGygQI+VsgaKS70JlylLQ
        BPC3jFzww6vjJMJu2AEC8IaPPArww3fEhFlE/MmIS5E/JD7QM6YoU0AwQjp2EkJ1
        ERp8RXctyVboI2yGqksaZXS3EoQnVsclxQ5nnNHFCQUkn0V9a4Jy3NW8M35NNnre
        5Lls45gpECR8np7vIVNie2jgn81suB8ghbwk5dDehZ/MTxeLD0pKnJLJxaXyGOu4
        CAgC+8lc/C7hXwaGewOTIx09+42Z50ngdQBr70BGucpf+vVSQyicjx+SGRMxjtu7
        gzbENjolV/d1l+l+FyQoAuvld22TPv5vemuZQ/IgAQKBgQDSLnVaFp6akAVkCycA
        wkQdLEjmEedES4QDlkm67ZgN7lUsyLmbVMlmNABOG5r7WJ6Ry/ohTu8KMA6G8Uo5
        ZPyigZ+86ux+f3jggRnMdDQv4drn0oxp1ScRf5bJcfJimuUubYm23cHq5O0RCA/P
        N3IT4FZa4uoZ9cVhwWFH0QI9/QKBgQC3PcI1V5epgVbe72G+pJ9A1n833kEMmkVv
        A1+AiPvRb3kPCGj3avU9+RETICILyxh166T3pkxjFfI+PxEe6lUKxQ56g29nIS2P
        N46IvvI67Ha2PAqGIaYhK2+6x/C3is9N/OgpVLiaDJntuSStQ5/TQ5SI3dioJ3xD
        P5NXx7tvgQKBgCfi4yhOhJjGXg+HQkaVl0GGBuuKWD4QqqPXoHRV5HY4VXejO/3r
        UDESC0DHYljyj10RvY0WoqxnREp9fd14ea0JNlwupOS4oiLQvSmcn866aMV3omfv
        KHPcp6vg8OOfi4CNDwZh/Qvrl8WUpxNm7UIyX5Dt4Qk+J9AOV7y+QFOtAoGAHHor
        mXCgcEZagtD/Bsq8uS3cnYkb4OKE0ejbSbWANR822CA9d94WeOghQDCpOd35UjIp
        9BbTHj8F46iXd4+BYegYBPAyOvvMAcrnitbp/EBNfqq8E/ZcxCDk/0kdXtjiuMMK
        LYouGjrFHU29pnOw/fsttUuM5S0lwam6s1SmC4ECgYEAyg8VzaOCG8hXRF9tSa8V
        BVONp105hgDVtkAkZ6WMNPgJJ8ZNw9UrW8FJl2tMhTKmbBi0Uzz7ipGR3kRimeFC
        nVkANLZWIxKWDWDcBdW6NNB60pgISBokUYojjrJIXB6UEIVR6Hl0cD/tAY+sSP9W
        UxWsfHO+tUJGRKcxjN24PJY=
        -----END PRIVATE KEY-----
        """
    static let rsaPKCS1 = """
        -----BEGIN RSA PRIVATE KEY-----
        MIIEowIBAAKCAQEAlnHqaF0Zo4ZaKm5eViUp4z2wy1YE9gZmafJNvy/f+R3SE4bS
        hlFZKKJJr2GhsPFtstPtN2IpV/rJFdHF7iPD5EeKtkkXmYgoOrZm/TKiaXjr5BHG
        I2T8+7m5PKZkuhDrJ60sOGosTFSzOJpWWrBP9BqGpxEWOS9l6fp4oAK0v0A4V4kA
        vAbDZsEdB+WL8DEn00B27hka2pkwGGngVxPLp8c1vQg2C+Ir462aQyIcTxCITPvW
        xGCdfsSA2xPOwTvFozLH7m8vvPy3r+38uEjbCeJ5gGdyVDZ8KnCCDZf44wp8ZMYh
        u1vQV2OfNDwDY+fVy9zv7ulVDHjILOuePdDvfQIDAQABAoIBABvzbimVon3PKFFZ
        0A0ROocNnxsoECPlbIGiku9CZcpS0ATwt4xc8MOr4yTCbtgBAvCGjzwK8MN3xIRZ
        RPzJiEuRPyQ+0DOmKFNAMEI6dhJCdREafEV3LclW6CNshqpLGmV0txKEJ1bHJcUO
        Z5zRxQkFJJ9FfWuCctzVvDN+TTZ63uS5bOOYKRAkfJ6e7yFTYnto4J/NbLgfIIW8
        JOXQ3oWfzE8Xiw9KSpySycWl8hjruAgIAvvJXPwu4V8GhnsDkyMdPfuNmedJ4HUA
        a+9ARrnKX/r1UkMonI8fkhkTMY7bu4M2xDY6JVf3dZfpfhckKALr5Xdtkz7+b3pr
        mUPyIAECgYEA0i51WhaempAFZAsnAMJEHSxI5hHnREuEA5ZJuu2YDe5VLMi5m1TJ
        ZjQAThua+1iekcv6IU7vCjAOhvFKOWT8ooGfvOrsfn944IEZzHQ0L+Ha59KMadUn
        EX+WyXHyYprlLm2Jtt3B6uTtEQgPzzdyE+BWWuLqGfXFYcFhR9ECPf0CgYEAtz3C
        NVeXqYFW3u9hvqSfQNZ/N95BDJpFbwNfgIj70W95Dwho92r1PfkREyAiC8sYdeuk
        96ZMYxXyPj8RHupVCsUOeoNvZyEtjzeOiL7yOux2tjwKhiGmIStvusfwt4rPTfzo
        KVS4mgyZ7bkkrUOf00OUiN3YqCd8Qz+TV8e7b4ECgYAn4uMoToSYxl4Ph0JGlZdB
        hgbrilg+EKqj16B0VeR2OFV3ozv961AxEgtAx2JY8o9dEb2NFqKsZ0RKfX3deHmt
        CTZcLqTkuKIi0L0pnJ/OumjFd6Jn7yhz3Ker4PDjn4uAjQ8GYf0L65fFlKcTZu1C
        Ml+Q7eEJPifQDle8vkBTrQKBgBx6K5lwoHBGWoLQ/wbKvLkt3J2JG+DihNHo20m1
        gDUfNtggPXfeFnjoIUAwqTnd+VIyKfQW0x4/BeOol3ePgWHoGATwMjr7zAHK54rW
        6fxATX6qvBP2XMQg5P9JHV7Y4rjDCi2KLho6xR1NvaZzsP37LbVLjOUtJcGpurNU
        pguBAoGBAMoPFc2jghvIV0RfbUmvFQVTjaddOYYA1bZAJGeljDT4CSfGTcPVK1vB
        SZdrTIUypmwYtFM8+4qRkd5EYpnhQp1ZADS2ViMSlg1g3AXVujTQetKYCEgaJFGK
        I46ySFwelBCFUeh5dHA/7QGPrEj/VlMVrHxzvrVCRkSnMYzduDyW
        -----END RSA PRIVATE KEY-----
        """
    static let p384 = """
        -----BEGIN PRIVATE KEY-----
        MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDDF9gqOcGfV35vsEYuZ
        1US/LTqoOBKOBpMnV0pX7QjciKFRu5eAmFIxKRyQ6sS2dLuhZANiAASL64VlUx9W
        dyN1k/FxCmbibcEkVnoUf+ZylpG5+QXUX8P96Zit1wO2fBybFobYtjlhcCvpsz9a
        5Na1bNFI/87kXPi8IlVJ/V0Fmau9qToMHkzcrEmZbzcLAvGdGGcBSJ4=
        -----END PRIVATE KEY-----
        """
    static let rsa1024 = """
        -----BEGIN PRIVATE KEY-----
        MIICeAIBADANBgkqhkiG9w0BAQEFAASCAmIwggJeAgEAAoGBAPUthVuMxuP41zMM
        11aHcjTpW2XO439kc5H3qK5GamNqldIWGBapq6NpFfPQ+u/DFva1PlKiet/mvruf
        v1YwgaU0Su/9S3XJpF9yVjOQ+mxZ3Tw/D7e2trEu/iAwG5S1QD+ibk6ET0xV8nR3
        MYaXd+VnAV5Ih+EunDtUZQfV4HoHAgMBAAECgYBvZrmbeYG9gAm4BnOpu21nIUkI
        H1M7RRdGEbOxTAl3Fqzwgl17nqiAXXU+DYyXeJtsibnBrlYKejvb4J/9t5iP5luP
        XzwAY9r5ngQdQbeZNAbcLXjkApMUkVQYYn3l1iosftk1RzQPOyjAtn5fdAqu8XYB
        bWBUNV45/EBx476OEQJBAP4NY6keLvGvgw4vCWSaIEvmz3lLWDMOGhvl/wLis8y4
        TPsOrvSpQpsJ/ke9v41HQnPpZvghP0/lPooRHkzxS2sCQQD3DrbcFTVgNNgMwjnA
        ob8RWWiOol42T557TQDY2WpJfMQisNQ49m7WQ4Ek9GNqLq9lj/0zHy2SsmKS+hcQ
        Dq7VAkEAiObGMbgmK+8cfGQ0d5XmmYBDhWVonfqXbzk9dlyb71HRieibtxQO5GU6
        NYa21nb0BGpeJpAkAfXTAau/3E6bCQJBAKZsOAvLEZiMIFl/4I19p4rVUpR6lcI6
        IgTnG0H4Oxvjuu+vdFYm0wTslitBoVJevnJI64QrZXSjS7m8VBrR+T0CQQDQB4DM
        POYrRoH7vdydtp6dgZ7FEdkMyBEvqdoYlhDYp1lYEMlyJivVPbfAZWhblLLDz9C+
        Iu2mBRiuvM0TqSkO
        -----END PRIVATE KEY-----
        """

    @Test("PKCS #8 and the older forms are of one key, and it signs", arguments: [(p256, p256SEC1), (rsa, rsaPKCS1)])
    func forms(_ new: String, _ old: String) throws {
        let key = try JWK(privateKeyPEM: Secret(new))
        #expect(try JWK(privateKeyPEM: Secret(old)) == key)
        #expect(key.isPrivate && key.keyID == nil)
        let token = try JWS.sign(Array("x".utf8), with: SigningKey(key))
        let verified = try JWS.verify(
            token, with: VerificationKey(try #require(key.publicKey)), allowing: SignatureAlgorithm.asymmetric)
        #expect(verified.payload == Array("x".utf8))
    }

    @Test(
        "what is no such key is refused",
        arguments: [
            ("", JWKError.Code.malformed), ("-----BEGIN PRIVATE KEY-----", .malformed), (String(rsa.dropLast(200)), .malformed),
            (p384, .malformed), (rsa1024, .malformed), (String(repeating: "A", count: 20_000), .tooLarge),
            (rsa.replacing("PRIVATE KEY", with: "PUBLIC KEY"), .malformed),
        ])
    func refused(_ text: String, _ code: JWKError.Code) {
        #expect(throws: JWKError(code, "")) { try JWK(privateKeyPEM: Secret(text)) }
    }
}
