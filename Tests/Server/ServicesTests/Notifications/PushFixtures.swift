import Foundation
import Primitives

/// Credentials of every kind, with keys that nobody else has.
enum PushFixtures {
    static let p8 = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtIOZi54Qz3wD8LIB
        n7DgFHPBgu+QihJCTFU+zpzR5wGhRANCAAQ5VlU3hKFQJpC3L66mpAY59KfdaTKH
        SRA41fOWAD0FaDr0K6KC64TegYyCtZHjr9reKrVIRlrgn4SKdfUZ3r+3
        -----END PRIVATE KEY-----

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

    static let apns: JSONObject = ["type": "APNS", "key": "ABC123DEFG", "teamId": "DEF123GHIJ", "token": .string(p8)]
    static let fcm: JSONObject = ["type": "FCM_HTTP_V1", "googleServiceAccountCredentials": .string(JSONValue.object(account).text)]
    static let legacyFCM: JSONObject = ["type": "FCM", "key": "AAAA:server-key"]
    static let hms: JSONObject = ["type": "HMS", "clientId": "1234", "clientSecret": "hms-s3cret"]

    static let account: JSONObject = [
        "type": "service_account", "project_id": "demo-1", "private_key_id": "k1", "private_key": .string(rsa),
        "client_email": "push@demo-1.iam.gserviceaccount.com", "client_id": "1", "token_uri": "https://oauth2.googleapis.com/token",
    ]

    /// A service account with some members changed; null takes one away.
    static func account(_ changes: JSONObject) -> JSONObject {
        var account = account
        for member in changes.members { account[member.name] = member.value == .null ? nil : member.value }
        return ["type": "FCM_HTTP_V1", "googleServiceAccountCredentials": .string(JSONValue.object(account).text)]
    }
}
