/// The data elements of the AAMVA card design standards, versions 01 to 11.
enum LicenceElementCatalogue {
    /// A row for each: identifier; presence in 01, 02, 03, 04, 05, 06-10 and 11 (`M` mandatory, `o` optional, `-` not defined); length, `F`
    /// for fixed and `*` for licences only, behind the length of earlier versions (`4@3` up to 03); meaning.
    static let rows = """
        DAA M------ V150 full name
        DAB o------ V40 last name
        DAC o--MMMM V40 first name
        DAD o--MMMM V40 middle names
        DAE o------ V5 name suffix
        DAF o------ V10 name prefix
        DAG MMMMMMM V35 street
        DAH ooooooo V35 street, second line
        DAI MMMMMMM V20 city
        DAJ MMMMMMM 5@1,F2 jurisdiction of the address
        DAK MMMMMMM F11 postal code
        DAL o------ V35 street of the residence
        DAM o------ V35 street of the residence, second line
        DAN o------ V20 city of the residence
        DAO o------ V5 jurisdiction of the residence
        DAP o------ V11 postal code of the residence
        DAQ MMMMMMM 50@1,V25 customer number
        DAR M------ F4* class
        DAS M------ F10* restrictions
        DAT M------ F5* endorsements
        DAU oMMMMMM F6 height
        DAV o------ F3 height in centimetres
        DAW o--oooo F3 weight in pounds
        DAX o--oooo F3 weight in kilograms
        DAY oMMMMMM F3 colour of the eyes
        DAZ ooooooo V12 colour of the hair
        DBA MMMMMMM F8 date of expiry
        DBB MMMMMMM F8 date of birth
        DBC MMMMMMM F1 sex
        DBD MMMMMMM F8 date of issue
        DBE o------ V26 time of issue
        DBF o------ V2 number of duplicates
        DBG o-oooo- V15 alias: given name; medical indicator in 01
        DBH o------ F1 organ donor
        DBI o------ F1 non-resident
        DBJ o------ V50 customer's unique number
        DBK o------ F9 social security number
        DBL o------ F8 other date of birth
        DBM o------ F9 social security number
        DBN ooooo-- 35@2,V10 alias: family name
        DBO o------ V40 alias: last name
        DBP o------ V40 alias: first name
        DBQ o------ V40 alias: middle name
        DBR o------ V5 alias: suffix of the name
        DBS o-oooo- V5 alias: suffix
        DCA -MMMMMM 4@3,V6* vehicle class of the jurisdiction
        DCB -MMMMMM 10@3,V12* restrictions of the jurisdiction
        DCD -MMMMMM V5* endorsements of the jurisdiction
        DCE -Mooooo F1 range of the weight
        DCF -MMMMMM V25 document discriminator
        DCG -MMMMMM F3 country
        DCH -MM---- F4* federal codes of commercial vehicles
        DCI -oooooo V33 place of birth
        DCJ -oooooo V25 audit information
        DCK -oooooo V25 inventory control number
        DCL -ooooo- 2@2,F3 race or ethnicity
        DCM -oooooo F4* standard vehicle class
        DCN -oooooo F5* standard endorsements
        DCO -oooooo 10@2,F12* standard restrictions
        DCP -oooooo V50* description of the vehicle class
        DCQ -oooooo V50* description of the endorsements
        DCR -oooooo V50* description of the restrictions
        DCS -MMMMMM V40 family name
        DCT -MM---- V80 given names
        DCU -Mooooo V5 name suffix
        DDA ---oooo F1 compliance type
        DDB ---oooo F8 revision date of the card
        DDC ---ooo- F8* expiry of the hazmat endorsement
        DDD ---oooo F1 limited-duration document
        DDE ---MMMM F1 family name truncated
        DDF ---MMMM F1 first name truncated
        DDG ---MMMM F1 middle name truncated
        DDH ----ooo F8 under 18 until
        DDI ----ooo F8 under 19 until
        DDJ ----ooo F8 under 21 until
        DDK -----oo F1 organ donor
        DDL -----oo F1 veteran
        DDM ------o F1 commercial licence or permit
        DDN ------o F1 non-domiciled
        DDO ------o F1 enhanced document
        DDP ------o F1 permit
        PAA o------ F4* class of the permit
        PAB o------ F8* expiry of the permit
        PAC o------ V50* identifier of the permit
        PAD o------ F8* issue of the permit
        PAE o------ F10* restrictions of the permit
        PAF o------ F5* endorsements of the permit
        """
}
