import Primitives

/// A State, organisation or territory that zones name: a code of ISO 3166-1 alpha-3, or one of those that Doc 9303-3 §5 adds.
public struct ZoneStateCode: Sendable, Hashable, CustomStringConvertible {
    /// One to three capital letters, without fillers.
    public let code: String

    /// A listed code; nil for any other text.
    public init?(_ code: String) {
        guard code.utf8.count <= 3, Self.listed.contains(code) else { return nil }
        self.code = code
    }

    private init(unchecked code: String) { self.code = code }

    /// Whether the code is Utopia's, which stands on specimens alone.
    public var isSpecimen: Bool { code == "UTO" }

    /// The three characters of the zone, filled behind.
    public var characters: [ZoneCharacter] {
        let letters = code.utf8.compactMap(ZoneCharacter.init(ascii:))
        return letters + Array(repeating: .filler, count: 3 - letters.count)
    }

    public var description: String { code }

    /// All codes, in their order.
    public static let all = listed.sorted().map(ZoneStateCode.init(unchecked:))

    private static let listed = Set((countries + additions).split(separator: " ").map(String.init))

    /// The codes of ISO 3166-1 alpha-3.
    private static let countries = """
        ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD BGR BHR BHS BIH BLM BLR \
        BLZ BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV CRI CUB CUW CXR CYM CYP \
        CZE DEU DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI FLK FRA FRO FSM GAB GBR GEO GGY GHA GIB GIN GLP GMB \
        GNB GNQ GRC GRD GRL GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN IMN IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR JPN \
        KAZ KEN KGZ KHM KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA MAC MAF MAR MCO MDA MDG MDV MEX MHL MKD \
        MLI MLT MMR MNE MNG MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM NCL NER NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN \
        PCN PER PHL PLW PNG POL PRI PRK PRT PRY PSE PYF QAT REU ROU RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM \
        SPM SRB SSD STP SUR SVK SVN SWE SWZ SXM SYC SYR TCA TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA UGA UKR \
        UMI URY USA UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM YEM ZAF ZMB ZWE
        """

    /// Germany's one letter, kinds of British nationals, Kosovo, the United Nations and other organisations, persons without a nationality,
    /// and Utopia.
    private static let additions = " D EUE GBD GBN GBO GBP GBS RKS UNA UNK UNO UTO XBA XCC XCO XEC XIM XOM XPO XXA XXB XXC XXX"
}
