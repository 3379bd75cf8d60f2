import Primitives

/// An issuer of licences: a jurisdiction with its number.
public struct LicenceIssuer: Sendable, Hashable {
    /// The issuer identification number, six digits.
    public let number: Int
    /// The jurisdiction's letters, such as `AZ`; `US` for the Department of State.
    public let jurisdiction: String
    /// The country: `USA`, `CAN` or `MEX`.
    public let country: String

    /// The issuer with a number; nil for one that isn't listed.
    public init?(number: Int) {
        guard let issuer = Self.byNumber[number] else { return nil }
        self = issuer
    }

    private init(number: Int, jurisdiction: String, country: String) {
        self.number = number
        self.jurisdiction = jurisdiction
        self.country = country
    }

    /// All issuers, by jurisdiction. Alberta has two numbers.
    public static let all = list(unitedStates, "USA") + list(canada, "CAN") + list(mexico, "MEX")
    private static let byNumber = Dictionary(all.map { ($0.number, $0) }) { first, _ in first }

    private static func list(_ text: String, _ country: String) -> [LicenceIssuer] {
        let words = text.split(separator: " ")
        return stride(from: 0, to: words.count - 1, by: 2).compactMap { index in
            Int(decimal: words[index + 1]).map { LicenceIssuer(number: $0, jurisdiction: String(words[index]), country: country) }
        }
    }

    private static let unitedStates = """
        AL 636033 AK 636059 AZ 636026 AR 636021 CA 636014 CO 636020 CT 636006 DE 636011 DC 636043 FL 636010 GA 636055 HI 636047 ID 636050 \
        IL 636035 IN 636037 IA 636018 KS 636022 KY 636046 LA 636007 ME 636041 MD 636003 MA 636002 MI 636032 MN 636038 MS 636051 MO 636030 \
        MT 636008 NE 636054 NV 636049 NH 636039 NJ 636036 NM 636009 NY 636001 NC 636004 ND 636034 OH 636023 OK 636058 OR 636029 PA 636025 \
        RI 636052 SC 636005 SD 636042 TN 636053 TX 636015 UT 636040 VT 636024 VA 636000 WA 636045 WV 636061 WI 636031 WY 636060 AS 604427 \
        GU 636019 MP 604430 PR 604431 VI 636062 US 636027
        """
    private static let canada = """
        AB 604432 AB 990876 BC 636028 MB 636048 NB 636017 NL 636016 NS 636013 NU 604433 ON 636012 PE 604426 QC 604428 SK 636044 YT 604429
        """
    private static let mexico = "COA 636056 HID 636057"
}
